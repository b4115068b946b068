#!/usr/bin/env python3
"""What turning knobs brings on a card: `onetrip tune` over the presets, a line each: the usual kernels, the choice,
and how many times as fast it was when it was measured again.

tune.py ONETRIP [--json FILE] [--quick]: prints one table; exits 1 if a preset fails. Standard library only.
"""
import argparse
import json
import subprocess
import sys
import time

from check import PRESETS

MINUTES = 7.5  # of all presets together: a part of gpu-check ends in eight


def tuned(onetrip, preset, quick):
    command = [onetrip, "tune", preset, "--device", "cuda", "--json", *(["--quick"] if quick else [])]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode != 0 or not done.stdout:
        return None, done.stderr.strip() or f"exit {done.returncode}"
    return json.loads(done.stdout), ""


def middle(values):
    return sorted(values)[len(values) // 2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("onetrip")
    parser.add_argument("--json")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    begin, results, failed = time.monotonic(), {}, 0
    print(f"{'preset':20} {'points':>6} {'usual us':>9} {'choice us':>9} {'gain':>6}  knobs")
    for preset in PRESETS:
        if time.monotonic() - begin > 60 * MINUTES:
            print(f"{preset:20} left out: no time left")
            continue
        result, why = tuned(options.onetrip, preset, options.quick)
        if result is None:
            failed += 1
            print(f"{preset:20} failed: {why}")
            continue
        results[preset] = result
        points = len(result["points"])
        if result["fresh"]:
            usual = middle([run["usual_us"] for run in result["fresh"]])
            chosen = middle([run["chosen_us"] for run in result["fresh"]])
            print(f"{preset:20} {points:6} {usual:9.1f} {chosen:9.1f} {result['gain']:5.3f}x  "
                  f"{result['chosen'] or 'the usual kernels stay'}")
        else:
            usual = result["points"][0]["time_us"]
            print(f"{preset:20} {points:6} {usual:9.1f} {'-':>9} {'-':>6}  the usual kernels are the fastest")
        sys.stdout.flush()
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)
    gains = [one["gain"] for one in results.values() if one["gain"] and one["chosen"]]
    best = f", the largest gain {max(gains):.3f}x" if gains else ""
    print(f"{len(results)} presets tuned, {len(gains)} of them with a faster choice{best}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
