#!/usr/bin/env python3
"""Times of attention in PyTorch, for lesson 18: written with and without the score matrix in memory.

attention.py [-o FILE.json]: softmax(Q K^T / sqrt(d)) V for 4 x 16 heads of 4096 tokens and d = 128 in bf16, random data, as three
eager kernels (the score matrix S and the probabilities P go to DRAM) and as PyTorch's fused kernels (flash, cuDNN), each output first
compared with float64 on two heads. CUDA events, five calls a sample, three rounds in turns, medians. What a card or a build of
PyTorch does not have is left out and named. Prints one object; Onetrip shows it as *imported*, with program and version.
"""
import argparse
import json

import timing
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

BATCH, HEADS, TOKENS, DIM = 4, 16, 4096, 128
CHAIN = "".join(f"{name}: bf16[{BATCH}, {HEADS}, {TOKENS}, {DIM}]\n" for name in "qkv") + """\
s = q @ transpose(k)
p = softmax(s)
o = p @ v
"""
SOFTMAX = ["p.1", "p.2", "p.3", "p.4", "p"]


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


def calls(name):
    """What each call of a way makes of the chain; no profiler looks which kernels a call starts."""
    if name == "naive":
        made = {"torch.matmul": ["s"], "torch.softmax": SOFTMAX, "torch.matmul, again": ["o"]}
    else:
        made = {f"scaled_dot_product_attention, {name}": ["s", *SOFTMAX, "o"]}
    return [{"name": call, "makes": makes} for call, makes in made.items()]


def error(output, q, k, v):
    """Largest difference from float64 over the first and the last head."""
    worst = 0.0
    for at in ((0, 0), (-1, -1)):
        s = q[at].double() @ k[at].double().T * DIM**-0.5
        worst = max(worst, (torch.softmax(s, -1) @ v[at].double() - output[at].double()).abs().max().item())
    return worst


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
        ready[name] = {"error": wrong, "samples": [],
                       "sample": lambda call=call, given=inputs[name]: timing.sample(call, given)}
    timing.in_turns(ready.values())
    found = timing.head(
        f"softmax(Q K^T / sqrt(d)) V, batch {BATCH}, {HEADS} heads, {TOKENS} tokens, d = {DIM}, bf16", "PyTorch", torch.__version__,
        "scripts/import/attention.py",
        {"chain": CHAIN})
    found["ways"] = [{"name": name, "label": WAYS[name][0], "time_us": timing.summary(way["samples"]), "max_abs_error": way["error"],
                      "kernels": calls(name)} for name, way in ready.items()]
    found["missing"] = missing
    print(json.dumps(found, indent=2))
    if into:
        timing.write(into, found)
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
