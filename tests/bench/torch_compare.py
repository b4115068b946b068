#!/usr/bin/env python3
"""Fused kernels beside torch.compile's on the same card: the same chains, sizes and random data, batch times (back to
back), in turns, medians of three rounds. Also the first torch.compile call beside our first run of a new chain.

torch_compare.py ONETRIP: prints one table and the geometric mean; exits 1 under 0.97 on one chain or 1.0 in the mean.
torch_compare.py ONETRIP presets: the same of every preset of pointwise ops and rows, as its chain writes it op by op;
exits 1 under 0.97 in the median, and names the worst.
torch_compare.py ONETRIP tables: the largest entries of rows and the products of experts beside torch.topk, argmax and
torch._grouped_mm, not compiled; exits 1 under 0.8 on one of them.
"""
import json
import math
import pathlib
import re
import statistics
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

N = 16384
ROWS = 1 << 27


def gelu(x):
    return F.gelu(x, approximate="tanh")


def full(count, dtype=torch.float32):
    return lambda: [torch.rand(N, N, device="cuda", dtype=dtype) * 4 - 2 for _ in range(count)]


def with_bias(dtype=torch.float32):
    return lambda: [torch.rand(N, N, device="cuda", dtype=dtype) * 4 - 2, torch.rand(N, device="cuda", dtype=dtype)]


CHAINS = [
    ("x: f32[16384, 16384]; b: f32[16384]; y = gelu(x + b)", with_bias(), lambda x, b: gelu(x + b)),
    ("x: f32[16384, 16384]; b: f32[16384]; y = relu(x + b)", with_bias(), lambda x, b: F.relu(x + b)),
    ("x: f32[16384, 16384]; r: f32[16384, 16384]; y = gelu(x + r)", full(2), lambda x, r: gelu(x + r)),
    ("x: f32[16384, 16384]; r: f32[16384, 16384]; y = relu(x * 1.5) + r", full(2), lambda x, r: F.relu(x * 1.5) + r),
    ("g: f32[16384, 16384]; u: f32[16384, 16384]; y = silu(g) * u", full(2), lambda g, u: F.silu(g) * u),
    ("x: f32[16384, 16384]; y = sigmoid(relu(x) * 2 + 1)", full(1), lambda x: torch.sigmoid(F.relu(x) * 2 + 1)),
    ("x: f32[16384, 16384]; t = relu(x); y = exp(-t) + t", full(1), lambda x: torch.exp(-F.relu(x)) + F.relu(x)),
    ("x: f32[16384, 16384]; y = cos(cos(x))", full(1), lambda x: torch.cos(torch.cos(x))),
    ("x: bf16[16384, 16384]; b: bf16[16384]; y = relu(x + b)", with_bias(torch.bfloat16), lambda x, b: F.relu(x + b)),
    ("x: bf16[16384, 16384]; b: bf16[16384]; y = gelu(x + b)", with_bias(torch.bfloat16), lambda x, b: gelu(x + b)),
]
for columns in (1024, 4096, 8192, 32768):
    shape = (ROWS // columns, columns)
    make = lambda shape=shape: [torch.rand(*shape, device="cuda") * 4 - 2]
    for name, function in (
        ("rmsnorm", lambda x: x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-5)),
        ("layernorm", lambda x: F.layer_norm(x, x.shape[-1:])),
        ("softmax", lambda x: torch.softmax(x, -1)),
    ):
        CHAINS.append((f"x: f32[{shape[0]}, {shape[1]}]; y = {name}(x)", make, function))


