#!/usr/bin/env python3
"""What a card must show, measured by `onetrip run`: bytes against the counting rule, times against the model and
against the copy of the same run, fused against unfused, agreement of ways to time, hand-written against generated.

check.py ONETRIP [--ncu] [--json FILE]: prints one table; exits 1 if a line misses its goal. Standard library only.
"""
import argparse
import csv
import io
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

BIG = {  # tensors of 1 GiB, half of it where rows are kept on chip
    "copy-like relu": "x: f32[16384, 16384]; y = relu(x)",
    "gelu(x + b)": "x: f32[16384, 16384]; b: f32[16384]; y = gelu(x + b)",
    "relu(x + b)": "x: f32[16384, 16384]; b: f32[16384]; y = relu(x + b)",
    "gelu(x + r)": "x: f32[16384, 16384]; r: f32[16384, 16384]; y = gelu(x + r)",
    "relu(1.5x) + r": "x: f32[16384, 16384]; r: f32[16384, 16384]; y = relu(x * 1.5) + r",
    "silu(g) * u": "g: f32[16384, 16384]; u: f32[16384, 16384]; y = silu(g) * u",
    "exp(-t) + t": "x: f32[16384, 16384]; t = relu(x); y = exp(-t) + t",
    "4 cheap ops": "x: f32[16384, 16384]; y = sqrt(abs(relu(x) * 2))",
    "odd size": "x: f32[16383, 16381]; y = relu(x * 1.5) + 1",
    "bf16 relu(x + b)": "x: bf16[32768, 16384]; b: bf16[16384]; y = relu(x + b)",
    "bf16 gelu(x + b)": "x: bf16[32768, 16384]; b: bf16[16384]; y = gelu(x + b)",
}
ROWS = {
    f"{op} {columns}": f"x: f32[{(1 << 27) // columns}, {columns}]; y = {op}(x)"
    for op in ("rmsnorm", "layernorm", "softmax")
    for columns in (1024, 8192, 32768)
}
LADDERS = ["rmsnorm", "softmax", "attention", "decode", "adam", "cross-entropy", "experts", "combine"]
PRESETS = ["adam", "add-mul", "axpb", "bias-gelu", "bias-gelu-full", "bias-gelu-residual", "bias-relu", "cast-thrash", "cross-entropy-rows",
           "expensive-row", "dropout-backward", "dropout-residual", "gelu-backward", "gelu-two-formulas", "layernorm", "long-layernorm", "mish", "rmsnorm", "rmsnorm-backward", "scale-mask-softmax", "softmax", "sum-bf16", "swiglu", "two-consumers", "unary4", "var-two-sums", "var-welford"]
SIZES = [64, 256, 1024, 2048, 4096]
LADDER_OF_SIZES = [1024, 1448, 2048, 2896, 4096, 5792, 8192, 11584]  # sides of squares: 4 MB to 0.5 GB a tensor
CACHE_CLEAR = 2 ** 29  # bytes read by a plan of several kernels, above which no L2 serves a share that shows


class Table:
    def __init__(self):
        self.lines, self.misses = [], 0

    def line(self, what, value, goal="", good=None):
        self.misses += good is False
        self.lines.append((what, value, goal, {None: "", True: "ok", False: "MISSED"}[good]))

    def show(self):
        widths = [max(len(str(line[i])) for line in self.lines) for i in range(3)]
        for line in self.lines:
            print(("  ".join(str(cell).ljust(width) for cell, width in zip(line, widths)) + "  " + line[3]).rstrip())


