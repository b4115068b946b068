#!/usr/bin/env python3
"""Does `best` pick the cut that is measured fastest? Of each preset one run with unfused, fused, best and the cuts that
come next by the model: every single value written, and every value with several readers made again (~t).

best_wins.py ONETRIP [PRESET...]: a line a preset; exits 1 where best is more than 2 % slower than the winner on more
than one preset of ten.
"""
import itertools
import json
import subprocess
import sys

PRESETS = ["two-consumers", "expensive-row", "layernorm", "rmsnorm", "bias-gelu-residual", "gelu-backward", "rmsnorm-backward",
           "mish", "scale-mask-softmax", "var-two-sums"]
MOST = 12  # beside unfused, fused and best
ROOM = 0.02  # what two medians of one plan may differ by


def answer(onetrip, command, preset, cuts, *more):
    words = [onetrip, command, preset, "--json", *more, *itertools.chain.from_iterable(("--cuts", one) for one in cuts)]
    done = subprocess.run(words, capture_output=True, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None


def candidates(onetrip, preset):
    """Cuts by the model's time, the quickest first; what is refused is left out."""
    unfused, *_ = answer(onetrip, "predict", preset, [], "--spec", "recorded-h200")["plans"]
    kernels = unfused["kernels"]
    written = [value for kernel in kernels for value in kernel["writes"]]
    readers = {value: sum(value in kernel["reads"] for kernel in kernels) for value in written}
    between = [value for value in written if readers[value] > 0]
    several = [value for value in between if readers[value] > 1]
    asked = [*between, *("~" + value for value in several)]
    asked += [f"{a},{b}" for a, b in itertools.combinations(between, 2)] if len(between) < 10 else []
    asked += [f"{a},~{b}" for a in between for b in several if a != b]
    timed = []
    for cut in asked:
        told = answer(onetrip, "predict", preset, [cut], "--spec", "recorded-h200")
        if told is not None:
            timed.append((told["plans"][-1]["time_us"], cut))
    return [cut for _, cut in sorted(timed)[:MOST]]


def main():
    onetrip, presets = sys.argv[1], sys.argv[2:] or PRESETS
    won = 0
    for preset in presets:
        cuts = candidates(onetrip, preset)
        run = answer(onetrip, "run", preset, ["best", *cuts], "--device", "cuda")
        if run is None:
            print(f"{preset}: did not run")
            continue
        # Two cuts that give one plan are one here; best may be one of them, and then goes by its name.
        times = {plan["name"]: plan["measured"]["time_us"]["median"] for plan in run["plans"]}
        best = times.get("best", times["fused"])
        winner = min(times, key=times.get)
        good = best <= times[winner] * (1 + ROOM)
        won += good
        print(f"{preset}: best {best:.1f} us, winner {winner} {times[winner]:.1f} us of {len(times)} plans "
              f"{'ok' if good else 'LOST'}", flush=True)
    print(f"best is the winner, or within {ROOM:.0%} of it, on {won} of {len(presets)}")
    return 0 if won >= len(presets) - max(1, len(presets) // 10) else 1


if __name__ == "__main__":
    sys.exit(main())
