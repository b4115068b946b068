"""The five blocks that scripts/import times, as Onetrip's chains: each value of a chain, and the word by which a kernel's name tells
that it made it. Nothing here needs PyTorch or JAX.
"""
import dataclasses
import math

BF16 = 2  # bytes


@dataclasses.dataclass(frozen=True)
class Block:
    name: str  # of its file
    what: str
    chain: str  # as in lessons/ or lessons/presets
    shapes: dict  # input: its shape, all bf16
    makes: tuple  # (word, values): in the order in which they are made
    scales: dict = dataclasses.field(default_factory=dict)  # input: what random numbers of deviation 1 are multiplied by


def chain_text(shapes, lines):
    return "".join(f"{name}: bf16[{', '.join(map(str, shape))}]\n" for name, shape in shapes.items()) + lines


def block(name, what, shapes, lines, makes):
    """Weights so scaled that sums of a row keep the deviation of their input."""
    scales = {k: 1 / math.sqrt(s[0]) for k, s in shapes.items() if k.startswith("w")}
    return Block(name, what, chain_text(shapes, lines), shapes, tuple(makes), scales)


LINEAR = {"x": (8192, 8192), "w": (8192, 8192), "b": (8192,)}
RESIDUAL = {"x": (8192, 1024), "w": (1024, 8192), "b": (8192,), "r": (8192, 8192)}
GATE = {"x": (8192, 8192), "wg": (8192, 28672), "wu": (8192, 28672)}
QKV = {"x": (8192, 8192), "wq": (8192, 8192), "wk": (8192, 1024), "wv": (8192, 1024)}
NORM = {"x": (8192, 8192), "g": (8192,), "w": (8192, 8192)}

BLOCKS = (
    block("linear-gelu", "gelu(x @ w + b), 8192 x 8192 x 8192, bf16", LINEAR, "y = gelu(x @ w + b)\n",
          [("mm", ("y.1",)), ("add", ("y.2",)), ("gelu", ("y",))]),
    block("linear-residual", "r + gelu(x @ w + b), 8192 x 1024 x 8192, bf16", RESIDUAL, "y = r + gelu(x @ w + b)\n",
          [("mm", ("y.1",)), ("add", ("y.2",)), ("gelu", ("y.3",)), ("add", ("y",))]),
    block("gate-up", "silu(x @ wg) * (x @ wu), 8192 x 8192 x 28672, bf16", GATE, "y = silu(x @ wg) * (x @ wu)\n",
          [("mm", ("y.1",)), ("silu", ("y.2",)), ("mm", ("y.3",)), ("mul", ("y",))]),
    block("qkv", "x @ wq, x @ wk, x @ wv, 8192 x 8192 x (8192 + 1024 + 1024), bf16", QKV,
          "q = x @ wq\nk = x @ wk\nv = x @ wv\nout q, k, v\n", [("mm", ("q",)), ("mm", ("k",)), ("mm", ("v",))]),
    block("norm-linear", "rmsnorm(x, g) @ w, 8192 x 8192 x 8192, bf16", NORM, "h = rmsnorm(x, g)\ny = h @ w\n",
          [("norm", ("h.1", "h.2", "h.3", "h.4", "h.5", "h")), ("mm", ("y",))]),
)

EPSILON = 1e-5  # of rmsnorm


def named(names):
    """The blocks of these names; all without any."""
    known = {one.name: one for one in BLOCKS}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SystemExit(f"There is no block {unknown[0]}. Blocks: {', '.join(known)}.")
    return [known[name] for name in names] or list(BLOCKS)
