#!/usr/bin/env python3
"""What a card must show of matrix products, measured by `onetrip run`: every shape right, fused against three kernels
and against the library's own epilogue, bytes and time against the model.

products.py ONETRIP [--json FILE] [--quick]: prints one table; exits 1 if a line misses its goal. Standard library only.
"""
import argparse
import json
import subprocess
import sys

RIGHT = {  # small and odd: every dtype, both operands transposed, batches, grouped heads, several results
    "1 7 8191": "x: bf16[7, 8191]; w: bf16[8191, 1]; y = relu(x @ w)",
    "8191 7 1": "x: f16[8191, 1]; w: f16[1, 7]; b: f16[7]; y = gelu(x @ w + b)",
    "odd f32": "x: f32[131, 257]; w: f32[257, 99]; b: f32[99]; y = silu(x @ w + b)",
    "odd bf16": "x: bf16[1000, 1000]; w: bf16[1000, 1001]; r: bf16[1000, 1001]; y = relu(x @ w) + r",
    "right transposed": "x: bf16[512, 384]; w: bf16[640, 384]; y = relu(x @ transpose(w))",
    "left transposed": "x: f16[384, 512]; w: f16[384, 640]; y = relu(transpose(x) @ w)",
    "both transposed": "x: f32[96, 72]; w: f32[56, 96]; y = abs(transpose(x) @ transpose(w))",
    "batch": "x: bf16[3, 5, 64, 96]; w: bf16[3, 5, 96, 80]; y = relu(x @ w)",
    "grouped heads": "q: bf16[2, 8, 128, 64]; k: bf16[2, 2, 96, 64]; s = (q @ transpose(k)) * 0.125",
    "heads in place": "x: bf16[2, 64, 512]; z: bf16[2, 96, 128]; s = relu(heads(x, 8) @ transpose(heads(z, 2)))",
    "row statistic": "x: bf16[256, 512]; w: bf16[512, 384]; r: bf16[256, 1]; y = (x @ w) * r",
    "two outputs": "x: bf16[256, 512]; w: bf16[512, 384]; h = x @ w; y = gelu(h)\nout h, y",
    "three siblings": "x: bf16[256, 512]; a: bf16[512, 384]; b: bf16[512, 128]; c: bf16[512, 128]; q = x @ a; k = x @ b; v = x @ c; out q, k, v",
    "siblings of a norm": "x: bf16[256, 512]; g: bf16[512]; a: bf16[512, 384]; b: bf16[512, 128]; h = rmsnorm(x, g); q = h @ a; k = h @ b; out q, k",
    "gate and up": "x: bf16[256, 512]; g: bf16[512, 768]; u: bf16[512, 768]; y = silu(x @ g) * (x @ u)",
    "few rows": "x: bf16[5, 2048]; w: bf16[2048, 1024]; b: bf16[1024]; y = gelu(x @ w + b)",
    "log-sum-exp": "x: bf16[1000, 512]; w: bf16[512, 8192]; z = x @ w; m = max(z); e = exp(z - m); s = sum(e); y = log(s) + m",
    "log-sum-exp, odd": "x: bf16[131, 257]; w: bf16[257, 999]; z = (x @ w) * 0.1; m = max(z); e = exp(z - m); s = sum(e); y = log(s) + m\nout z, m, y",
    "cross-entropy": "x: bf16[1000, 512]; w: bf16[512, 8192]; t: i32[1000]; y = cross_entropy(x @ w, t)",
    "cross-entropy, odd": "x: bf16[131, 257]; w: bf16[257, 999]; t: i32[131]; z = (x @ w) * 0.1; y = cross_entropy(z, t)\nout z, y",
    "cross-entropy f32": "x: f32[300, 129]; w: f32[1000, 129]; t: i32[300]; y = cross_entropy(x @ transpose(w), t)",
    "cross-entropy, few rows": "x: bf16[7, 512]; w: bf16[512, 8191]; t: i32[7]; y = cross_entropy(x @ w, t)",
    "cross-entropy, batch": "q: bf16[2, 8, 128, 64]; k: bf16[2, 2, 320, 64]; t: i32[2, 8, 128]; y = cross_entropy(q @ transpose(k), t)",
    "router": "x: bf16[8192, 1024]; w: bf16[1024, 64]; r = x @ w; p = softmax(topk(r, 2)); i = topk_index(r, 2)\nout p, i",
    "largest, odd": "x: bf16[131, 257]; w: bf16[257, 999]; z = (x @ w) * 0.1; v = topk(z, 8); i = topk_index(z, 5)\nout z, v, i",
    "largest f32": "x: f32[300, 129]; w: f32[1000, 129]; i = argmax(x @ transpose(w))",
    "sampling": "x: bf16[64, 512]; w: bf16[512, 32768]; g: bf16[64, 32768]; i = argmax(x @ w * 1.25 + g)",
    "largest, few rows": "x: bf16[7, 512]; w: bf16[512, 8191]; r = x @ w; v = topk(r, 8); i = topk_index(r, 8)\nout v, i",
    "row sums f32": "x: f32[300, 129]; w: f32[1000, 129]; b: f32[1000]; y = sum(gelu(x @ transpose(w) + b))",
    "rows, two reductions": "x: f16[5, 2048]; w: f16[2048, 1024]; z = x @ w; a = max(z); y = mean(abs(z)) * a\nout a, y",
    "views alone": "x: bf16[2, 64, 512]; h = heads(x, 8); y = relu(merge(h)); t = transpose(y); z = t * 2",
    "two layers": "x: bf16[256, 512]; w: bf16[512, 1024]; v: bf16[1024, 512]; y = gelu(x @ w) @ v",
}
GELU = "x: bf16[{m}, {k}]; w: bf16[{k}, {n}]; b: bf16[{n}]; y = gelu(x @ w + b)"
RESIDUAL = "x: bf16[{m}, {k}]; w: bf16[{k}, {n}]; r: bf16[{m}, {n}]; y = r + x @ w"
SQUARE, HALF, SHALLOW = dict(m=8192, n=8192, k=8192), dict(m=4096, n=4096, k=4096), dict(m=8192, n=8192, k=1024)
TIMED = [  # chain, share of the library's own epilogue that is wanted, share of three kernels
    ("bias + GELU 8192^3", GELU.format(**SQUARE), 0.90, None),
    ("bias + GELU 4096^3", GELU.format(**HALF), 0.95, None),
    ("bias + GELU 8192 x 8192 x 1024", GELU.format(**SHALLOW), 0.80, None),
    ("residual 8192^3", RESIDUAL.format(**SQUARE), None, 1.0),
    ("residual 4096^3", RESIDUAL.format(**HALF), None, 1.0),
    ("residual 8192 x 8192 x 1024", RESIDUAL.format(**SHALLOW), None, 1.0),
    ("M = 16 at 8192 x 28672, cold", GELU.format(m=16, n=28672, k=8192), 0.95, None),
    ("M = 1 at 8192 x 28672", GELU.format(m=1, n=28672, k=8192), None, None),
    ("gate and up 4096 x 14336 x 4096",
     "x: bf16[4096, 4096]; g: bf16[4096, 14336]; u: bf16[4096, 14336]; y = silu(x @ g) * (x @ u)", None, None),
    ("q, k, v of 4096 x 4096",
     "x: bf16[4096, 4096]; a: bf16[4096, 4096]; b: bf16[4096, 1024]; c: bf16[4096, 1024]; q = x @ a; k = x @ b; "
     "v = x @ c; out q, k, v", None, None),
    ("cross-entropy 8192 x 131072 x 4096",
     "x: bf16[8192, 4096]; w: bf16[4096, 131072]; t: i32[8192]; y = cross_entropy(x @ w, t)", None, None),
    ("router 8192 x 64 x 4096",
     "x: bf16[8192, 4096]; w: bf16[4096, 64]; r = x @ w; p = softmax(topk(r, 2)); i = topk_index(r, 2); out p, i", None, None),
    ("sampling 64 x 131072 x 4096",
     "x: bf16[64, 4096]; w: bf16[4096, 131072]; g: bf16[64, 131072]; i = argmax(x @ w * 1.25 + g)", None, None),
    ("relu f32 2048^3", "x: f32[2048, 2048]; w: f32[2048, 2048]; y = relu(x @ w)", None, None),
]


