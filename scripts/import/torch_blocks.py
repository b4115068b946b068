#!/usr/bin/env python3
"""Blocks in PyTorch: op by op, with the library's epilogues, by one call of its own, compiled, and compiled with autotuning; some of
them by Triton kernels of ours and by Liger's.

torch_blocks.py [-o FOLDER] [--seconds N] [--dry-run] [BLOCK...]: one file a block, FOLDER/BLOCK.json (FOLDER is assets/imported
without -o): times, and which values of the chain each kernel made, for Onetrip, which shows it as *imported*. Random data, each
output first compared with float64 on chosen rows; kernels as the profiler tells them; samples of several calls between CUDA events,
ways in turns, medians. Of what is compiled also what its logs say of ops that it left apart; of one token's ops also how busy the GPU
calls itself. What does not work, does not match, or comes after N seconds is left out and named under `missing`; what ran but could
not be told apart is kept in FOLDER/untold, to look at. --dry-run prints what would run, and needs no PyTorch.
"""
import argparse
import json
import os
import pathlib
import re
import time
import typing

import blocks
import busy
import mapping
import reasons
import timing
import torch_functions

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "assets" / "imported"
COMMAND = "scripts/import/torch_blocks.py"
ANNOTATION = re.compile(r"^(##|Torch-Compiled|CompiledF|ProfilerStep|nccl)")
WHOLE_ROWS = 4  # compared with float64
COMPILES = ("compile", "autotune")


class Way(typing.NamedTuple):
    """A way of a block."""

    name: str
    label: str
    how: str  # its function: of torch_functions, or made from the plain one ("compile", "autotune", "graph")
    bias_apart: bool | None = None  # whether a product's bias is known to be a kernel's of its own (None: the kernels' names must tell)
    each: bool = False  # the function calls one op after the other, as the chain has them
    program: str = ""  # where it is not PyTorch's: the package that has the version too


EAGER = Way("eager", "an op a kernel", "plain", True)
COMPILED = Way("compiled", "torch.compile", "compile")
AUTOTUNED = Way("autotuned", "torch.compile, max-autotune", "autotune")
ADDMM = Way("F.linear", "the library adds the bias", "linear")
EPILOGUE = Way("epilogue", "the library's own bias and GELU", "epilogue", False)
EACH = EAGER._replace(each=True)
TRITON = Way("Triton", "one kernel, written by hand", "triton", program="triton")
LIGER = Way("Liger", "Liger's kernel, written by hand in Triton", "liger", program="liger-kernel")
GRAPH = Way("graph", "an op a kernel, all in one CUDA graph", "graph", each=True)
OWN = "own"
WAYS = {
    "linear-gelu": (EAGER, ADDMM, EPILOGUE, COMPILED, AUTOTUNED),
    "linear-residual": (EAGER, ADDMM, COMPILED, AUTOTUNED),
    "gate-up": (EAGER, COMPILED, AUTOTUNED),
    "qkv": (EAGER, COMPILED, AUTOTUNED),
    "norm-linear": (EAGER, COMPILED, AUTOTUNED),
    "block": (EAGER, COMPILED, AUTOTUNED),
    "logits-lse": (EACH, COMPILED),
    "bias-gelu": (EACH, COMPILED, TRITON),
    "rmsnorm": (EACH, Way("F.rms_norm", "one call of its own", OWN), COMPILED, TRITON, LIGER),
    "softmax": (EACH, Way("F.softmax", "one call of its own", OWN), COMPILED, TRITON),
    "adam": (EACH, Way("fused Adam", "one call of its own, in place", OWN), COMPILED),
    "token": (EACH, GRAPH, COMPILED),
}
WATCHED = ("token",)  # how busy does the GPU call itself?


def in_a_graph(call, arguments):
    """The same kernels, started at once."""
    import torch

    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        call(*arguments)
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        output = call(*arguments)

    def replay(*_):
        graph.replay()
        return output

    return replay


def made(block, how, arguments):
    import torch

    if how in COMPILES:
        torch._dynamo.reset()
        options = {"mode": "max-autotune-no-cudagraphs"} if how == "autotune" else {}
        return torch.compile(torch_functions.function("plain", block.name), **options)
    if how == "graph":
        return in_a_graph(torch_functions.function("plain", block.name), arguments)
    return torch_functions.function(how, block.name)


def version_of(package):
    import importlib.metadata

    return importlib.metadata.version(package)


def inputs_of(block):
    """Random, of one seed for every way."""
    import torch

    torch.manual_seed(1)
    made_of = {}
    for name, shape in block.shapes.items():
        random = torch.randn(*shape, device="cuda") * block.scales.get(name, 1)
        if name == "v":
            random = random.abs()  # Adam's mean of squares is never below 0
        made_of[name] = random.to(torch.bfloat16) if block.dtype == "bf16" else random
    return made_of


def error(output, expected, rows, tolerance):
    """The largest difference; raises where one is more than a few roundings of it, or of the largest number where none is near 1."""
    outputs = output if isinstance(output, tuple) else (output,)
    if len(outputs) != len(expected):
        raise ValueError(f"{len(outputs)} outputs")
    worst = 0.0
    for got, want in zip(outputs, expected):
        off = (got[rows].double() - want).abs()
        if not bool((off <= tolerance * want.abs().max().clamp(max=1) + tolerance * want.abs()).all()):
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


