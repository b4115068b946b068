#!/usr/bin/env python3
"""All that Onetrip imports from other programs, in one go, on a machine with a GPU.

all.py [-o FOLDER] [--seconds N] [--dry-run]: attention (PyTorch's, with cuDNN's), the blocks in PyTorch (eager, compiled, autotuned,
Triton, Liger), the blocks in JAX, one after the other, each with its share of N seconds (290 without it); files into FOLDER
(assets/imported without -o). What is not installed is said in one line and left out. One that fails stops none of the others. Look at
FOLDER/untold afterwards: kernels that ran and could not be told apart. --dry-run prints what would run.
"""
import argparse
import importlib.util
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE.parents[1] / "assets" / "imported"
# What it needs, its script, its share of the time; None: it tells its own.
PARTS = (("torch", "attention.py", None), ("torch", "torch_blocks.py", 0.62), ("jax", "jax_blocks.py", 0.3))
PATIENCE = 1.6  # a way that has begun may end: so many times its share


def commands(folder, seconds):
    """[(name, words, seconds or None)]"""
    found = []
    for needs, script, share in PARTS:
        words = [sys.executable, "-B", str(HERE / script), "-o", str(folder / "attention.json" if share is None else folder)]
        limit = None if share is None else round(seconds * share)
        found.append((needs, script, words + ([] if limit is None else ["--seconds", str(limit)]), limit))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", metavar="FOLDER", type=pathlib.Path, default=FOLDER, help="where the files go")
    parser.add_argument("--seconds", type=float, default=290, help="of all together")
    parser.add_argument("--dry-run", action="store_true", help="print what would run")
    asked = parser.parse_args()
    if not asked.dry_run:
        asked.o.mkdir(parents=True, exist_ok=True)
    told = []
    for needs, script, words, limit in commands(asked.o, asked.seconds):
        if asked.dry_run:
            print(" ".join(words))
            continue
        if importlib.util.find_spec(needs) is None:
            told.append(f"{script}: left out, {needs} is not installed here")
            continue
        begin = time.monotonic()
        print(f"{script}:", flush=True)
        try:
            code = subprocess.run(words, timeout=(limit or 60) * PATIENCE).returncode
            end = "done" if code == 0 else f"not all of it (exit {code})"
        except subprocess.TimeoutExpired:
            end = "stopped: it took too long; what it had written is there"
        told.append(f"{script}: {end}, {time.monotonic() - begin:.0f} s")
    if importlib.util.find_spec("liger_kernel") is None and not asked.dry_run:
        told.append("Liger is not installed here: its way is named as missing")
    for line in told:
        print(line)


if __name__ == "__main__":
    main()
