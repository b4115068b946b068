"""From the kernels that ran to the values of a chain that each of them made: read from their names, and refused where the names do
not tell. Nothing here needs PyTorch or JAX.
"""
import re


class Untold(Exception):
    """The kernels' names do not tell what each made."""


HELPER = re.compile(r"^mem(set|cpy)|^copy[.\d]*$|splitK.*reduce|splitKreduce|reduce_splitk", re.IGNORECASE)
PRODUCT = re.compile(r"gemm|nvjet|cutlass|xmma|cublas|triton_tem_|triton_mm", re.IGNORECASE)
EPILOGUE = re.compile(r"cublasLt.*epilogue", re.IGNORECASE)  # a library's second kernel, for what it was asked to do at the end
TRITON = re.compile(r"^triton_(poi|red|per|tem)_fused_(.*?)_?\d*$")

# What stands in the name of a kernel that ATen has for one op.
ATEN = (
    ("gelu", re.compile("GeluCUDAKernel", re.IGNORECASE)),
    ("silu", re.compile("silu_kernel", re.IGNORECASE)),
    ("norm", re.compile(r"rms_?norm|layer_norm", re.IGNORECASE)),
    ("mul", re.compile("MulFunctor")),
    ("add", re.compile("CUDAFunctor_add|AddFunctor")),
)
# Of Inductor's names: ops that move nothing or only say where an op came from.
NOISE = {"", "view", "t", "unsafe", "to", "copy", "permute", "clone", "transpose", "reshape", "native", "convert", "element", "type",
         "fused", "linear", "matmul", "mm"}
NORM_WORDS = {"rms", "norm", "pow", "mean", "rsqrt"}
NOTHING = frozenset()  # words of a kernel that only moves numbers: it makes none
TAKEN_IN = {"add", "gelu", "silu", "mul"}  # what a product's kernel may do at its end


def words_of(name):
    """{"mm", "add", ...}: what a kernel's name tells of what it does."""
    triton = TRITON.match(name)
    if triton:
        kind, told = triton.groups()
        parts = told.split("_")
        words = {"mm"} if kind == "tem" else set()
        if NORM_WORDS & set(parts):
            return words | {"norm"}  # its multiplications and additions are the norm's
        for part in parts:
            if part == "addmm":
                words.add("add")  # of a product's bias, done apart
            elif part not in NOISE:
                words.add(part)
        return words
    if EPILOGUE.search(name):
        return {"add", "gelu"}
    if PRODUCT.search(name):
        return {"mm"}
    for word, pattern in ATEN:
        if pattern.search(name):
            return {word}
    raise Untold(f"what does the kernel '{name[:80]}' do?")


# ATen subtracts by adding, and divides by a number by multiplying.
SAME_KERNEL = {"sub": "add", "div": "mul"}


def op_by_op(makes, ran):
    """Of a function that calls one op after the other, as the chain has them: kernel n makes value n. Raises Untold where there are more
    or fewer, or a name tells of another op."""
    found = [{"name": name, "makes": []} for name, _ in ran]
    real = [one for one in found if not HELPER.search(one["name"])]
    if len(real) != len(makes):
        raise Untold(f"{len(real)} kernels for {len(makes)} ops")
    for one, (word, values) in zip(real, makes):
        try:
            told = words_of(one["name"])
        except Untold:
            told = {word}  # its order tells
        if word not in told and SAME_KERNEL.get(word) not in told:
            raise Untold(f"the kernel '{one['name'][:80]}' tells of {', '.join(sorted(told))}, and {word} was called")
        one["makes"] = list(values)
    return found


def alone(makes, found, real):
    """Whether there is nothing to tell apart: one kernel makes all, or one makes all that is behind the one product, where that is
    nothing a product's kernel does. Then `found` has it."""
    if len(real) == 1:
        found[real[0]]["makes"] = [value for _, values in makes for value in values]
        return True
    words = [word for word, _ in makes]
    behind = words[0] == "mm" and words.count("mm") == 1 and words[1] not in TAKEN_IN
    if not behind or len(real) != 2 or not PRODUCT.search(found[real[0]]["name"]):
        return False
    found[real[0]]["makes"] = list(makes[0][1])
    found[real[1]]["makes"] = [value for _, values in makes[1:] for value in values]
    return True