def told_by_compiler(call, arguments, way, name):
    """(whether a bias is added apart, what its logs say): the first call compiles."""
    said, bias_apart = [], way.bias_apart
    try:
        with reasons.listening() as said:
            bias_apart = code_tells_bias(call, arguments)
    except Exception as e:  # its names may tell all the same
        print(f"  {name}, {way.name}: the code is not told, {timing.one_line(e)}", flush=True)
    return bias_apart, said


def kernels_of(block, way, names, bias_apart):
    if way.each:
        return mapping.op_by_op(block.makes, names)
    return mapping.kernels(block.makes, names, bias_apart)


def keep_untold(folder, block, way, names, why):
    """For a person to look at: what ran."""
    path = folder / "untold" / f"{block.name}-{way}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{why}\n" + "".join(f"{name}\n" for name, *_ in names), encoding="utf-8")


def prepared(block, way, inputs, expected, rows, folder):
    """A way that was compared and whose kernels are known; raises where it cannot be had."""
    import torch

    arguments = list(inputs.values())
    if way.how == OWN and block.name == "adam":
        arguments = [one.clone() for one in arguments]  # it works in place
    call = made(block, way.how, arguments)
    bias_apart, said = way.bias_apart, []
    if way.how in COMPILES:
        bias_apart, said = told_by_compiler(call, arguments, way, block.name)
    wrong = error(call(*arguments), expected, rows, block.tolerance)
    names = ran(call, arguments)
    try:
        kernels = kernels_of(block, way, names, bias_apart)
    except mapping.Untold as e:
        keep_untold(folder, block, way.name, names, e)
        raise
    torch.cuda.synchronize()
    found = {"name": way.name, "label": way.label, "error": wrong, "kernels": kernels, "samples": [],
             "sample": lambda: timing.sample(call, arguments, block.calls)}
    if way.program:
        found |= {"program": {"triton": "Triton", "liger-kernel": "Liger"}[way.program], "version": version_of(way.program)}
    if said:
        found["said"] = said
    if block.name in WATCHED:
        found["busy"] = watched(call, arguments)
    return found


def watched(call, arguments):
    import torch

    def many():
        for _ in range(200):
            call(*arguments)
        torch.cuda.synchronize()

    return busy.watched(many)


def as_written(way):
    """As its file has it."""
    more = {key: way[key] for key in ("program", "version", "said", "busy") if key in way}
    return {"name": way["name"], "label": way["label"], **more, "time_us": timing.summary(way["samples"]),
            "max_abs_error": way["error"], "kernels": way["kernels"]}


def run(block, folder, until, ways, found):
    """Adds to `found` and writes it after each way."""
    if time.monotonic() > until:
        found["missing"] |= {way.name: "no time was left" for way in ways}
        return
    import torch

    count = next(iter(block.shapes.values()))[0]
    rows = torch.linspace(0, count - 1, min(WHOLE_ROWS, count), device="cuda").long()
    inputs = inputs_of(block)
    expected = torch_functions.reference(block, inputs, rows)
    ready = []

    def keep():
        names = [way["name"] for way in ready]
        found["ways"] = [one for one in found["ways"] if one["name"] not in names] + [as_written(way) for way in ready]
        if found["ways"]:
            timing.write(folder / f"{block.name}.json", found)

    for way in ways:
        begin = time.monotonic()
        if begin > until:
            found["missing"][way.name] = "no time was left"
            continue
        try:
            one = prepared(block, way, inputs, expected, rows, folder)
            one["sample"]()
            one["samples"] = [one["sample"]() for _ in range(3)]
        except Exception as e:  # whatever a way throws, the others go on
            found["missing"][way.name] = timing.one_line(e)
            print(f"  {block.name}, {way.name}: left out, {timing.one_line(e)}", flush=True)
            continue
        ready.append(one)
        keep()
        print(f"  {block.name}, {way.name}: {len(one['kernels'])} kernels, ready in {time.monotonic() - begin:.1f} s", flush=True)
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
                                  "ways": [way.name for way in WAYS[one.name]]} for one in chosen]}, indent=2))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", metavar="FOLDER", type=pathlib.Path, default=FOLDER, help="where the files go")
    parser.add_argument("--seconds", type=float, default=170, help="begin no way after so many")
    parser.add_argument("--dry-run", action="store_true", help="print what would run")
    parser.add_argument("blocks", nargs="*", metavar="BLOCK")
    asked = parser.parse_args()
    chosen = blocks.named(asked.blocks)
    if asked.dry_run:
        return print_plan(chosen)
    os.environ.setdefault("TORCHINDUCTOR_FORCE_DISABLE_CACHES", "1")  # from a cache it would not say what it left apart
    import torch

    until = time.monotonic() + asked.seconds
    files = {one.name: timing.head(one.what, "PyTorch", torch.__version__, COMMAND, {"chain": one.chain}) for one in chosen}
    with torch.no_grad():
        # Autotuning takes long: after all else.
        for late in (False, True):
            for one in chosen:
                ways = [way for way in WAYS[one.name] if (way.how == "autotune") == late]
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
