#!/usr/bin/env python3
"""What a card must show of experts' products, measured by `onetrip run`: every shape right, how fast one launch for all
experts is, and, where PyTorch is, beside its torch._grouped_mm over the same groups in the same minute.

experts.py ONETRIP [--json FILE] [--quick]: prints one table; exits 1 if a line misses its goal.
"""
import argparse
import json
import sys

from products import run, wrong_plans

RIGHT = {
    "f32": "x: f32[300, 40]; w: f32[5, 40, 72]; e: i32[5]; y = silu(grouped(x, w, e))",
    "f32, odd": "x: f32[131, 37]; w: f32[6, 37, 99]; b: f32[99]; e: i32[6]; y = relu(grouped(x, w, e) + b)",
    "bf16": "x: bf16[1000, 512]; w: bf16[8, 512, 384]; e: i32[8]; y = silu(grouped(x, w, e))",
    "f16, many experts": "x: f16[4000, 256]; w: f16[64, 256, 128]; e: i32[64]; y = grouped(x, w, e)",
    "bf16, more experts than a warp has lanes": "x: bf16[9000, 64]; w: bf16[300, 64, 64]; e: i32[300]; y = relu(grouped(x, w, e))",
    "bf16, more experts than rows": "x: bf16[70, 64]; w: bf16[200, 64, 64]; e: i32[200]; y = relu(grouped(x, w, e))",
    "bf16, few rows": "x: bf16[9, 512]; w: bf16[4, 512, 256]; e: i32[4]; y = relu(grouped(x, w, e))",
    "bf16, a single row": "x: bf16[1, 512]; w: bf16[4, 512, 256]; e: i32[4]; y = relu(grouped(x, w, e))",
    "bf16, odd": "x: bf16[1001, 257]; w: bf16[9, 257, 99]; e: i32[9]; y = relu(grouped(x, w, e))",
    "weights transposed": "x: bf16[1000, 512]; w: bf16[8, 384, 512]; e: i32[8]; y = relu(grouped(x, transpose(w), e))",
    "gate and up": "x: bf16[2000, 512]; w: bf16[16, 512, 768]; u: bf16[16, 512, 768]; e: i32[16]; y = silu(grouped(x, w, e)) * grouped(x, u, e)",
    "bias and residual": "x: bf16[2000, 512]; w: bf16[16, 512, 768]; b: bf16[768]; r: bf16[2000, 768]; e: i32[16]; y = r + grouped(x, w, e) * b",
    "two outputs": "x: bf16[1000, 512]; w: bf16[8, 512, 384]; e: i32[8]; h = grouped(x, w, e); y = silu(h)\nout h, y",
    "f32 result": "x: bf16[1000, 512]; w: bf16[8, 512, 384]; e: i32[8]; y = cast(grouped(x, w, e), f32)",
    "two layers": "x: bf16[1000, 512]; w: bf16[8, 512, 384]; v: bf16[8, 384, 512]; e: i32[8]; y = grouped(silu(grouped(x, w, e)), v, e)",
    "rows by number": "x: bf16[1000, 512]; i: i32[2000]; w: bf16[8, 512, 384]; e: i32[8]; y = silu(grouped(gather(x, i), w, e))",
    "rows by number, gate and up": "x: bf16[1000, 512]; i: i32[2000]; w: bf16[8, 512, 384]; u: bf16[8, 512, 384]; e: i32[8]; h = gather(x, i); y = silu(grouped(h, w, e)) * grouped(h, u, e)",
    "rows by number, residual": "x: bf16[1000, 512]; i: i32[2000]; w: bf16[8, 512, 384]; r: bf16[2000, 384]; e: i32[8]; y = grouped(gather(x, i), w, e) + r",
    "rows by number, f32": "x: f32[300, 51]; i: i32[500]; w: f32[6, 51, 72]; e: i32[6]; y = silu(grouped(gather(x, i), w, e))",
    "rows by number, odd": "x: bf16[301, 51]; i: i32[500]; w: bf16[6, 51, 72]; e: i32[6]; y = silu(grouped(gather(x, i), w, e))",
}
ROWS, DEPTH = 16384, 4096
TIMED = [(experts, columns) for columns in (1024, 2048) for experts in (8, 32, 64)]
GOAL = 0.8  # of torch._grouped_mm's speed


