#!/usr/bin/env python3
"""The blocks in JAX: jax.jit, which is XLA.

jax_blocks.py [-o FOLDER] [--seconds N] [--dry-run] [BLOCK...]: adds a way to FOLDER/BLOCK.json of torch_blocks.py, or writes the
file where there is none. Random data, outputs compared with float64 on chosen rows; what XLA fused is read from its optimized HLO
(compiled.as_text(); where that does not tell, it is kept in FOLDER/untold). XLA has streams of its own, so times are of the host's clock around twenty calls and one wait. What does not
work, does not match, or comes after N seconds is named under `missing`. --dry-run prints what would run, and needs no JAX.
"""
import argparse
import json
import os
import pathlib
import time

import blocks
import hlo
import mapping
import timing
import torch_blocks

COMMAND = "scripts/import/jax_blocks.py"
WAY = ("jit", "XLA; host clock around 20 calls")
MISSING = f"JAX {WAY[0]}"  # in a file that may be PyTorch's


def functions(xp, gelu, silu, rsqrt):
    """The blocks, over NumPy or JAX's NumPy."""

    def norm(x, g):
        wide = x.astype(xp.promote_types(x.dtype, xp.float32))
        scale = rsqrt(xp.mean(wide * wide, axis=-1, keepdims=True) + blocks.EPSILON)
        return (wide * scale * g.astype(wide.dtype)).astype(x.dtype)

    def softmax(x):
        e = xp.exp(x - xp.max(x, axis=-1, keepdims=True))
        return e / xp.sum(e, axis=-1, keepdims=True)

    def logits(x, w):
        z = x @ w
        m = xp.max(z, axis=-1, keepdims=True)
        return xp.log(xp.sum(xp.exp(z - m), axis=-1, keepdims=True)) + m

    def adam(p, g, m, v):
        m2 = 0.9 * m + 0.1 * g
        v2 = 0.999 * xp.abs(v) + 0.001 * xp.square(g)
        return m2, v2, p - 0.001 * m2 / (xp.sqrt(v2) / 0.795 + 1e-08)

    def half_a_layer(x, a, g, wg, wu, wd):
        h = x + a
        n = norm(h, g)
        return (silu(n @ wg) * (n @ wu)) @ wd + h

    return {
        "linear-gelu": lambda x, w, b: gelu(x @ w + b),
        "linear-residual": lambda x, w, b, r: r + gelu(x @ w + b),
        "gate-up": lambda x, wg, wu: silu(x @ wg) * (x @ wu),
        "qkv": lambda x, wq, wk, wv: (x @ wq, x @ wk, x @ wv),
        "norm-linear": lambda x, g, w: norm(x, g) @ w,
        "block": half_a_layer,
        "logits-lse": logits,
        "bias-gelu": lambda x, b: gelu(x + b),
        "rmsnorm": norm,
        "softmax": softmax,
        "adam": adam,
        "token": lambda x, r1, r2, r3: xp.maximum(x + r1 + r2 + r3, 0) * 1.5,
    }


def traced():
    import jax
    import jax.numpy as jnp

    return functions(jnp, lambda x: jax.nn.gelu(x, approximate=True), jax.nn.silu, jax.lax.rsqrt)


def inputs_of(block):
    import jax
    import jax.numpy as jnp

    keys = jax.random.split(jax.random.PRNGKey(1), len(block.shapes))
    made = {}
    for key, (name, shape) in zip(keys, block.shapes.items()):
        random = jax.random.normal(key, shape) * block.scales.get(name, 1)
        made[name] = (jnp.abs(random) if name == "v" else random).astype(jnp.bfloat16 if block.dtype == "bf16" else jnp.float32)
    return made


def reference(block, inputs, rows):
    """In float64, of these rows, by NumPy."""
    import numpy as np

    wide = [np.asarray(v[rows] if k in block.rows else v, dtype=np.float64) for k, v in inputs.items()]
    found = functions(np, lambda t: 0.5 * t * (1 + np.tanh(np.sqrt(2 / np.pi) * (t + 0.044715 * t**3))),
                      lambda t: t / (1 + np.exp(-t)), lambda t: 1 / np.sqrt(t))[block.name](*wide)
    return list(found) if isinstance(found, tuple) else [found]


