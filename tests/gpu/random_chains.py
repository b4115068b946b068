#!/usr/bin/env python3
"""Chains that nobody chose: random ones, most around matrix products, each run in plans of its own and held against
double precision. Right, or refused by a sentence; never wrong, never an end by a signal.

random_chains.py ONETRIP [--device ID] [--count N] [--seed N] [--jobs N] [--minutes N] [--json FILE]: prints what was wrong,
with the chain, then what the refusals said; exits 1 if anything was wrong.
"""
import argparse
import collections
import json
import random
import subprocess
import sys
import time
from concurrent import futures

from products import wrong_plans

SIZES = [1, 2, 3, 5, 7, 8, 15, 16, 17, 24, 31, 32, 33, 40, 63, 64, 65, 72, 96, 100, 127, 128, 129, 130, 160, 192, 200, 256, 257, 320]
LONG = [384, 500, 512, 513, 777, 1000, 1024, 2048, 4096, 8191]
UNARY = ["relu({})", "gelu({})", "silu({})", "tanh({})", "abs({})", "exp({} * 0.05)", "sigmoid({})", "-{}", "{} * 0.5", "{} + 1", "1 - {}",
         "sqrt(abs({}))", "gelu_erf({})", "square({} * 0.1)", "dropout({}, 0.25, 3)"]
NORMS = ["softmax({})", "rmsnorm({})", "layernorm({})"]
BINARY = ["{} + {}", "{} - {}", "{} * {}", "maximum({}, {})"]
STATISTICS = ["sum({})", "mean({})", "max({})", "var({})"]


