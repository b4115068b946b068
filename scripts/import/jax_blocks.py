#!/usr/bin/env python3
"""The five blocks in JAX: jax.jit, which is XLA.

jax_blocks.py [-o FOLDER] [--seconds N] [--dry-run] [BLOCK...]: adds a way to FOLDER/BLOCK.json of torch_blocks.py, or writes the
file where there is none. Random data, outputs compared with float64 on chosen rows; what XLA fused is read from its optimized HLO
(compiled.as_text()). XLA has streams of its own, so times are of the host's clock around twenty calls and one wait. What does not
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


def functions():
    import jax
    import jax.numpy as jnp

    def norm(x, g):
        wide = x.astype(jnp.float32)
        scale = jax.lax.rsqrt(jnp.mean(wide * wide, axis=-1, keepdims=True) + blocks.EPSILON)
        return (wide * scale * g.astype(jnp.float32)).astype(x.dtype)

    return {
        "linear-gelu": lambda x, w, b: jax.nn.gelu(x @ w + b, approximate=True),
        "linear-residual": lambda x, w, b, r: r + jax.nn.gelu(x @ w + b, approximate=True),
        "gate-up": lambda x, wg, wu: jax.nn.silu(x @ wg) * (x @ wu),
        "qkv": lambda x, wq, wk, wv: (x @ wq, x @ wk, x @ wv),
        "norm-linear": lambda x, g, w: norm(x, g) @ w,
    }


def inputs_of(block):
    import jax
    import jax.numpy as jnp

    keys = jax.random.split(jax.random.PRNGKey(1), len(block.shapes))
    return {name: (jax.random.normal(key, shape) * block.scales.get(name, 1)).astype(jnp.bfloat16)
            for key, (name, shape) in zip(keys, block.shapes.items())}


def reference(block, inputs, rows):
    """In float64, of these rows, by NumPy."""
    import numpy as np

    wide = {k: np.asarray(v[rows] if k in ("x", "r") else v, dtype=np.float64) for k, v in inputs.items()}
    x = wide["x"]
    gelu = lambda t: 0.5 * t * (1 + np.tanh(np.sqrt(2 / np.pi) * (t + 0.044715 * t**3)))
    if block.name == "linear-gelu":
        return [gelu(x @ wide["w"] + wide["b"])]
    if block.name == "linear-residual":
        return [wide["r"] + gelu(x @ wide["w"] + wide["b"])]
    if block.name == "gate-up":
        gate = x @ wide["wg"]
        return [gate / (1 + np.exp(-gate)) * (x @ wide["wu"])]
    if block.name == "qkv":
        return [x @ wide[w] for w in ("wq", "wk", "wv")]
    scale = 1 / np.sqrt((x * x).mean(-1, keepdims=True) + blocks.EPSILON)
    return [x * scale * wide["g"] @ wide["w"]]


def error(output, expected, rows):
    """The largest difference; raises where one is more than a few roundings to bf16."""
    import numpy as np

    outputs = output if isinstance(output, tuple) else (output,)
    worst = 0.0
    for got, want in zip(outputs, expected):
        off = np.abs(np.asarray(got[rows], dtype=np.float64) - want)
        if not bool((off <= 0.03 + 0.03 * np.abs(want)).all()):
            raise ValueError(f"differs from float64 by {off.max():.3g}")
        worst = max(worst, float(off.max()))
    return worst


def prepared(block):
    import jax
    import numpy as np

    inputs = inputs_of(block)
    arguments = list(inputs.values())
    compiled = jax.jit(functions()[block.name]).lower(*arguments).compile()
    rows = np.linspace(0, block.shapes["x"][0] - 1, torch_blocks.WHOLE_ROWS).astype(int)
    wrong = error(compiled(*arguments), reference(block, inputs, rows), rows)
    found = hlo.kernels(compiled.as_text(), block.makes)
    bias_apart = not any({"mm", "add"} <= (words or set()) for _, words in found)

    def call(count):
        output = None
        for _ in range(count):
            output = compiled(*arguments)
        jax.block_until_ready(output)

    return {"name": WAY[0], "label": WAY[1], "error": wrong, "kernels": mapping.kernels(block.makes, found, bias_apart),
            "samples": [], "sample": lambda: timing.host_sample(call)}


def kept(block, folder, version):
    """The file of torch_blocks.py without an older way of ours, or a new one."""
    path = folder / f"{block.name}.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if found["onetrip_import"] == 2 and found["chain"] == block.chain and found["device"] == timing.device():
            found["ways"] = [way for way in found["ways"] if way["name"] != WAY[0]]
            found.setdefault("missing", {}).pop(WAY[0], None)
            return found
    except (OSError, ValueError, KeyError):
        pass  # none is there, or another one
    return timing.head(block.what, "JAX", version, COMMAND, {"chain": block.chain})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", metavar="FOLDER", type=pathlib.Path, default=torch_blocks.FOLDER, help="where the files go")
    parser.add_argument("--seconds", type=float, default=35, help="begin no block after so many")
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
            way = prepared(one)
            timing.in_turns([way], until=until)
            written = torch_blocks.as_written(way)
            if found["program"] != "JAX":
                written |= {"program": "JAX", "version": jax.__version__}
            found["ways"].append(written)
            done += 1
            print(f"  {one.name}: {len(way['kernels'])} kernels, {time.monotonic() - begin:.1f} s", flush=True)
            del way
        except Exception as e:  # whatever a block throws, the others go on
            found["missing"][WAY[0]] = timing.one_line(e)
            print(f"  {one.name}: left out, {timing.one_line(e)}", flush=True)
        if found["ways"]:
            timing.write(asked.o / f"{one.name}.json", found)
    print(f"{done} of {len(chosen)} blocks")


if __name__ == "__main__":
    main()
