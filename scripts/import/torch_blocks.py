#!/usr/bin/env python3
"""Five blocks in PyTorch: op by op, with the library's epilogues, compiled, and compiled with autotuning.

torch_blocks.py [-o FOLDER] [--seconds N] [--dry-run] [BLOCK...]: one file a block, FOLDER/BLOCK.json (FOLDER is assets/imported
without -o): times, and which values of the chain each kernel made, for Onetrip, which shows it as *imported*. Random data, each
output first compared with float64 on chosen rows; kernels as the profiler tells them; samples of five calls between CUDA events,
ways in turns, medians. What does not work, does not match, or comes after N seconds is left out and named under `missing`. --dry-run
prints what would run, and needs no PyTorch.
"""
import argparse
import json
import pathlib
import re
import time

import blocks
import mapping
import timing

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "assets" / "imported"
COMMAND = "scripts/import/torch_blocks.py"
ANNOTATION = re.compile(r"^(##|Torch-Compiled|CompiledF|ProfilerStep|nccl)")
WHOLE_ROWS = 4  # compared with float64

# A way of a block: name, label, how its function is made from that of the block ("plain": as it is), whether the bias of a product is
# known to be a kernel's of its own (None: the kernels' names must tell).
EAGER = ("eager", "an op a kernel", "plain", True)
COMPILED = ("compiled", "torch.compile", "compile", None)
AUTOTUNED = ("autotuned", "torch.compile, max-autotune", "autotune", None)
ADDMM = ("F.linear", "the library adds the bias", "linear", None)
EPILOGUE = ("epilogue", "the library's own bias and GELU", "epilogue", False)
WAYS = {
    "linear-gelu": (EAGER, ADDMM, EPILOGUE, COMPILED, AUTOTUNED),
    "linear-residual": (EAGER, ADDMM, COMPILED),
    "gate-up": (EAGER, COMPILED),
    "qkv": (EAGER, COMPILED),
    "norm-linear": (EAGER, COMPILED),
}


def functions():
    """The blocks as PyTorch writes them, by block and by how."""
    import torch
    import torch.nn.functional as F

    def gelu(x):
        return F.gelu(x, approximate="tanh")

    plain = {
        "linear-gelu": lambda x, w, b: gelu(x @ w + b),
        "linear-residual": lambda x, w, b, r: r + gelu(x @ w + b),
        "gate-up": lambda x, wg, wu: F.silu(x @ wg) * (x @ wu),
        "qkv": lambda x, wq, wk, wv: (x @ wq, x @ wk, x @ wv),
        "norm-linear": lambda x, g, w: F.rms_norm(x, (x.shape[-1],), g, blocks.EPSILON) @ w,
    }
    linear = {
        "linear-gelu": lambda x, w, b: gelu(torch.addmm(b, x, w)),
        "linear-residual": lambda x, w, b, r: r + gelu(torch.addmm(b, x, w)),
    }
    # cuBLASLt's GELU is the one by tanh.
    epilogue = {"linear-gelu": lambda x, w, b: torch._addmm_activation(b, x, w, use_gelu=True)}
    return {"plain": plain, "linear": linear, "epilogue": epilogue}


def made(block, how):
    import torch

    known = functions()
    if how in ("compile", "autotune"):
        torch._dynamo.reset()
        options = {"mode": "max-autotune-no-cudagraphs"} if how == "autotune" else {}
        return torch.compile(known["plain"][block.name], **options)
    return known[how][block.name]


def inputs_of(block):
    """Random, of one seed for every way."""
    import torch

    torch.manual_seed(1)
    made_of = {}
    for name, shape in block.shapes.items():
        made_of[name] = (torch.randn(*shape, device="cuda") * block.scales.get(name, 1)).to(torch.bfloat16)
    return made_of


def reference(block, inputs, rows):
    """In float64, of these rows."""
    import torch
    import torch.nn.functional as F

    wide = {k: (v[rows] if k in ("x", "r") else v).double() for k, v in inputs.items()}
    x = wide["x"]
    gelu = lambda t: F.gelu(t, approximate="tanh")
    if block.name == "linear-gelu":
        return [gelu(x @ wide["w"] + wide["b"])]
    if block.name == "linear-residual":
        return [wide["r"] + gelu(x @ wide["w"] + wide["b"])]
    if block.name == "gate-up":
        return [F.silu(x @ wide["wg"]) * (x @ wide["wu"])]
    if block.name == "qkv":
        return [x @ wide[w] for w in ("wq", "wk", "wv")]
    scale = torch.rsqrt((x * x).mean(-1, keepdim=True) + blocks.EPSILON)
    return [x * scale * wide["g"] @ wide["w"]]


def error(output, expected, rows):
    """The largest difference; raises where one is more than a few roundings to bf16."""
    outputs = output if isinstance(output, tuple) else (output,)
    if len(outputs) != len(expected):
        raise ValueError(f"{len(outputs)} outputs")
    worst = 0.0
    for got, want in zip(outputs, expected):
        off = (got[rows].double() - want).abs()
        if not bool((off <= 0.03 + 0.03 * want.abs()).all()):
            raise ValueError(f"differs from float64 by {off.max().item():.3g}")
        worst = max(worst, off.max().item())
    return worst