def run(onetrip, chain, *more):
    command = [onetrip, "run", chain, "--device", "cuda", "--json", *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=280)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"failed": (done.stderr.strip() or done.stdout.strip() or f"exit {done.returncode}").splitlines()[-1]}


def wrong_plans(plans):
    """What is wrong with each of these plans that is not right."""
    return [p["name"] + ": " + p["verdict"]["worst"] for p in plans if not p["verdict"]["passed"]]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("onetrip")
    options.add_argument("--json")
    options.add_argument("--quick", action="store_true", help="the small shapes alone")
    given = options.parse_args()
    lines, missed, all_told = [], 0, {}

    def line(what, value, good=None):
        nonlocal missed
        missed += good is False
        lines.append(f"{what:36} {value}{'' if good is not False else '   MISSED'}")
        print(lines[-1], flush=True)

    for what, chain in RIGHT.items():
        told = run(given.onetrip, chain, "--quick")
        all_told[what] = told
        plans = told.get("plans", [])
        wrong = wrong_plans(plans)
        good = bool(plans) and not wrong
        line("right: " + what, "ok" if good else "; ".join(wrong) or told.get("failed", "no plans"), good)
    for what, chain, of_library, of_unfused in [] if given.quick else TIMED:
        told = run(given.onetrip, chain, "--cuts", "library")
        all_told[what] = told
        plans = {p["name"]: p for p in told.get("plans", [])}
        if "fused" not in plans or not plans["fused"].get("measured", {}).get("batch_time_us"):
            line(what, told.get("failed", "not timed: " + "; ".join(p.get("verdict", {}).get("worst", "") for p in plans.values())), False)
            continue
        which = "time_us" if what.endswith(", cold") else "batch_time_us"
        time = {name: p["measured"][which]["median"] / 1e6 for name, p in plans.items()}
        text = "  ".join(f"{name} {1e3 * seconds:.3f} ms" for name, seconds in time.items())
        good = None
        for other, wanted in (("library", of_library), ("unfused", of_unfused)):
            if other in time:
                share = time[other] / time["fused"]
                text += f"  {other}/fused {share:.3f}"
                if wanted is not None:
                    good = (good is not False) and share >= wanted
                    text += f" (goal {wanted})"
        line(what, text, good)
    if given.json:
        with open(given.json, "w") as file:
            json.dump(all_told, file)
    print(f"{missed} of {len(lines)} lines missed their goal." if missed else f"All {len(lines)} lines reached their goal.")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
