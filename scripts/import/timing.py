"""How scripts/import times, and the file it writes: samples of several calls between CUDA events, ways in turns, medians and quartiles.
PyTorch is imported where it is needed: names and files need none.
"""
import datetime
import hashlib
import json
import pathlib
import statistics
import subprocess
import time

CALLS = 5  # of a sample
ROUNDS = 3
LEAST, MOST = 4, 20  # samples a round
ROUND_SECONDS = 0.2  # a way takes in a round, if that gives LEAST


def sample(call, inputs, calls=CALLS):
    """Microseconds of a call, back to back."""
    import torch

    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    for _ in range(calls):
        call(*inputs)
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e3 / calls


def host_sample(call):
    """The same by the host's clock, for what has a stream of its own: `call(n)` makes n calls and waits for them."""
    calls = 4 * CALLS
    begin = time.perf_counter()
    call(calls)
    return (time.perf_counter() - begin) * 1e6 / calls


def in_turns(ways, after_round=lambda: None, until=None):
    """Adds to the samples of each way, {"sample": function, "samples": list}; every way has its turn in each round. No round begins
    after `until` (time.monotonic) but the first."""
    for nth in range(ROUNDS):
        if nth > 0 and until is not None and time.monotonic() > until:
            break
        for way in ways:
            way["sample"]()
            first = way["sample"]()  # both warm it up
            count = min(MOST, max(LEAST, int(ROUND_SECONDS * 1e6 / (CALLS * first))))
            way["samples"] += [way["sample"]() for _ in range(count)]
        after_round()


def summary(samples):
    q1, median, q3 = statistics.quantiles(samples, n=4, method="inclusive") if len(samples) > 1 else samples * 3
    return {"median": round(median, 2), "q1": round(q1, 2), "q3": round(q3, 2), "n": len(samples)}


def driver():
    words = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[0]


def device():
    words = ["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()[0].strip()


def head(what, program, version, command, more):
    """What stands at the top of every import; `more` is {"chain": text} and what else there is."""
    return {"onetrip_import": 2, "what": what, "program": program, "version": version, "device": device(), "driver": driver(),
            "date": datetime.date.today().isoformat(), "command": command, **more, "ways": [], "missing": {}}


def one_line(error):
    """Why something failed, short enough for a file."""
    if isinstance(error, ModuleNotFoundError):
        return f"{error.name} is not installed there"
    lines = str(error).strip().splitlines() or [""]
    return f"{type(error).__name__}: {lines[0]}"[:200]


def sealed(found):
    """As text, with the SHA-256 of all that stands before it: Onetrip refuses a file that was edited."""
    found = {key: value for key, value in found.items() if key != "sha256"}
    before = json.dumps(found, indent=2)[: -len("\n}")] + ",\n  "
    return f'{before}"sha256": "{hashlib.sha256(before.encode()).hexdigest()}"\n}}\n'


def write(path, found):
    """Never half a file."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(sealed(found), encoding="utf-8")
    part.replace(path)