def error(output, expected, rows, tolerance):
    """The largest difference; raises where one is more than a few roundings of it, or of the largest number where none is near 1."""
    import numpy as np

    outputs = output if isinstance(output, tuple) else (output,)
    worst = 0.0
    for got, want in zip(outputs, expected):
        off = np.abs(np.asarray(got[rows], dtype=np.float64) - want)
        if not bool((off <= tolerance * min(1, np.abs(want).max()) + tolerance * np.abs(want)).all()):
            raise ValueError(f"differs from float64 by {off.max():.3g}")
        worst = max(worst, float(off.max()))
    return worst


def kernels_of(block, text, folder):
    """What each kernel made; what does not tell is kept for a person to look at."""
    try:
        found = hlo.kernels(text, block.makes)
        bias_apart = not any({"mm", "add"} <= (words or set()) for _, words in found)
        return mapping.kernels(block.makes, found, bias_apart)
    except mapping.Untold as e:
        path = folder / "untold" / f"{block.name}-{WAY[0]}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{e}\n{text}\n", encoding="utf-8")
        raise


def prepared(block, folder):
    import jax
    import numpy as np

    inputs = inputs_of(block)
    arguments = list(inputs.values())
    compiled = jax.jit(traced()[block.name]).lower(*arguments).compile()
    count = next(iter(block.shapes.values()))[0]
    rows = np.linspace(0, count - 1, min(torch_blocks.WHOLE_ROWS, count)).astype(int)
    wrong = error(compiled(*arguments), reference(block, inputs, rows), rows, block.tolerance)
    kernels = kernels_of(block, compiled.as_text(), folder)

    def call(count):
        output = None
        for _ in range(count):
            output = compiled(*arguments)
        jax.block_until_ready(output)

    return {"name": WAY[0], "label": WAY[1], "error": wrong, "kernels": kernels,
            "samples": [], "sample": lambda: timing.host_sample(call)}


def kept(block, folder, version):
    """The file of torch_blocks.py without an older way of ours, or a new one."""
    path = folder / f"{block.name}.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["onetrip_import"] == 2 and found["chain"] == block.chain and found["device"] == timing.device() and found["driver"] == timing.driver():
            found["ways"] = [way for way in found["ways"] if way["name"] != WAY[0]]
            for name in (WAY[0], MISSING):
                found.setdefault("missing", {}).pop(name, None)
            return found
    except (OSError, ValueError, KeyError):
        pass  # none is there, or another one
    return timing.head(block.what, "JAX", version, COMMAND, {"chain": block.chain})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", metavar="FOLDER", type=pathlib.Path, default=torch_blocks.FOLDER, help="where the files go")
    parser.add_argument("--seconds", type=float, default=75, help="begin no block after so many")
    parser.add_argument("--dry-run", action="store_true", help="print what would run")
    parser.add_argument("blocks", nargs="*", metavar="BLOCK")
    asked = parser.parse_args()
    chosen = blocks.named(asked.blocks)
    if asked.dry_run:
        print(json.dumps({"blocks": [{"name": one.name, "chain": one.chain, "ways": [WAY[0]]} for one in chosen]}, indent=2))
        return
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax

    until = time.monotonic() + asked.seconds
    done = 0
    for one in chosen:
        found = kept(one, asked.o, jax.__version__)
        begin = time.monotonic()
        try:
            if begin > until:
                raise TimeoutError("no time was left")
            way = prepared(one, asked.o)
            timing.in_turns([way], until=until)
            written = torch_blocks.as_written(way)
            if found["program"] != "JAX":
                written |= {"program": "JAX", "version": jax.__version__}
            found["ways"].append(written)
            done += 1
            print(f"  {one.name}: {len(way['kernels'])} kernels, {time.monotonic() - begin:.1f} s", flush=True)
            del way
        except Exception as e:  # whatever a block throws, the others go on
            found["missing"][MISSING] = timing.one_line(e)
            print(f"  {one.name}: left out, {timing.one_line(e)}", flush=True)
        if found["ways"]:
            timing.write(asked.o / f"{one.name}.json", found)
    print(f"{done} of {len(chosen)} blocks")


if __name__ == "__main__":
    main()