def sizes(experts, rows):
    """The groups of test data, as base/ragged.hpp has them, by place: their order is a seed's."""
    def parts(place):
        if experts < 4:
            return sum(8 + p % 16 for p in range(place))
        many = 1 if experts < 16 else experts // 8
        return sum(0 if p < 2 else 64 if p < 2 + many else 8 + (p - 2 - many) % 16 for p in range(place))
    shared = rows - (1 if experts >= 4 else 0)
    of = [shared * parts(p + 1) // parts(experts) - shared * parts(p) // parts(experts) for p in range(experts)]
    if experts >= 4:
        of[1] = 1
    return of


def torch_seconds(experts, columns):
    """Seconds of torch._grouped_mm over groups of these sizes, the middle of 20 runs; nothing where it is not."""
    try:
        import torch
        multiply = torch._grouped_mm
    except (ImportError, AttributeError):
        return None
    x = torch.randn(ROWS, DEPTH, device="cuda", dtype=torch.bfloat16)
    w = torch.randn(experts, DEPTH, columns, device="cuda", dtype=torch.bfloat16)
    ends = torch.tensor(sizes(experts, ROWS), device="cuda", dtype=torch.int32).cumsum(0, dtype=torch.int32)
    took = []
    for turn in range(25):
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        multiply(x, w, offs=ends)
        end.record()
        torch.cuda.synchronize()
        took.append(begin.elapsed_time(end) / 1e3)
    return sorted(took[5:])[10]


def main():
    options = argparse.ArgumentParser()
    options.add_argument("onetrip")
    options.add_argument("--json")
    options.add_argument("--quick", action="store_true", help="the small shapes alone")
    given = options.parse_args()
    missed, count, all_told = 0, 0, {}

    def line(what, value, good=None):
        nonlocal missed, count
        missed, count = missed + (good is False), count + 1
        print(f"{what:44} {value}{'' if good is not False else '   MISSED'}", flush=True)

    for what, chain in RIGHT.items():
        told = all_told[what] = run(given.onetrip, chain, "--quick")
        plans = told.get("plans", [])
        wrong = wrong_plans(plans)
        good = bool(plans) and not wrong
        line("right: " + what, "ok" if good else "; ".join(wrong) or told.get("failed", "no plans"), good)
    for experts, columns in [] if given.quick else TIMED:
        chain = f"x: bf16[{ROWS}, {DEPTH}]; w: bf16[{experts}, {DEPTH}, {columns}]; e: i32[{experts}]; y = silu(grouped(x, w, e))"
        told = all_told[f"{experts} {columns}"] = run(given.onetrip, chain)
        plans = {p["name"]: p for p in told.get("plans", [])}
        what = f"{experts} experts, {ROWS} x {columns} x {DEPTH}"
        if "fused" not in plans or not plans["fused"].get("measured", {}).get("batch_time_us"):
            line(what, told.get("failed", "not timed"), False)
            continue
        seconds = plans["fused"]["measured"]["batch_time_us"]["median"] / 1e6
        text, good = f"{1e3 * seconds:.3f} ms, {2 * ROWS * DEPTH * columns / seconds / 1e12:.0f} Tflop/s", None
        theirs = torch_seconds(experts, columns)
        if theirs:
            good = theirs / seconds >= GOAL
            text += f"; torch._grouped_mm, without silu, {1e3 * theirs:.3f} ms: {theirs / seconds:.2f} of its speed (goal {GOAL})"
        line(what, text, good)
    for what in [] if given.quick else ["experts-dispatch"]:
        told = all_told[what] = run(given.onetrip, what)
        plans = {p["name"]: p.get("measured", {}).get("batch_time_us", {}).get("median") for p in told.get("plans", [])}
        known = plans and all(plans.values())
        line(what, "  ".join(f"{name} {us / 1e3:.3f} ms" for name, us in plans.items()) if known else told.get("failed", "not timed"),
             bool(known))
    if given.json:
        with open(given.json, "w") as file:
            json.dump(all_told, file)
    print(f"{missed} of {count} lines missed their goal." if missed else f"All {count} lines reached their goal.")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
