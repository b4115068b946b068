"""The blocks as PyTorch writes them, by how ("plain", "linear", ...) and by block. PyTorch is imported where a function is asked for."""
import blocks


def gelu(x):
    import torch.nn.functional as F

    return F.gelu(x, approximate="tanh")


def logits(x, w):
    """Op by op, as the chain has it."""
    import torch

    z = x @ w
    m = torch.amax(z, -1, keepdim=True)
    return torch.log(torch.sum(torch.exp(z - m), -1, keepdim=True)) + m


def rmsnorm(x, g):
    import torch

    return x * torch.rsqrt(torch.mean(torch.square(x), -1, keepdim=True) + blocks.EPSILON) * g


def softmax(x):
    import torch

    e = torch.exp(x - torch.amax(x, -1, keepdim=True))
    return e / torch.sum(e, -1, keepdim=True)


def adam(p, g, m, v):
    """As a framework writes it down, op by op; outputs in the order in which they are made."""
    import torch

    m2 = 0.9 * m + 0.1 * g
    v2 = 0.999 * torch.abs(v) + 0.001 * torch.square(g)
    return m2, v2, p - 0.001 * m2 / (torch.sqrt(v2) / 0.795 + 1e-08)


def half_a_layer(x, a, g, wg, wu, wd):
    import torch.nn.functional as F

    h = x + a
    n = F.rms_norm(h, (h.shape[-1],), g, blocks.EPSILON)
    return (F.silu(n @ wg) * (n @ wu)) @ wd + h


def plain():
    import torch.nn.functional as F

    return {
        "linear-gelu": lambda x, w, b: gelu(x @ w + b),
        "linear-residual": lambda x, w, b, r: r + gelu(x @ w + b),
        "gate-up": lambda x, wg, wu: F.silu(x @ wg) * (x @ wu),
        "qkv": lambda x, wq, wk, wv: (x @ wq, x @ wk, x @ wv),
        "norm-linear": lambda x, g, w: F.rms_norm(x, (x.shape[-1],), g, blocks.EPSILON) @ w,
        "block": half_a_layer,
        "logits-lse": logits,
        "bias-gelu": lambda x, b: gelu(x + b),
        "rmsnorm": rmsnorm,
        "softmax": softmax,
        "adam": adam,
        "token": lambda x, r1, r2, r3: F.relu(x + r1 + r2 + r3) * 1.5,
    }


def linear():
    """The library adds the bias."""
    import torch

    return {
        "linear-gelu": lambda x, w, b: gelu(torch.addmm(b, x, w)),
        "linear-residual": lambda x, w, b, r: r + gelu(torch.addmm(b, x, w)),
    }


def epilogue():
    """cuBLASLt's GELU is the one by tanh."""
    import torch

    return {"linear-gelu": lambda x, w, b: torch._addmm_activation(b, x, w, use_gelu=True)}


def own():
    """One call of PyTorch's own for all of it. Adam works in place: its inputs are copies, made once."""
    import torch
    import torch.nn.functional as F

    step = torch.tensor(1000.0, device="cuda")

    def fused_adam(p, g, m, v):
        torch._fused_adam_([p], [g], [m], [v], [], [step], lr=0.001, beta1=0.9, beta2=0.999, weight_decay=0.0, eps=1e-08, amsgrad=False,
                           maximize=False)
        return m, v, p

    return {
        "rmsnorm": lambda x, g: F.rms_norm(x, (x.shape[-1],), g, blocks.EPSILON),
        "softmax": lambda x: F.softmax(x, dim=-1),
        "adam": fused_adam,
    }


def triton():
    """Our own short kernels."""
    import by_hand_triton

    return by_hand_triton.FUNCTIONS


def liger():
    from liger_kernel.ops.rms_norm import LigerRMSNormFunction

    return {"rmsnorm": lambda x, g: LigerRMSNormFunction.apply(x, g, blocks.EPSILON, 0.0, "llama", False)}


def function(how, name):
    return {"plain": plain, "linear": linear, "epilogue": epilogue, "own": own, "triton": triton, "liger": liger}[how]()[name]


def reference(block, inputs, rows):
    """In float64, of these rows."""
    wide = [(v[rows] if k in block.rows else v).double() for k, v in inputs.items()]
    found = plain()[block.name](*wide)
    return list(found) if isinstance(found, tuple) else [found]
