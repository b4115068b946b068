#!/usr/bin/env python3
"""Times of attention in PyTorch, for lesson 06: written with and without the score matrix in memory.

attention.py [-o FILE.json]: softmax(Q K^T / sqrt(d)) V for 4 x 16 heads of 4096 tokens and d = 128 in bf16, random data, as three
eager kernels (the score matrix S and the probabilities P go to DRAM) and as PyTorch's fused kernels (flash, cuDNN), each output first
compared with float64 on two heads. CUDA events, five calls a sample, three rounds in turns, medians. What a card or a build of
PyTorch does not have is left out and named. Prints one object; Onetrip shows it as *imported*, with program and version.
"""
import argparse
import datetime
import json
import statistics
import subprocess

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

BATCH, HEADS, TOKENS, DIM = 4, 16, 4096, 128


def naive(scaled_q, k, v):
    """Three kernels: the scale is folded into Q beforehand."""
    return torch.matmul(torch.softmax(torch.matmul(scaled_q, k.transpose(-1, -2)), dim=-1), v)


def fused(backend):
    def call(q, k, v):
        with sdpa_kernel(backend):
            return F.scaled_dot_product_attention(q, k, v)

    return call


WAYS = {
    "naive": ("eager: S and P are set down", naive),
    "flash": ("one kernel: its flash attention", fused(SDPBackend.FLASH_ATTENTION)),
    "cuDNN": ("one kernel: cuDNN's attention", fused(SDPBackend.CUDNN_ATTENTION)),
}


def error(output, q, k, v):
    """Largest difference from float64 over the first and the last head."""
    worst = 0.0
    for at in ((0, 0), (-1, -1)):
        s = q[at].double() @ k[at].double().T * DIM**-0.5
        worst = max(worst, (torch.softmax(s, -1) @ v[at].double() - output[at].double()).abs().max().item())
    return worst


def sample(call, inputs):
    begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    begin.record()
    for _ in range(5):
        call(*inputs)
    end.record()
    end.synchronize()
    return begin.elapsed_time(end) * 1e3 / 5


def driver():
    words = ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", metavar="FILE", help="write the object there")
    into = parser.parse_args().o
    torch.manual_seed(1)
    q, k, v = (torch.randn(BATCH, HEADS, TOKENS, DIM, device="cuda", dtype=torch.bfloat16) for _ in range(3))
    inputs = {name: (q, k, v) for name in WAYS} | {"naive": (q * DIM**-0.5, k, v)}
    ready, missing = {}, {}
    for name, (_, call) in WAYS.items():
        try:
            wrong = error(call(*inputs[name]), q, k, v)
        except RuntimeError as e:
            missing[name] = str(e).splitlines()[0]
            continue
        if not wrong < 0.01:  # outputs are near 0.1; bf16 keeps 8 bits
            missing[name] = f"differs from float64 by {wrong}"
            continue
        ready[name] = {"call": call, "error": wrong, "samples": []}
    for _ in range(3):
        for name, way in ready.items():
            for _ in range(3):
                sample(way["call"], inputs[name])
            way["samples"] += [sample(way["call"], inputs[name]) for _ in range(20)]
    found = {
        "onetrip_import": 2,
        "what": f"softmax(Q K^T / sqrt(d)) V, batch {BATCH}, {HEADS} heads, {TOKENS} tokens, d = {DIM}, bf16",
        "shape": {"batch": BATCH, "heads": HEADS, "tokens": TOKENS, "dim": DIM, "bytes_per_element": 2},
        "program": "PyTorch",
        "version": torch.__version__,
        "cudnn": str(torch.backends.cudnn.version()),
        "device": torch.cuda.get_device_name(),
        "driver": driver(),
        "cuda": torch.version.cuda,
        "date": datetime.date.today().isoformat(),
        "command": "tests/gpu/attention.py",
        "ways": [
            {
                "name": name,
                "label": WAYS[name][0],
                "time_us": {
                    "median": round(statistics.median(way["samples"]), 2),
                    "q1": round(statistics.quantiles(way["samples"], n=4)[0], 2),
                    "q3": round(statistics.quantiles(way["samples"], n=4)[2], 2),
                    "n": len(way["samples"]),
                },
                "max_abs_error": way["error"],
            }
            for name, way in ready.items()
        ],
        "missing": missing,
    }
    text = json.dumps(found, indent=2)
    print(text)
    if into:
        with open(into, "w", encoding="utf-8") as file:
            file.write(text + "\n")
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