def run(onetrip, chain, *more):
    command = [onetrip, "run", chain, "--device", "cuda", "--json", *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(f"{chain}: {done.stderr.strip() or done.returncode}")
    result = json.loads(done.stdout)
    for plan in result["plans"]:
        if not plan["verdict"]["passed"]:
            sys.exit(f"{chain}: {plan['name']} is wrong: {plan['verdict']['worst']}")
    return {plan["name"]: plan for plan in result["plans"]}


def time_of(plan, key="time_us"):
    return plan["measured"][key]["median"]


def percent(value):
    return f"{100 * value:+.2f} %"


def bytes_against_rule(table, label, results):
    """Bytes of one cold run, its tail included, against the counting rule: reads and writes apart. A plan reads what it
    made itself from the L2 where that holds it, so of unfused plans only what no cache can hold is compared."""
    worst = {"read": (0.0, ""), "write": (0.0, "")}
    plans_told = 0
    for name, plans in results.items():
        for which, plan in plans.items():
            if len(plan["kernels"]) > 1 and plan["read_bytes"] < CACHE_CLEAR:
                continue
            plans_told += 1
            for way in worst:
                measured = plan["measured"][f"dram_{way}_bytes"]
                if measured is None:
                    table.line("DRAM bytes", plan["measured"]["no_bytes_because"], "counters", False)
                    return
                off = measured - plan[f"{way}_bytes"]
                excess = abs(off) / max(0.005 * plan[f"{way}_bytes"], 0.2e6)
                if excess >= worst[way][0]:
                    worst[way] = (excess, f"{off / 1e6:+.2f} MB of {plan[f'{way}_bytes'] / 1e6:.1f} ({name}, {which})")
    for way, (excess, text) in worst.items():
        table.line(f"cold DRAM bytes {way}, {label}: worst of {plans_told} plans, against the rule", text,
                   "0.5 % or 0.2 MB", excess <= 1)


def l2_against_model(table, results):
    worst, told = (0.0, ""), 0
    for name, plans in results.items():
        for which, plan in plans.items():
            measured = plan["measured"]["levels"]["cold"]["l2"]
            if measured is None:
                continue
            told += 1
            model = plan["levels"]["cold"]["l2"]
            off = (measured["read_bytes"] + measured["write_bytes"]) / (model["read_bytes"] + model["write_bytes"]) - 1
            worst = max(worst, (off, f"{name}, {which}"), key=lambda one: abs(one[0]))
    table.line(f"L2 bytes against the model, worst of {told} plans", f"{percent(worst[0])} ({worst[1]})", "10 %",
               told > 0 and abs(worst[0]) <= 0.1)


def bandwidths(table, results):
    """Every group's bytes a second over the copy-like relu's of the same run."""
    copy = results["copy-like relu"]["fused"]
    roof = (copy["read_bytes"] + copy["write_bytes"]) / time_of(copy)
    table.line("copy-like relu", f"{roof / 1e6:.2f} TB/s")
    for name, plans in results.items():
        for which, least in (("fused", 0.97), ("unfused", 0.95)):
            plan = plans[which]
            if plan["bound"] != "memory":
                table.line(f"{name}, {which}", f"{plan['bound']}-bound by the model")
                continue
            share = (plan["read_bytes"] + plan["write_bytes"]) / time_of(plan) / roof
            table.line(f"{name}, {which}: bytes a second, of the copy's", f"{share:.3f}", least, share >= least)


def model_errors(table, label, results, median_goal, worst_goal):
    errors = {}
    for name, plans in results.items():
        for which, plan in plans.items():
            errors[f"{name}, {which}"] = plan["time_us"] / time_of(plan) - 1
    middle = statistics.median(abs(e) for e in errors.values())
    worst = max(errors, key=lambda name: abs(errors[name]))
    table.line(f"model against measured time, {label}: median of {len(errors)}", f"{100 * middle:.1f} %",
               f"{100 * median_goal:.0f} %", middle <= median_goal)
    table.line(f"  worst: {worst}", percent(errors[worst]), f"{100 * worst_goal:.0f} %" if worst_goal else "",
               abs(errors[worst]) <= worst_goal if worst_goal else None)


def speed_ups(table, results):
    worst, where = 0.0, ""
    for name, plans in results.items():
        if any(plan["bound"] != "memory" for plan in plans.values()):
            continue
        measured = time_of(plans["unfused"]) / time_of(plans["fused"])
        modelled = plans["unfused"]["time_us"] / plans["fused"]["time_us"]
        if abs(modelled / measured - 1) > abs(worst):
            worst, where = modelled / measured - 1, name
    table.line("speed-up, model against measured, memory-bound, worst", f"{percent(worst)} ({where})", "5 %",
               abs(worst) <= 0.05)


def identical(table, results):
    plans = {name: plans["fused"]["verdict"] for name, plans in results.items() if "bf16" not in name}
    same = all(verdict["fused_equals_unfused"] for verdict in plans.values())
    table.line(f"fused equals unfused bit for bit, {len(plans)} f32 pointwise chains", same, True, same)


def ways_to_time(table, onetrip, stream):
    chain = BIG["gelu(x + b)"]
    graph = run(onetrip, chain, "--submit", "graph")
    for which in ("unfused", "fused"):
        off = time_of(graph[which], "batch_time_us") / time_of(stream[which], "batch_time_us") - 1
        table.line(f"{which}: CUDA graph against stream, batch", percent(off), "1 %", abs(off) <= 0.01)
    fresh = [time_of(run(onetrip, chain)["fused"]) for _ in range(5)]
    spread = (max(fresh) - min(fresh)) / statistics.median(fresh)
    table.line("five fresh processes, spread of medians", f"{100 * spread:.2f} %", "1 %", spread <= 0.01)


def kernel_records(table, results, least_us=100):
    """The kernels of one cold run by the card's own clock against the events' median of that plan; gaps between them."""
    worst, plans_told, gaps = 0.0, 0, []
    for name, plans in results.items():
        for which, plan in plans.items():
            told = plan["measured"]["timeline"]
            if told is None:
                table.line(f"{name}, {which}: kernel records", plan["measured"]["no_timeline_because"], "there", False)
                return
            kernels = told["kernels_us"]
            gaps += [after["begin"] - before["end"] for before, after in zip(kernels, kernels[1:])]
            durations = [kernel["end"] - kernel["begin"] for kernel in kernels]
            if min(durations) < least_us:
                continue
            plans_told += 1
            worst = max(worst, sum(durations) / time_of(plan) - 1, key=abs)
    table.line(f"kernels by their records, summed, against events, worst of {plans_told} plans", percent(worst), "2 %",
               plans_told > 0 and abs(worst) <= 0.02)
    if gaps:
        table.line(f"idle time between two kernels, median of {len(gaps)}",
                   f"{statistics.median(gaps):.2f} us, at most {max(gaps):.2f}")


def ladders(table, onetrip):
    """Kernels written by hand beside the generated ones of the same chain; a wrong rung is not timed."""
    results = {}
    for name in LADDERS:
        done = subprocess.run([onetrip, "ladder", name, "--device", "cuda", "--json"], capture_output=True, text=True,
                              timeout=300)
        if done.returncode not in (0, 1) or not done.stdout:
            sys.exit(f"ladder {name}: {done.stderr.strip() or done.returncode}")
        results[name] = json.loads(done.stdout)
        rungs = [plan for plan in results[name]["plans"] if plan["by_hand"]]
        right = [plan["name"] for plan in rungs if plan["verdict"]["passed"]]
        out = [rung for rung in results[name]["left_out"] if rung["name"] not in ("unfused", "fused")]
        others = [rung["name"] for rung in out if "needs a GPU" in rung["why"]]
        table.line(f"ladder {name}: rungs that are right",
                   f"{len(right)} of {len(rungs)}" + (f", {len(others)} for other cards" if others else ""), "all",
                   len(right) == len(rungs) and len(others) == len(out))
        for plan in rungs:
            share, read = plan["speed_of_fused"], plan["measured"]["dram_read_bytes"]
            table.line(f"  {plan['name']}: speed, of the generated fused kernel's",
                       "not timed" if share is None else f"{share:.3f}",
                       "" if read is None else f"read {read / 1e6:.1f} MB")
    return results


HOST = """
#include <cstdio>
__global__ void fill(float* x, long n, unsigned s) {
  for (long i = blockIdx.x * 256l + threadIdx.x; i < n; i += gridDim.x * 256l) x[i] = ((unsigned(i) + s) * 2654435761u >> 9) / 4194304.f;
}
int main() {
  const long n = 16384l * 16384;
  float *x, *b, *y;
  cudaMalloc(&x, n * 4); cudaMalloc(&y, n * 4); cudaMalloc(&b, 16384 * 4);
  fill<<<1024, 256>>>(x, n, 1); fill<<<64, 256>>>(b, 16384, 2);
  for (int i = 0; i < 13; ++i) LAUNCH(x, b, y);
  std::printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
"""


def against_ncu(table, onetrip, ours):
    """The same kernel, as `emit` prints it, in a program of its own under Nsight Compute."""
    text = subprocess.run([onetrip, "emit", BIG["gelu(x + b)"], "--cuts", "none"], capture_output=True, text=True).stdout
    launch = re.search(r"^// (\w+<<<.*>>>)", text, re.M).group(1)
    tool = lambda name: shutil.which(name) or f"/usr/local/cuda/bin/{name}"
    with tempfile.TemporaryDirectory() as folder:
        source, program = f"{folder}/kernel.cu", f"{folder}/kernel"
        with open(source, "w", encoding="utf-8") as file:
            file.write(text + HOST.replace("LAUNCH", launch))
        try:
            subprocess.run([tool("nvcc"), "-arch=native", "-fmad=false", source, "-o", program], check=True)
            done = subprocess.run(
                [tool("ncu"), "--cache-control", "none", "--clock-control", "none", "--csv", "--print-units", "base",
                 "--metrics", "dram__bytes_read.sum,dram__bytes_write.sum", "--kernel-name", "regex:k1_", "--launch-skip", "1",
                 program], capture_output=True, text=True, timeout=300)
        except (OSError, subprocess.CalledProcessError) as error:
            table.line("ncu", f"not compared: {error}")
            return
    rows = [line for line in done.stdout.splitlines() if line.startswith('"')]
    seen = {"read": [], "write": []}
    for row in csv.DictReader(io.StringIO("\n".join(rows))):
        for way in seen:
            if row.get("Metric Name") == f"dram__bytes_{way}.sum":
                seen[way].append(float(row["Metric Value"].replace(",", "")))
    for way, values in seen.items():
        if not values:
            table.line("ncu", f"not compared: {(done.stdout + done.stderr).strip()[-200:]}")
            return
        off = ours["fused"]["measured"]["levels"]["batch"]["dram"][f"{way}_bytes"] / statistics.median(values) - 1
        table.line(f"gelu(x + b), fused: our DRAM {way} bytes back to back, against ncu's ({len(values)} launches)", percent(off),
                   "0.5 %", abs(off) <= 0.005)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("onetrip")
    parser.add_argument("--ncu", action="store_true", help="compare with Nsight Compute")
    parser.add_argument("--json", help="keep every result here")
    options = parser.parse_args()
    table = Table()
    big = {name: run(options.onetrip, chain) for name, chain in BIG.items()}
    rows = {name: run(options.onetrip, chain) for name, chain in ROWS.items()}
    presets = {name: run(options.onetrip, name) for name in PRESETS}
    small = {f"gelu(x + b), {n} x {n}": run(options.onetrip, f"x: f32[{n}, {n}]; b: f32[{n}]; y = gelu(x + b)")
             for n in SIZES}
    sizes = {f"gelu(x + b), {n} x {n}": run(options.onetrip, f"x: f32[{n}, {n}]; b: f32[{n}]; y = gelu(x + b)")
             for n in LADDER_OF_SIZES}
    bytes_against_rule(table, "large", big)
    bytes_against_rule(table, "8 MB to 1 GB", sizes)
    bytes_against_rule(table, "rows", rows)
    l2_against_model(table, {**big, **sizes, **rows})
    bandwidths(table, big)
    copy = big["copy-like relu"]["fused"]
    roof = (copy["read_bytes"] + copy["write_bytes"]) / time_of(copy)
    for name, plans in rows.items():
        plan = plans["fused"]
        table.line(f"{name}, fused: bytes a second, of the copy's",
                   f"{(plan['read_bytes'] + plan['write_bytes']) / time_of(plan) / roof:.3f}")
    model_errors(table, "presets and large chains", {**presets, **big, **rows}, 0.05, 0.12)
    model_errors(table, "64 KiB to 128 MiB", small, 0.15, None)
    speed_ups(table, {**big, **presets})
    identical(table, big)
    ways_to_time(table, options.onetrip, big["gelu(x + b)"])
    kernel_records(table, {**big, **rows})
    climbed = ladders(table, options.onetrip)
    if options.ncu:
        against_ncu(table, options.onetrip, big["gelu(x + b)"])
    table.show()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"big": big, "rows": rows, "presets": presets, "small": small, "sizes": sizes, "ladders": climbed, "table": table.lines}, file)
    return 1 if table.misses else 0


if __name__ == "__main__":
    sys.exit(main())
