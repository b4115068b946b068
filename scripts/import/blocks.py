"""The blocks that scripts/import times, as Onetrip's chains: each value of a chain, and the word by which a kernel's name tells that it
made it. Nothing here needs PyTorch or JAX.
"""
import dataclasses
import math


@dataclasses.dataclass(frozen=True)
class Block:
    name: str  # of its file
    what: str
    chain: str  # as in lessons/ or lessons/presets
    shapes: dict  # input: its shape
    makes: tuple  # (word, values): in the order in which they are made
    scales: dict = dataclasses.field(default_factory=dict)  # input: what random numbers of deviation 1 are multiplied by
    dtype: str = "bf16"  # of every input
    calls: int = 5  # of a sample: so many that a clock can tell them

    @property
    def rows(self):
        """Inputs of which only chosen rows are compared with float64: all as large as the first."""
        first = next(iter(self.shapes.values()))
        return {name for name, shape in self.shapes.items() if shape[0] == first[0] and len(shape) == 2 and name[0] != "w"}

    @property
    def tolerance(self):
        """A few roundings of its numbers."""
        return 0.03 if self.dtype == "bf16" else 1e-4


def chain_text(shapes, lines, dtype="bf16"):
    return "".join(f"{name}: {dtype}[{', '.join(map(str, shape))}]\n" for name, shape in shapes.items()) + lines


def block(name, what, shapes, lines, makes, dtype="bf16", calls=5):
    """Weights so scaled that sums of a row keep the deviation of their input."""
    scales = {k: 1 / math.sqrt(s[0]) for k, s in shapes.items() if k.startswith("w")}
    return Block(name, what, chain_text(shapes, lines, dtype), shapes, tuple(makes), scales, dtype, calls)


def ops(text):
    """"square q, mean m": a word and the value that it makes, op by op."""
    return [(word, (value,)) for word, value in (one.split() for one in text.split(", "))]


LINEAR = {"x": (8192, 8192), "w": (8192, 8192), "b": (8192,)}
RESIDUAL = {"x": (8192, 1024), "w": (1024, 8192), "b": (8192,), "r": (8192, 8192)}
GATE = {"x": (8192, 8192), "wg": (8192, 28672), "wu": (8192, 28672)}
QKV = {"x": (8192, 8192), "wq": (8192, 8192), "wk": (8192, 1024), "wv": (8192, 1024)}
NORM = {"x": (8192, 8192), "g": (8192,), "w": (8192, 8192)}
LAYER = {"x": (8192, 8192), "a": (8192, 8192), "g": (8192,), "wg": (8192, 28672), "wu": (8192, 28672), "wd": (28672, 8192)}
LOGITS = {"x": (4096, 4096), "w": (4096, 131072)}
PAGE = (4096, 8192)
ADAM_LINES = """\
m2 = 0.9 * m + 0.1 * g
v2 = 0.999 * abs(v) + 0.001 * square(g)
p2 = p - 0.001 * m2 / (sqrt(v2) / 0.795 + 1e-08)
out p2, m2, v2
"""
LAYER_LINES = """\
h = x + a
n = rmsnorm(h, g)
y = silu(n @ wg) * (n @ wu)
o = y @ wd + h
"""


def norm_values(name):
    return "norm", tuple(f"{name}.{nth}" for nth in range(1, 6)) + (name,)


# Of linear layers: lessons 14 to 17.
PRODUCTS = (
    block("linear-gelu", "gelu(x @ w + b), 8192 x 8192 x 8192, bf16", LINEAR, "y = gelu(x @ w + b)\n",
          ops("mm y.1, add y.2, gelu y")),
    block("linear-residual", "r + gelu(x @ w + b), 8192 x 1024 x 8192, bf16", RESIDUAL, "y = r + gelu(x @ w + b)\n",
          ops("mm y.1, add y.2, gelu y.3, add y")),
    block("gate-up", "silu(x @ wg) * (x @ wu), 8192 x 8192 x 28672, bf16", GATE, "y = silu(x @ wg) * (x @ wu)\n",
          ops("mm y.1, silu y.2, mm y.3, mul y")),
    block("qkv", "x @ wq, x @ wk, x @ wv, 8192 x 8192 x (8192 + 1024 + 1024), bf16", QKV,
          "q = x @ wq\nk = x @ wk\nv = x @ wv\nout q, k, v\n", ops("mm q, mm k, mm v")),
    block("norm-linear", "rmsnorm(x, g) @ w, 8192 x 8192 x 8192, bf16", NORM, "h = rmsnorm(x, g)\ny = h @ w\n",
          [norm_values("h"), *ops("mm y")]),
    block("block", "half a layer: 8192 tokens, 8192 wide, 28672 inside, bf16", LAYER, LAYER_LINES,
          [*ops("add h"), norm_values("n"), *ops("mm y.1, silu y.2, mm y.3, mul y, mm o.1, add o")]),
    block("logits-lse", "log-sum-exp of 4096 tokens' logits, a vocabulary of 131072, bf16", LOGITS,
          "z = x @ w\nm = max(z)\ne = exp(z - m)\ns = sum(e)\ny = log(s) + m\n",
          ops("mm z, amax m, sub e.1, exp e, sum s, log y.1, add y")),
)
# Of presets, and of one token: no product.
SMALL = (
    block("bias-gelu", "gelu(x + b), 4096 x 8192, f32", {"x": PAGE, "b": (8192,)}, "y = gelu(x + b)\n", ops("add y.1, gelu y"), "f32", 20),
    block("rmsnorm", "rmsnorm(x, g), 4096 x 8192, f32", {"x": PAGE, "g": (8192,)}, "y = rmsnorm(x, g)\n",
          ops("square y.1, mean y.2, add y.3, rsqrt y.4, mul y.5, mul y"), "f32", 20),
    block("softmax", "softmax(x), 4096 x 8192, f32", {"x": PAGE}, "y = softmax(x)\n",
          ops("amax y.1, sub y.2, exp y.3, sum y.4, div y"), "f32", 20),
    block("adam", "one step of Adam, 4096 x 8192, f32", {name: PAGE for name in "pgmv"}, ADAM_LINES,
          ops("mul m2.1, mul m2.2, add m2, abs v2.1, mul v2.2, square v2.3, mul v2.4, add v2, mul p2.1, sqrt p2.2, div p2.3, add p2.4, "
              "div p2.5, sub p2"), "f32"),
    block("token", "relu(x + r1 + r2 + r3) * 1.5, one token of 8192 numbers, f32",
          {name: (1, 8192) for name in ("x", "r1", "r2", "r3")}, "y = relu(x + r1 + r2 + r3) * 1.5\n",
          ops("add y.1, add y.2, add y.3, relu y.4, mul y"), "f32", 200),
)
BLOCKS = PRODUCTS + SMALL

EPSILON = 1e-6  # of rmsnorm


def named(names):
    """The blocks of these names; all without any."""
    known = {one.name: one for one in BLOCKS}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise SystemExit(f"There is no block {unknown[0]}. Blocks: {', '.join(known)}.")
    return [known[name] for name in names] or list(BLOCKS)