def kernels(makes, ran, bias_apart=None):
    """[{"name", "makes"}] of `ran`, [(name, words or None)] in their order, for a block's `makes`. Words that are None are read from
    the name. `bias_apart`: whether a bias is known to be added by another kernel than its product's (None: not known). Each value goes
    to the kernel that tells its word; of products, the first to the first. What nobody tells is the epilogue of the product in front of
    it. Raises Untold where that leaves a doubt.
    """
    found = [{"name": name, "makes": []} for name, _ in ran]
    real = [at for at, (name, words) in enumerate(ran) if not (HELPER.search(name) if words is None else words is NOTHING)]
    if alone(makes, found, real):
        return found
    told = {at: set(words_of(ran[at][0]) if ran[at][1] is None else ran[at][1]) for at in real}
    known = {word for word, _ in makes}
    if real and "norm" in told[real[0]] and [word for word, _ in makes[:2]] == ["add", "norm"]:
        told[real[0]].add("add")  # the first kernel makes the norm: what the norm reads is made there too
    for at, words in told.items():
        if not words or words - known:
            raise Untold(f"the kernel '{found[at]['name'][:80]}' tells of {', '.join(sorted(words - known)) or 'nothing'}")
    products = [at for at, words in told.items() if "mm" in words]
    wanted = sum(word == "mm" for word, _ in makes)
    if len(products) not in (1, wanted):
        raise Untold(f"{len(products)} kernels with a product, for {wanted} products")
    share_out(makes, found, told, products, bias_apart)
    empty = [found[at]["name"] for at in told if not found[at]["makes"]]
    if empty:
        raise Untold(f"nothing is left that the kernel '{empty[0][:80]}' could have made")
    return found


def share_out(makes, found, told, products, bias_apart):
    """Gives each value to its kernel in `found`."""
    at_product, last = iter(products), None
    waiting = {word: [at for at, words in told.items() if word in words] for word, _ in makes}
    for nth, (word, values) in enumerate(makes):
        if word == "mm":
            maker = products[0] if len(products) == 1 else next(at_product)
        else:
            behind = makes[nth + 1][0] if nth + 1 < len(makes) else "mm"
            after = None if behind == "mm" else waiting[behind]
            several = sum(other == word for other, _ in makes)
            mine = waiting[word]
            if several > 1 and last in products:  # a kernel that ran before cannot have made it
                mine = [at for at in mine if at >= last]
            maker = owner_of(word, mine, after, several, last, products,
                             bias_apart if nth > 0 and makes[nth - 1][0] == "mm" else True)
            if several > 1 and len(waiting[word]) == several and maker in waiting[word]:
                waiting[word].remove(maker)
        found[maker]["makes"] += values
        last = maker


def owner_of(word, tellers, after, several, last, products, bias_apart):
    """The kernel of a value that is no product's. `tellers`: those whose words have it, `after`: those of the value behind it,
    None where there is none, or a product."""
    if not tellers:
        if last not in products:
            raise Untold(f"no kernel tells of {word}")
        return last  # the product's epilogue
    if len(tellers) == several:
        return tellers[0]
    if len(tellers) > 1:
        raise Untold(f"{len(tellers)} kernels tell of {word}, and there are {several}")
    if last not in products or last == tellers[0] or bias_apart is True:
        return tellers[0]
    # One name for several values, and this one stands right behind a product: it may be in the product's kernel, or here.
    if after is not None and (not after or tellers[0] > after[0]):
        return last  # what is behind it is in the product's kernel, or ran before that kernel
    if bias_apart is None:
        raise Untold(f"one kernel tells of {word}, and there are {several}")
    return last
