#!/usr/bin/env python3
"""What a card must show of attention, measured by `onetrip run`: every shape right, one kernel against the plans that
write the square of scores, and, where PyTorch is, beside its kernels in the same minute.

attention.py ONETRIP [--json FILE] [--quick]: prints one table; exits 1 if a line misses its goal.
"""
import argparse
import json
import subprocess
import sys

from products import run, wrong_plans

PLAIN, CAUSAL = "softmax(q @ transpose(k) * {scale})", "softmax(causal(q @ transpose(k) * {scale}))"


def chain(dtype, batch, heads, shared, queries, keys, head, score, width=None):
    tensor = lambda name, h, rows, columns: f"{name}: {dtype}[{batch}, {h}, {rows}, {columns}]; "
    width = width or head
    return (tensor("q", heads, queries, head) + tensor("k", shared, keys, head) + tensor("v", shared, keys, width) +
            "o = " + score.format(scale=round(head ** -0.5, 4)) + " @ v")


def paged(dtype, batch, heads, shared, queries, page, pages, head, score, pool=None):
    """The same over a cache in pages: one table for keys and values; the pool has twice as many pages as are named."""
    pool = pool or 2 * batch * pages
    cache = lambda name: f"{name}: {dtype}[{pool}, {shared}, {page}, {head}]; "
    return (f"q: {dtype}[{batch}, {heads}, {queries}, {head}]; " + cache("a") + cache("b") + f"t: i32[{batch}, {pages}]; "
            "k = gather(a, t); v = gather(b, t); o = " + score.format(scale=round(head ** -0.5, 4)) + " @ v")


RIGHT = {}
for kind, score in (("full", PLAIN), ("causal", CAUSAL)):
    for dtype in ("f32", "f16", "bf16"):
        RIGHT[f"{dtype} 63, d 40, {kind}"] = chain(dtype, 1, 2, 2, 63, 63, 40, score)
        RIGHT[f"{dtype} 1000, d 128, {kind}"] = chain(dtype, 2, 4, 4, 1000, 1000, 128, score)
        RIGHT[f"{dtype} heads 8:1, 300 x 4097, d 64, {kind}"] = chain(dtype, 1, 8, 1, 300, 4097, 64, score)
    RIGHT[f"bf16 1, d 16, {kind}"] = chain("bf16", 1, 1, 1, 1, 1, 16, score)
    RIGHT[f"bf16 d 256, {kind}"] = chain("bf16", 1, 2, 2, 300, 300, 256, score)
    RIGHT[f"bf16 more queries than keys, {kind}"] = chain("bf16", 1, 2, 2, 500, 130, 64, score)
    RIGHT[f"bf16 one query, 8:1, 4097 keys, {kind}"] = chain("bf16", 2, 32, 4, 1, 4097, 128, score)
    RIGHT[f"f32 one query, 5000 keys, {kind}"] = chain("f32", 1, 2, 2, 1, 5000, 64, score)
RIGHT["bf16 a tanh cap"] = chain("bf16", 2, 4, 4, 700, 700, 128, "softmax(tanh(q @ transpose(k) / 30) * 30)")
RIGHT["bf16 peaked"] = chain("bf16", 2, 4, 4, 700, 700, 128, "softmax(q @ transpose(k) * 4)")
RIGHT["f16 a mask that is added"] = ("m: f16[700, 700]; " +
                                     chain("f16", 2, 4, 4, 700, 700, 64, "softmax(q @ transpose(k) * {scale} + m)"))
RIGHT["bf16 first tiles masked"] = ("q: bf16[700, 64]; k: bf16[700, 64]; v: bf16[700, 64]; z: bf16[700, 700]; "
                                    "o = softmax(q @ transpose(k) * 0.125 + transpose(causal(z))) @ v")
RIGHT["bf16 heads in place"] = ("x: bf16[2, 512, 1024]; y: bf16[2, 512, 256]; z: bf16[2, 512, 256]; "
                                "o = softmax(causal(heads(x, 8) @ transpose(heads(y, 2)) * 0.0884)) @ heads(z, 2)")
RIGHT["bf16 values of another width"] = chain("bf16", 2, 4, 4, 600, 600, 128, PLAIN, width=64)
for dtype in ("f32", "f16", "bf16"):
    RIGHT[f"{dtype} one query, pages of 16"] = paged(dtype, 2, 32, 4, 1, 16, 300, 128, PLAIN)
    RIGHT[f"{dtype} pages of 7, causal"] = paged(dtype, 2, 8, 2, 300, 7, 100, 64, CAUSAL)
    RIGHT[f"{dtype} rows of a table"] = f"e: {dtype}[5000, 96]; t: i32[777]; y = gather(e, t) * 2"
