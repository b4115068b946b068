"""From XLA's optimized HLO, as text, to the kernels it launches: a name and what each does. Nothing here needs JAX."""
import re

import mapping

INSTRUCTION = re.compile(r"^\s*(?:ROOT )?%?([\w.\-]+) = .*? ([\w\-]+)\((.*)$")
COMPUTATION = re.compile(r"^(ENTRY )?%?([\w.\-]+)\s*(?:\(.*)?\{\s*$")
# Of an instruction inside a fusion, the word of the block that it tells of.
TELLS = (("dot", "mm"), ("tanh", "gelu"), ("logistic", "silu"), ("exponential", "silu"), ("rsqrt", "norm"))
# What launches no kernel of its own.
SILENT = {"parameter", "constant", "tuple", "get-tuple-element", "bitcast", "after-all"}
# A fusion of these alone moves numbers, and makes none.
MOVES = {"parameter", "constant", "bitcast", "bitcast-convert", "concatenate", "copy", "slice", "transpose", "tuple", "reshape", "broadcast",
         "dynamic-update-slice", "dynamic-slice", "get-tuple-element"}


def computations(text):
    """{name: its instructions' lines}, and the entry's name."""
    found, entry, inside = {}, None, None
    for line in text.splitlines():
        begins = COMPUTATION.match(line)
        if begins:
            inside = begins.group(2)
            found[inside] = []
            if begins.group(1):
                entry = inside
        elif line.startswith("}"):
            inside = None
        elif inside is not None:
            found[inside].append(line)
    return found, entry


def words_of_fusion(lines, known):
    """Of a block's words those that these instructions tell of. Adding and multiplying are part of gelu, silu and a norm too: what they
    stand for is told by the line's own op_name."""
    ops = {match.group(2) for match in map(INSTRUCTION.match, lines) if match}
    words = {word for op, word in TELLS if op in ops and word in known}
    # Of one tensor alone, whatever is added or multiplied belongs to the activation.
    tensors = sum(match.group(2) == "parameter" for match in map(INSTRUCTION.match, lines) if match)
    if "norm" not in words and tensors > 1:
        for line in lines:
            origin = re.search(r'op_name="(?![^"]*(?:gelu|silu))[^"]*/(add|mul)"', line)
            match = INSTRUCTION.match(line)
            if origin and match and match.group(2) in ("add", "multiply"):
                words.add(origin.group(1))
    return words & known


def words_of_call(line, known):
    """Of a library's product: with what its epilogue does."""
    words = {"mm"}
    epilogue = re.search(r'"epilogue":"(\w+)"', line)
    if epilogue:
        told = epilogue.group(1).upper()
        words |= {"add"} if "BIAS" in told else set()
        words |= {"gelu"} if "GELU" in told else set()
        words |= {"silu"} if "SILU" in told or "SWISH" in told else set()
    return words & known


def kernels(text, makes):
    """[(name, words or None)] of the entry's kernels in their order, for mapping.kernels. Raises mapping.Untold where one is not known."""
    known = {word for word, _ in makes}
    all_of, entry = computations(text)
    if entry is None:
        raise mapping.Untold("the HLO has no entry")
    found = []
    for line in all_of[entry]:
        match = INSTRUCTION.match(line)
        if match is None or match.group(2) in SILENT:
            continue
        name, op, rest = match.groups()
        if op == "fusion":
            calls = re.search(r"calls=%?([\w.\-]+)", rest)
            if calls is None or calls.group(1) not in all_of:
                raise mapping.Untold(f"the fusion {name} calls nothing")
            inside = all_of[calls.group(1)]
            ops = {match.group(2) for match in map(INSTRUCTION.match, inside) if match}
            found.append((name, mapping.NOTHING if ops <= MOVES else words_of_fusion(inside, known)))
        elif op == "custom-call":
            target = re.search(r'custom_call_target="([^"]+)"', rest)
            if target is None or "matmul" not in target.group(1) and "gemm" not in target.group(1):
                raise mapping.Untold(f"what does the call {name} do?")
            found.append((f"{name} {target.group(1)}", words_of_call(rest, known)))
        elif op == "copy":
            found.append((name, None))  # to another layout: it makes nothing
        else:
            raise mapping.Untold(f"what does {op} {name} launch?")
    return found
