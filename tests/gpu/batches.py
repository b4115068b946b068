#!/usr/bin/env python3
"""What a token's weights cost a batch, measured by `onetrip run`: one matrix of 8192 x 28672 in bf16, int8 and int4, read
for 1 to 512 rows. Its middle columns are how much faster packed weights are, the last ones how far the model was off.

batches.py ONETRIP [--json FILE] [ROWS...]: prints one table; exits 1 if a plan is wrong or a line misses its goal.
"""
import argparse
import json
import sys

from products import run, wrong_plans

CHAINS = {
    "bf16": "x: bf16[{m}, 8192]; w: bf16[8192, 28672]; b: bf16[28672]; y = gelu(x @ w + b)",
    "int8": "x: bf16[{m}, 8192]; w: i8[8192, 28672]; s: bf16[28672]; y = gelu(x @ dequant(w, s))",
    "int4": "x: bf16[{m}, 8192]; w: i4[8192, 28672]; s: bf16[28672]; y = gelu(x @ dequant(w, s))",
}
GOALS = {("int4", 1): 2.5}  # times as fast as bf16 weights


def main():
    options = argparse.ArgumentParser()
    options.add_argument("onetrip")
    options.add_argument("--json")
    options.add_argument("rows", nargs="*", type=int, default=[])
    given = options.parse_args()
    missed, all_told = 0, {}
    print(f"{'rows':>5} {'weights':8} {'fused us':>9} {'unfused':>9} {'library':>9} {'of bf16':>8} {'model':>7}  bound")
    for rows in given.rows or (1, 2, 4, 8, 16, 17, 32, 48, 64, 96, 128, 192, 256, 384, 511, 512):
        of_bf16 = None
        for name, chain in CHAINS.items():
            if name != "bf16" and rows > 256:
                continue
            told = run(given.onetrip, chain.format(m=rows), "--cuts", "library")
            all_told[f"{name} {rows}"] = told
            plans = {plan["name"]: plan for plan in told.get("plans", [])}
            wrong = wrong_plans(plans.values())
            time = {plan: of["measured"]["batch_time_us"]["median"] for plan, of in plans.items()
                    if (of.get("measured") or {}).get("batch_time_us")}
            if wrong or "fused" not in time:
                missed += 1
                print(f"{rows:5} {name:8} MISSED: {'; '.join(wrong) or told.get('failed', 'not timed')}", flush=True)
                continue
            fused = time["fused"]
            of_bf16 = fused if name == "bf16" else of_bf16
            faster = of_bf16 / fused if of_bf16 else None
            goal = GOALS.get((name, rows))
            short = goal is not None and (faster is None or faster < goal)
            missed += short
            other = [f"{time[plan]:9.1f}" if plan in time else f"{'-':>9}" for plan in ("unfused", "library")]
            print(f"{rows:5} {name:8} {fused:9.1f} {other[0]} {other[1]} {f'{faster:.2f}' if faster else '-':>8} "
                  f"{plans['fused']['batch_time_us'] / fused:7.2f}  {plans['fused']['bound']}"
                  f"{f'   MISSED its goal of {goal}' if short else ''}", flush=True)
    if given.json:
        with open(given.json, "w") as file:
            json.dump(all_told, file)
    print(f"{missed} lines missed their goal." if missed else "Every plan right; every line reached its goal.")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