RIGHT["bf16 pages of 256"] = paged("bf16", 2, 8, 2, 500, 256, 5, 128, CAUSAL)
RIGHT["bf16 pages of 1, d 40"] = paged("bf16", 1, 4, 4, 1, 1, 3000, 40, PLAIN)
RIGHT["bf16 pages that are named again"] = paged("bf16", 2, 8, 8, 1, 16, 300, 128, PLAIN, pool=99)
SHAPE = dict(batch=4, heads=16, shared=16, queries=4096, keys=4096)
TIMED = {
    "bf16 (4, 16, 4096, 128)": (chain("bf16", head=128, score=PLAIN, **SHAPE), (4, 16, 16, 4096, 4096, 128, False)),
    "the same, causal": (chain("bf16", head=128, score=CAUSAL, **SHAPE), (4, 16, 16, 4096, 4096, 128, True)),
    "d = 64": (chain("bf16", head=64, score=PLAIN, **SHAPE), (4, 16, 16, 4096, 4096, 64, False)),
    "f32 (1, 8, 2048, 64)": (chain("f32", 1, 8, 8, 2048, 2048, 64, PLAIN), None),
    "decode, 16 x 32:8 over 8192": (chain("bf16", 16, 32, 8, 1, 8192, 128, PLAIN), (16, 32, 8, 1, 8192, 128, False)),
    "decode, 1 x 32:8 over 131072": (chain("bf16", 1, 32, 8, 1, 131072, 128, PLAIN), (1, 32, 8, 1, 131072, 128, False)),
    "paged by 16, 16 x 32:8 over 8192": (paged("bf16", 16, 32, 8, 1, 16, 512, 128, PLAIN), None),
    "paged by 256, 16 x 32:8 over 8192": (paged("bf16", 16, 32, 8, 1, 256, 32, 128, PLAIN), None),
    "paged by 16, 1 x 32:8 over 131072": (paged("bf16", 1, 32, 8, 1, 16, 8192, 128, PLAIN), None),
}


# Ladders at sizes that end inside a tile, and as long as caches are.
CLIMBED = [("attention", n) for n in (1, 129, 1000)] + [("decode", n) for n in (1, 257, 1024, 131072)] + \
    [(name, n) for name in ("cross-entropy", "experts", "combine") for n in (1, 129, 1000)]


def climbed(onetrip, name, size):
    """Rungs that are wrong, or why nothing was climbed; empty where all are right."""
    done = subprocess.run([onetrip, "ladder", name, "--size", str(size), "--device", "cuda", "--json", "--quick"],
                          capture_output=True, text=True, timeout=280)
    try:
        rungs = [plan for plan in json.loads(done.stdout)["plans"] if plan["by_hand"]]
    except (ValueError, KeyError):
        return done.stderr.strip() or f"exit {done.returncode}"
    return "; ".join(p["name"] + ": " + p["verdict"]["worst"] for p in rungs if not p["verdict"]["passed"])


def torch_times(shape):
    """Milliseconds of PyTorch's fused kernels, by name; empty without PyTorch."""
    try:
        import torch
        import torch.nn.functional as F
        from torch.nn.attention import SDPBackend, sdpa_kernel
    except ImportError:
        return {}
    batch, heads, shared, queries, keys, head, causal = shape
    q = torch.randn(batch, heads, queries, head, device="cuda", dtype=torch.bfloat16)
    k, v = (torch.randn(batch, shared, keys, head, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    times = {}
    for name, backend in (("flash", SDPBackend.FLASH_ATTENTION), ("cuDNN", SDPBackend.CUDNN_ATTENTION)):
        try:
            with sdpa_kernel(backend):
                call = lambda: F.scaled_dot_product_attention(q, k, v, is_causal=causal, enable_gqa=heads != shared)
                for _ in range(3):
                    call()
                samples = []
                for _ in range(15):
                    begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
                    begin.record()
                    for _ in range(5):
                        call()
                    end.record()
                    torch.cuda.synchronize()
                    samples.append(begin.elapsed_time(end) / 5)
                times[name] = sorted(samples)[len(samples) // 2]
        except RuntimeError:
            continue
    del q, k, v
    torch.cuda.empty_cache()
    return times


def main():
    options = argparse.ArgumentParser()
    options.add_argument("onetrip")
    options.add_argument("--json")
    options.add_argument("--quick", action="store_true", help="the shapes that must be right alone")
    given = options.parse_args()
    lines, missed, all_told = 0, 0, {}

    def line(what, value, good=None):
        nonlocal lines, missed
        lines += 1
        missed += good is False
        print(f"{what:44} {value}{'' if good is not False else '   MISSED'}", flush=True)

    for what, text in RIGHT.items():
        told = run(given.onetrip, text, "--quick")
        all_told[what] = told
        plans = told.get("plans", [])
        wrong = wrong_plans(plans)
        good = bool(plans) and not wrong
        line("right: " + what, "ok" if good else "; ".join(wrong) or told.get("failed", "no plans"), good)
    for name, size in CLIMBED:
        wrong = climbed(given.onetrip, name, size)
        line(f"right: ladder {name}, {size}", wrong or "ok", not wrong)
    for what, (text, shape) in {} if given.quick else TIMED.items():
        # Of eager PyTorch's softmax over rows this long nothing is known.
        told = run(given.onetrip, text, *([] if "131072" in text or "over 131072" in what else ["--cuts", "eager"]))
        all_told[what] = told
        plans = {p["name"]: p for p in told.get("plans", [])}
        if "fused" not in plans or not plans["fused"].get("measured", {}).get("batch_time_us"):
            line(what, told.get("failed", "not timed: " + "; ".join(p.get("verdict", {}).get("worst", "") for p in plans.values())), False)
            continue
        time = {name: p["measured"]["batch_time_us"]["median"] / 1e3 for name, p in plans.items()}
        others = torch_times(shape) if shape else {}
        all_told[what]["torch_ms"] = others
        text = "  ".join(f"{name} {t:.3f} ms" for name, t in {**time, **others}.items())
        for name, t in others.items():
            text += f"  {name}/fused {t / time['fused']:.3f}"
        line(what, text)
    if given.json:
        with open(given.json, "w") as file:
            json.dump(all_told, file)
    print(f"{missed} of {lines} lines missed their goal." if missed else f"All {lines} lines reached their goal.")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