def ragged_ends(groups, rows):
    """Sizes as base/ragged.hpp draws them, the large ones first: one group empty, one with a single row."""
    parts = [0, 0] + [64] * (1 if groups < 16 else groups // 8)
    parts += [8 + at % 16 for at in range(groups - len(parts))]
    before = [0]
    for part in parts:
        before.append(before[-1] + part)
    sizes = [(rows - 1) * before[at + 1] // before[-1] - (rows - 1) * before[at] // before[-1] for at in range(groups)]
    sizes[1] = 1
    return torch.tensor(sizes, device="cuda").cumsum(0).to(torch.int32)


def half(*shapes):
    return lambda: [torch.rand(*shape, device="cuda").mul(4).sub(2).bfloat16() for shape in shapes]


def experts(rows, width, groups, wide):
    chain = f"x: bf16[{rows}, {width}]; w: bf16[{groups}, {width}, {wide}]; e: i32[{groups}]; y = grouped(x, w, e)"
    make = lambda: [*half((rows, width), (groups, width, wide))(), ragged_ends(groups, rows)]
    return chain, make, lambda x, w, ends: torch._grouped_mm(x, w, offs=ends)


def largest(rows, columns, k):
    chain = f"x: bf16[{rows}, {columns}]; v = topk(x, {k}); i = topk_index(x, {k}); out v, i"
    return chain, half((rows, columns)), lambda x: torch.topk(x, k)


TABLES = [
    largest(8192, 256, 8),
    largest(8192, 8192, 8),
    largest(64, 131072, 50),
    ("x: bf16[8192, 8192]; i = argmax(x)", half((8192, 8192)), lambda x: x.argmax(-1)),
    ("x: bf16[8192, 4096]; w: bf16[4096, 64]; r = x @ w; v = topk(r, 2); i = topk_index(r, 2); out v, i",
     half((8192, 4096), (4096, 64)), lambda x, w: torch.topk(x @ w, 2)),
    experts(16384, 4096, 8, 2048),
    experts(16384, 4096, 32, 1024),
    experts(16384, 4096, 64, 1024),
]


LAST = {"dim": -1, "keepdim": True}
FUNCTIONS = {name: getattr(torch, name) for name in
             ("abs", "cos", "exp", "log", "rsqrt", "sigmoid", "sin", "sqrt", "square", "tanh", "relu", "reciprocal",
              "maximum", "minimum")} | {
    "gelu": gelu, "gelu_erf": F.gelu, "silu": F.silu, "softplus": F.softplus,
    "sum": lambda x: x.sum(**LAST), "mean": lambda x: x.mean(**LAST), "max": lambda x: x.amax(**LAST),
    "var": lambda x: x.var(correction=0, **LAST), "cast": lambda x, dtype: x.to(dtype),
}
DTYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}


def translated(onetrip, preset):
    """(chain, inputs, function) of a preset, or None where an op has no line above."""
    done = subprocess.run([onetrip, "predict", preset, "--expand"], capture_output=True, text=True)
    lines = done.stdout.split("\n\n")[0].splitlines()
    inputs, steps, outputs = {}, [], []
    for line in lines:
        if line.startswith("out "):
            outputs = line[4:].split(", ")
        elif found := re.fullmatch(r"(\w+): (\w+)\[(.*)\]", line):
            name, dtype, dims = found.groups()
            if dtype not in DTYPES:
                return None
            inputs[name] = ([int(dim) for dim in dims.split(",")], DTYPES[dtype])
        else:
            name, formula = line.split(" = ", 1)
            if "@" in formula or any(call not in FUNCTIONS for call in re.findall(r"(\w+)\(", formula)):
                return None
            if re.search(r"(sum|mean)\(\w+, ", formula):
                return None
            steps.append((name, formula))
    # Written out as a function: torch.compile runs what goes through eval() op by op, and says nothing.
    body = "".join(f"    {name} = {formula}\n" for name, formula in steps)
    names = dict(FUNCTIONS, **DTYPES)
    exec(f"def function({', '.join(inputs)}):\n{body}    return [{', '.join(outputs or [steps[-1][0]])}]\n", names)

    def make():
        return [torch.rand(*shape, device="cuda").mul(4).sub(2).to(dtype) for shape, dtype in inputs.values()]

    return preset, make, names["function"]


def presets(onetrip):
    folder = pathlib.Path(__file__).resolve().parents[2] / "lessons" / "presets"
    told = [translated(onetrip, path.stem) for path in sorted(folder.glob("*.chain"))]
    return [one for one in told if one is not None]


def ours(onetrip, chain):
    begin = time.perf_counter()
    done = subprocess.run([onetrip, "run", chain, "--device", "cuda", "--json"], capture_output=True, text=True)
    seconds = time.perf_counter() - begin
    if done.returncode != 0:
        sys.exit(f"{chain}: {done.stdout[-300:]}{done.stderr}")
    fused = next(plan for plan in json.loads(done.stdout)["plans"] if plan["name"] == "fused")
    return fused["measured"]["batch_time_us"]["median"], seconds


def theirs(function, inputs):
    times = []
    for _ in range(30):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        function(*inputs)
        begin.record()
        for _ in range(4):
            function(*inputs)
        end.record()
        end.synchronize()
        times.append(begin.elapsed_time(end) * 1e3 / 4)
    return statistics.median(times)


def compare(onetrip, chains, turns, compiles=True):
    ratios, first_calls = {}, []
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}; torch / ours, batch, median of {turns} rounds in turns")
    for chain, make, eager in chains:
        torch._dynamo.reset()
        compiled = torch.compile(eager, fullgraph=True) if compiles else eager
        inputs = make()
        begin = time.perf_counter()
        with torch.no_grad():
            compiled(*inputs)
            torch.cuda.synchronize()
            first_calls.append(time.perf_counter() - begin)
            rounds = []
            for _ in range(turns):
                torch_us = theirs(compiled, inputs)
                our_us, _ = ours(onetrip, chain)
                rounds.append((torch_us / our_us, torch_us, our_us))
        ratio, torch_us, our_us = sorted(rounds)[turns // 2]
        ratios[chain] = ratio
        print(f"{ratio:6.3f}  torch {torch_us:8.1f} us  ours {our_us:8.1f} us  {chain}", flush=True)
        del inputs, compiled
        torch.cuda.empty_cache()
    print(f"first torch.compile call: median {statistics.median(first_calls):.2f} s")
    return ratios


def main():
    onetrip = sys.argv[1]
    if sys.argv[2:] == ["presets"]:
        ratios = compare(onetrip, presets(onetrip), 1)
        worst = min(ratios, key=ratios.get)
        median = statistics.median(ratios.values())
        print(f"{len(ratios)} presets: median {median:.3f} (goal 0.97), the worst {worst} {ratios[worst]:.3f}")
        return 0 if median >= 0.97 else 1
    if sys.argv[2:] == ["tables"]:
        ratios = compare(onetrip, TABLES, 3, compiles=False)
        worst = min(ratios, key=ratios.get)
        print(f"{len(ratios)} chains: least {ratios[worst]:.3f} (goal 0.8), {worst}")
        return 0 if ratios[worst] >= 0.8 else 1
    ratios = compare(onetrip, CHAINS, 3).values()
    mean = math.exp(statistics.fmean(math.log(ratio) for ratio in ratios))
    print(f"least {min(ratios):.3f} (goal 0.97), geometric mean {mean:.3f} (goal 1.0)")
    return 0 if min(ratios) >= 0.97 and mean >= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