def ran(call, inputs):
    """[(name, None)]: kernels of one call in their order, as the profiler tells them."""
    import torch
    from torch.autograd import DeviceType
    from torch.profiler import ProfilerActivity, profile

    for _ in range(2):  # a first profile may come back empty
        torch.cuda.synchronize()
        with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as told:
            call(*inputs)
            torch.cuda.synchronize()
        events = [e for e in told.events() if e.device_type == DeviceType.CUDA and not getattr(e, "is_user_annotation", False)]
        events = [e for e in events if not ANNOTATION.match(e.name)]
        if events:
            return [(e.name, None) for e in sorted(events, key=lambda e: e.time_range.start)]
    raise RuntimeError("the profiler tells of no kernel")


def code_tells_bias(call, inputs):
    """Whether Inductor's own code adds a product's bias apart: None where it does not tell."""
    from torch._inductor.utils import run_and_get_code

    code = "\n".join(run_and_get_code(call, *inputs)[1])
    if not code:
        return None
    return not re.search(r"extern_kernels\.(bias_)?addmm\(|_addmm_activation", code)


def prepared(block, way, inputs, expected, rows):
    """A way that was compared and whose kernels are known; raises where it cannot be had."""
    import torch

    name, label, how, bias_apart = way
    call = made(block, how)
    arguments = list(inputs.values())
    if how in ("compile", "autotune"):
        try:
            bias_apart = code_tells_bias(call, arguments)
        except Exception as e:  # its names may tell all the same
            print(f"  {block.name}, {name}: the code is not told, {timing.one_line(e)}", flush=True)
    wrong = error(call(*arguments), expected, rows)
    kernels = mapping.kernels(block.makes, ran(call, arguments), bias_apart)
    torch.cuda.synchronize()
    return {"name": name, "label": label, "error": wrong, "kernels": kernels, "samples": [],
            "sample": lambda: timing.sample(call, arguments)}


def as_written(way):
    """As its file has it."""
    return {"name": way["name"], "label": way["label"], "time_us": timing.summary(way["samples"]), "max_abs_error": way["error"],
            "kernels": way["kernels"]}


def run(block, folder, until, ways, found):
    """Adds to `found` and writes it after each way."""
    import torch

    rows = torch.linspace(0, block.shapes["x"][0] - 1, WHOLE_ROWS, device="cuda").long()
    inputs = inputs_of(block)
    expected = reference(block, inputs, rows)
    ready = []

    def keep():
        names = [way["name"] for way in ready]
        found["ways"] = [one for one in found["ways"] if one["name"] not in names] + [as_written(way) for way in ready]
        if found["ways"]:
            timing.write(folder / f"{block.name}.json", found)

    for way in ways:
        begin = time.monotonic()
        if begin > until:
            found["missing"][way[0]] = "no time was left"
            continue
        try:
            one = prepared(block, way, inputs, expected, rows)
            one["sample"]()
            one["samples"] = [one["sample"]() for _ in range(3)]
        except Exception as e:  # whatever a way throws, the others go on
            found["missing"][way[0]] = timing.one_line(e)
            print(f"  {block.name}, {way[0]}: left out, {timing.one_line(e)}", flush=True)
            continue
        ready.append(one)
        keep()
        print(f"  {block.name}, {way[0]}: {len(one['kernels'])} kernels, ready in {time.monotonic() - begin:.1f} s", flush=True)
    for way in ready:
        way["samples"] = []
    timing.in_turns(ready, lambda: keep() if all(way["samples"] for way in ready) else None, until)
    keep()
    del inputs, expected, ready
    torch.cuda.empty_cache()


def print_plan(chosen):
    """What would run, as JSON."""
    print(json.dumps({"blocks": [{"name": one.name, "what": one.what, "chain": one.chain,
                                  "makes": [{"word": word, "values": list(values)} for word, values in one.makes],
                                  "ways": [way[0] for way in WAYS[one.name]]} for one in chosen]}, indent=2))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", metavar="FOLDER", type=pathlib.Path, default=FOLDER, help="where the files go")
    parser.add_argument("--seconds", type=float, default=75, help="begin no way after so many")
    parser.add_argument("--dry-run", action="store_true", help="print what would run")
    parser.add_argument("blocks", nargs="*", metavar="BLOCK")
    asked = parser.parse_args()
    chosen = blocks.named(asked.blocks)
    if asked.dry_run:
        return print_plan(chosen)
    import torch

    until = time.monotonic() + asked.seconds
    files = {one.name: timing.head(one.what, "PyTorch", torch.__version__, COMMAND, {"chain": one.chain}) for one in chosen}
    with torch.no_grad():
        # Autotuning takes long: after all else.
        for late in (False, True):
            for one in chosen:
                ways = [way for way in WAYS[one.name] if (way[2] == "autotune") == late]
                if ways:
                    try:
                        run(one, asked.o, until, ways, files[one.name])
                    except Exception as e:
                        files[one.name]["missing"].setdefault("block", timing.one_line(e))
                        print(f"  {one.name}: {timing.one_line(e)}", flush=True)
    left_out = sum(len(file["missing"]) for file in files.values())
    print(f"{sum(len(file['ways']) for file in files.values())} ways of {len(files)} blocks, {left_out} left out")
    return None


if __name__ == "__main__":
    main()