class Chain:
    """Text that grows by a statement at a time; `values` are those that are as yet read by nobody, with shape and dtype."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.lines, self.outputs, self.count = [], [], 0
        self.dtype = self.draw.choice(["bf16", "bf16", "f16", "f32"])
        self.least = 8 if self.draw.random() < 0.5 else 1  # tensor cores' loads want sizes that eights divide
        batch = self.draw.choice([[], [], [], [2], [3], [2, 4]])
        x = batch + [self.size(), self.size(long=0.3)]
        self.value = self.input(x, self.dtype), x, self.dtype
        products = self.draw.choice([0, 1, 1, 2, 2, 3])
        for place in range(max(products, 1)):
            if place < products:
                self.product()
            for _ in range(self.draw.randint(0 if products else 1, 4 if products else 8)):
                self.step()
        if self.value[0] not in self.outputs:
            self.outputs.append(self.value[0])

    def size(self, long=0.0):
        wanted = self.draw.choice(LONG if self.draw.random() < long else SIZES)
        return max(self.least, wanted // self.least * self.least)

    def name(self):
        self.count += 1
        return f"v{self.count}"

    def input(self, shape, dtype):
        name = self.name()
        self.lines.append(f"{name}: {dtype}[{', '.join(map(str, shape))}]")
        return name

    def make(self, text, shape, dtype):
        name = self.name()
        self.lines.append(f"{name} = {text}")
        self.value = name, list(shape), dtype

    def weight(self, batch, k, n, dtype):
        """Something to multiply by: turned round, or packed and of no batch."""
        packed = not batch and dtype != "f32" and k % 2 == 0
        kind = self.draw.random()
        if packed and kind < 0.15:
            w = self.input([k, n], self.draw.choice(["i8", "i4"]))
            return f"dequant({w}, {self.input([n], dtype)})"
        if kind < 0.4:
            return f"transpose({self.input(batch + [n, k], dtype)})"
        return self.input(batch + [k, n], dtype)

    def product(self):
        x, shape, dtype = self.value
        *batch, m, k = shape
        n = self.size(long=0.15)
        kind = self.draw.random()
        of = batch if batch and self.draw.random() < 0.8 else []
        if kind < 0.12 and not batch and m > 1:
            groups = self.draw.choice([1, 2, 5, 8, 40])
            w, ends = self.input([groups, k, n], dtype), self.input([groups], "i32")
            return self.make(f"grouped({x}, {w}, {ends})", [m, n], dtype)
        if kind < 0.25:  # two of one value
            a, b = (self.weight(of, k, n, dtype) for _ in range(2))
            self.make(f"{x} @ {a}", batch + [m, n], dtype)
            left = self.value[0]
            self.make(f"{x} @ {b}", batch + [m, n], dtype)
            return self.make(f"silu({left}) * {self.value[0]}", batch + [m, n], dtype)
        if kind < 0.35:  # siblings that leave
            for _ in range(2):
                columns = self.size()
                self.make(f"{x} @ {self.weight(of, k, columns, dtype)}", batch + [m, columns], dtype)
                self.outputs.append(self.value[0])
        if kind < 0.45 and len(batch) < 2 and k % 2 == 0:
            heads = self.draw.choice([h for h in (2, 4, 8) if k % h == 0])
            other = batch + [n, k]
            z = self.input(other, dtype)
            shape = batch + [heads, m, n]
            return self.make(f"heads({x}, {heads}) @ transpose(heads({z}, {heads}))", shape, dtype)
        if kind < 0.5 and batch:  # attention
            d = self.size()
            causal = self.draw.random() < 0.5
            keys, values = self.input(batch + [n, k], dtype), self.input(batch + [n, d], dtype)
            scores = f"({x} @ transpose({keys})) * 0.1"
            weights = f"softmax(causal({scores}))" if causal else f"softmax({scores})"
            return self.make(f"{weights} @ {values}", batch + [m, d], dtype)
        if kind < 0.5:
            rows = self.size()
            fetched = f"gather({x}, {self.input([rows], 'i32')})"
            return self.make(f"{fetched} @ {self.weight([], k, n, dtype)}", [rows, n], dtype)
        self.make(f"{x} @ {self.weight(of, k, n, dtype)}", batch + [m, n], dtype)

    def step(self):
        x, shape, dtype = self.value
        *batch, m, n = shape
        kind = self.draw.random()
        if kind < 0.35:
            self.make(self.draw.choice(UNARY).format(x), shape, dtype)
        elif kind < 0.6:
            other = self.input(self.draw.choice([[n], shape, batch + [m, 1]]), dtype)
            pair = (x, other) if self.draw.random() < 0.7 else (other, x)
            self.make(self.draw.choice(BINARY).format(*pair), shape, dtype)
        elif kind < 0.7:
            to = self.draw.choice(["f32", "bf16", "f16"])
            self.make(f"cast({x}, {to})", shape, to)
        elif kind < 0.8:
            self.make(self.draw.choice(NORMS).format(x), shape, dtype)
        elif kind < 0.9:
            statistic = self.draw.choice(STATISTICS[:3] if n < 2 else STATISTICS).format(x)
            self.make(f"{x} * {statistic}", shape, dtype)
        else:
            self.outputs.append(x)
            self.make(self.draw.choice(UNARY).format(x), shape, dtype)

    def cuts(self):
        """Plans beside or instead of the usual two; some values may be made again, or be written."""
        made = [line.split(" = ")[0] for line in self.lines if " = " in line]
        kind = self.draw.random()
        if kind < 0.6:
            return self.draw.choice([[], [], ["--cuts", "best"], ["--cuts", "products"], ["--cuts", "library"]])
        if kind < 0.7 and len(made) <= 4:
            return ["--cuts", "all"]
        some = self.draw.sample(made, self.draw.randint(0, len(made) // 2))
        return ["--cuts", ",".join(("~" if self.draw.random() < 0.15 else "") + name for name in some) or "none"]

    def text(self):
        return "; ".join(self.lines) + "\nout " + ", ".join(dict.fromkeys(self.outputs))


def run(onetrip, device, chain, cuts):
    """What is wrong, or nothing; and what a refusal said."""
    command = [onetrip, "run", chain, "--device", device, "--quick", "--json", *cuts]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    except subprocess.TimeoutExpired:
        return "took longer than 240 s", None
    said = (done.stderr.strip() or done.stdout.strip()).splitlines()
    if done.returncode not in (0, 1, 2, 3):
        return f"ended with {done.returncode}: {said[-1] if said else 'no word'}", None
    try:
        plans = json.loads(done.stdout)["plans"]
    except (json.JSONDecodeError, KeyError):
        return (None, said[0]) if said else ("no answer and no sentence", None)
    return "; ".join(wrong_plans(plans)) or None, None


def main():
    options = argparse.ArgumentParser()
    options.add_argument("onetrip")
    options.add_argument("--device", default="cuda")
    options.add_argument("--count", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--jobs", type=int, default=4)
    options.add_argument("--minutes", type=float, default=7, help="those that have not begun by then are left out")
    options.add_argument("--json")
    given = options.parse_args()
    chains = []
    for seed in range(given.seed, given.seed + given.count):
        chain = Chain(seed)
        chains.append((seed, chain.text(), chain.cuts()))
    end, wrong, left, refused, told = time.monotonic() + 60 * given.minutes, 0, 0, collections.Counter(), []

    def found_of(one):
        return run(given.onetrip, given.device, *one[1:]) if time.monotonic() < end else None

    with futures.ThreadPoolExecutor(given.jobs) as pool:
        for (seed, chain, cut), found in zip(chains, pool.map(found_of, chains)):
            if found is None:
                left += 1
                continue
            fault, refusal = found
            if fault:
                wrong += 1
                print(f"{seed} {' '.join(cut)}\n{chain}\n  {fault}\n", flush=True)
            if refusal:
                refused[refusal.split(":", 3)[-1].strip()[:110]] += 1
            told.append({"seed": seed, "chain": chain, "cuts": cut, "wrong": fault, "refused": refusal})
    if given.json:
        with open(given.json, "w") as file:
            json.dump(told, file, indent=1)
    for sentence, times in refused.most_common():
        print(f"refused {times:4} x  {sentence}")
    ran = given.count - left
    print(f"{ran - wrong - refused.total()} of {ran} chains right, {refused.total()} refused, {wrong} wrong.")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
