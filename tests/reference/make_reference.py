#!/usr/bin/env python3
"""Makes the reference values beside this file, with PyTorch in float64 (Debian: python3-torch).

Every model has random weights that are exact in float32, so that the engine starts from the same numbers, and is built
from PyTorch's own modules and functions. A file has one matrix a line:

    config NAME VALUE
    weight NAME ROWS COLUMNS numbers, in the engine's orientation (in, out)
    expect NAME ROWS COLUMNS numbers

with ".0", ".1" … for the layers. Scores and weights have n_head·n rows; where the model attends to a source, a line of
its ids follows those of the tokens, and n columns are the source's.
"""
import math
import pathlib

import torch
from torch import nn
from torch.nn import functional

torch.set_default_dtype(torch.float64)
HERE = pathlib.Path(__file__).parent


class Case:
    """A file of reference values."""

    def __init__(self, name, seed, tokens, **config):
        torch.manual_seed(seed)
        self.name, self.tokens = name, torch.tensor(tokens)
        self.config = dict(n_layer=1, n_kv_head=config["n_head"], d_ff=0, n_ctx=len(tokens), position="none",
                           norm="none", norm_place="before", feed_forward="none", bias=0, tied=0, residual=1)
        self.config.update(config)
        self.lines = [f"# PyTorch {torch.__version__}, float64, seed {seed}: made by make_reference.py"]
        self.lines += [f"config {key} {value}" for key, value in self.config.items()]
        self.add("tokens", "ids", self.tokens)

    def add(self, kind, name, values):
        values = values.detach().reshape(-1, values.shape[-1])
        numbers = " ".join(f"{float(x):.9g}" for x in values.flatten())
        self.lines.append(f"{kind} {name} {values.shape[0]} {values.shape[1]} {numbers}")

    def weight(self, name, values):
        self.add("weight", name, values)

    def expect(self, name, values):
        self.add("expect", name, values)

    def logits(self, values):
        """The logits, and the loss of predicting each token from those before it."""
        self.expect("loss", functional.cross_entropy(values[:-1], self.tokens[1:], reduction="none")[:, None])
        self.expect("logits", values)

    def write(self):
        (HERE / f"{self.name}.txt").write_text("\n".join(self.lines) + "\n")


def normal(*shape, std):
    """Random numbers that float32 holds exactly."""
    return (torch.randn(*shape) * std).float().double()


def shake(module, std=0.4):
    """Gives every parameter of a module such numbers; norms get gains about 1."""
    for name, parameter in module.named_parameters():
        gain = name.split(".")[-1] == "weight" and parameter.dim() == 1
        parameter.data = normal(*parameter.shape, std=std) + (1.0 if gain else 0.0)
        parameter.data = parameter.data.float().double()
    return module


def causal(n):
    return torch.full((n, n), -math.inf).triu(1)


def heads(x, n_head):
    """(n, n_head·d) → (n_head, n, d)"""
    return x.view(len(x), n_head, -1).transpose(0, 1)


def joined(x):
    """(n_head, n, d) → (n, n_head·d)"""
    return x.transpose(0, 1).reshape(x.shape[1], -1)


def steepness(case, layer, q, k, mask, rule=torch.add):
    """Of q, k (heads, n, d): the slopes ∂a/∂s of softmax, by autograd; weights and the variance of scores, raw and scaled, were there
    only the first half of the columns. The mask is added, or what the rule says."""
    d = q.shape[2]
    scores = rule(q @ k.transpose(1, 2) / math.sqrt(d), mask)
    jacobians = [torch.autograd.functional.jacobian(lambda s: functional.softmax(s, dim=0), row)
                 for row in scores.flatten(0, 1)]
    case.expect(f"slopes.{layer}", torch.stack([jacobian.diagonal() for jacobian in jacobians]))
    half = q[..., :d // 2] @ k[..., :d // 2].transpose(1, 2)
    scaled = half / math.sqrt(d // 2)
    seen = rule(torch.ones_like(mask), mask) == 1
    case.expect(f"half.{layer}", functional.softmax(rule(scaled, mask), dim=2))
    case.expect(f"variance.{layer}", torch.stack([s[:, seen].var(dim=1, unbiased=False) for s in (half, scaled)], dim=1))


def attend(case, layer, q, k, v, masked=True):
    """PyTorch's attention for q, k, v (heads, n, d), its inputs, scores and weights noted; heads joined."""
    mask = causal(q.shape[1]) if masked else torch.zeros(q.shape[1], k.shape[1])
    mix, weights = functional._scaled_dot_product_attention(q, k, v, mask, need_attn_weights=True)
    case.expect(f"query.{layer}", joined(q))
    case.expect(f"scores.{layer}", q @ k.transpose(1, 2))
    case.expect(f"weights.{layer}", weights)
    case.expect(f"mix.{layer}", joined(mix))
    steepness(case, layer, q, k, mask)
    return joined(mix)


def merge(case, layer, x, q, k, memory=None):
    """W_Q·W_Kᵀ of each head, its rank, and the scores that it gives x and the rows attended to (memory, or x itself). q and k
    are a weight (rows: what goes in) and a bias, which becomes a last row of it, as each x then has a 1 behind it; or no bias."""
    parts = [weight if bias is None else torch.cat([weight, bias[None]]) for weight, bias in (q, k)]
    rows, keys = (y if parts[0].shape[0] == y.shape[1] else torch.cat([y, torch.ones(len(y), 1)], dim=1)
                  for y in (x, x if memory is None else memory))
    n_head, n_kv = case.config["n_head"], case.config["n_kv_head"]
    heads_k = [part for part in parts[1].chunk(n_kv, dim=1) for _ in range(n_head // n_kv)]
    merged = torch.stack([a @ b.T for a, b in zip(parts[0].chunk(n_head, dim=1), heads_k)])
    case.expect(f"wqk.{layer}", merged)
    case.expect(f"rank.{layer}", torch.linalg.matrix_rank(merged)[:, None])
    case.expect(f"merged.{layer}", rows @ merged @ keys.T)


def one_head():
    """Attention alone: one head, d_k ≠ d_v, no positions, no residual."""
    case = Case("one_head", 1, [3, 1, 4, 1, 5, 0, 2], d_model=6, n_head=1, d_k=4, d_v=5, vocab_size=7, residual=0)
    embedding, w_out = normal(7, 6, std=1.0), normal(6, 7, std=0.5)
    weights = {name: normal(*shape, std=0.6) for name, shape in
               {"wq": (6, 4), "wk": (6, 4), "wv": (6, 5), "wo": (5, 6)}.items()}
    case.weight("embedding", embedding)
    case.weight("w_out", w_out)
    for name, value in weights.items():
        case.weight(f"{name}.0", value)

    x = embedding[case.tokens]
    k, v = x @ weights["wk"], x @ weights["wv"]
    case.expect("key.0", k)
    case.expect("value.0", v)
    mix = attend(case, 0, (x @ weights["wq"])[None], k[None], v[None])
    merge(case, 0, x, (weights["wq"], None), (weights["wk"], None))
    output = mix @ weights["wo"]
    case.expect("output.0", output)
    case.logits(output @ w_out)
    case.write()


def note_multihead(case, layer, attention, x, mask=None):
    """nn.MultiheadAttention on x, causal where no mask is named: its weights and everything inside it noted, its output given."""
    d, n_head, n = attention.embed_dim, attention.num_heads, len(x)
    projections = [(weight.T, bias) for weight, bias in
                   zip(attention.in_proj_weight.chunk(3), attention.in_proj_bias.chunk(3))]
    for name, (weight, bias) in zip("qkv", projections):
        case.weight(f"w{name}.{layer}", weight)
        case.weight(f"b{name}.{layer}", bias[None])
    case.weight(f"wo.{layer}", attention.out_proj.weight.T)
    case.weight(f"bo.{layer}", attention.out_proj.bias[None])
    mask = causal(n) if mask is None else mask
    output, weights = attention(x[None], x[None], x[None], attn_mask=mask, average_attn_weights=False)
    q, k, v = functional.linear(x, attention.in_proj_weight, attention.in_proj_bias).split(d, dim=1)
    case.expect(f"query.{layer}", q)
    case.expect(f"key.{layer}", k)
    case.expect(f"value.{layer}", v)
    case.expect(f"scores.{layer}", heads(q, n_head) @ heads(k, n_head).transpose(1, 2))
    case.expect(f"weights.{layer}", weights[0])
    steepness(case, layer, heads(q, n_head), heads(k, n_head), mask)
    case.expect(f"output.{layer}", output[0])
    merge(case, layer, x, *projections[:2])
    return output[0]


def many_heads():
    """nn.MultiheadAttention with three heads and biases, sinusoidal positions, a residual."""
    case = Case("many_heads", 2, [2, 7, 1, 8, 2, 8, 0, 4, 5], d_model=12, n_head=3, d_k=4, d_v=4, vocab_size=10,
                position="sinusoidal", bias=1)
    embedding, w_out = normal(10, 12, std=1.0), normal(12, 10, std=0.5)
    attention = shake(nn.MultiheadAttention(12, 3, batch_first=True))
    case.weight("embedding", embedding)
    case.weight("w_out", w_out)

    position = torch.arange(len(case.tokens)).double()[:, None]
    rate = torch.exp(torch.arange(0, 12, 2).double() * (-math.log(10000.0) / 12))
    sinusoids = torch.stack([torch.sin(position * rate), torch.cos(position * rate)], dim=2).flatten(1)
    x = embedding[case.tokens] + sinusoids
    x = x + note_multihead(case, 0, attention, x)
    case.expect("result.0", x)
    case.logits(x @ w_out)
    case.write()


def linear_weights(case, **linears):
    """Notes nn.Linear modules as weights; "name_0" is w<name>.0, biases as b<name>.0."""
    for name, linear in linears.items():
        name = name.replace("__", ".")
        case.weight(f"w{name}", linear.weight.T)
        if linear.bias is not None:
            case.weight(f"b{name}", linear.bias[None])


def gpt2():
    """Two layers as GPT-2 has them: LayerNorm before, GELU (tanh), learned positions, biases, tied output."""
    d, ff, n_head, vocab = 12, 20, 3, 11
    case = Case("gpt2", 3, [0, 10, 3, 3, 7, 1, 9, 2], d_model=d, n_layer=2, n_head=n_head, d_k=4, d_v=4, d_ff=ff,
                vocab_size=vocab, n_ctx=9, position="learned", norm="layer", feed_forward="gelu", bias=1, tied=1)
    tokens, positions = shake(nn.Embedding(vocab, d), 1.0), shake(nn.Embedding(9, d), 0.5)
    case.weight("embedding", tokens.weight)
    case.weight("position_embedding", positions.weight)
    x = tokens(case.tokens) + positions(torch.arange(len(case.tokens)))
    for layer in range(2):
        norms = [shake(nn.LayerNorm(d)) for _ in range(2)]
        q, k, v, o = (shake(nn.Linear(d, d)) for _ in range(4))
        up, down = shake(nn.Linear(d, ff)), shake(nn.Linear(ff, d))
        for i, norm in enumerate(norms):
            case.weight(f"norm_{i + 1}_gain.{layer}", norm.weight[None])
            case.weight(f"norm_{i + 1}_bias.{layer}", norm.bias[None])
        linear_weights(case, **{f"q__{layer}": q, f"k__{layer}": k, f"v__{layer}": v, f"o__{layer}": o,
                                f"_up__{layer}": up, f"_down__{layer}": down})
        y = norms[0](x)
        case.expect(f"norm_1.{layer}", y)
        case.expect(f"key.{layer}", k(y))
        case.expect(f"value.{layer}", v(y))
        output = o(attend(case, layer, *(heads(f(y), n_head) for f in (q, k, v))))
        merge(case, layer, y, (q.weight.T, q.bias), (k.weight.T, k.bias))
        case.expect(f"output.{layer}", output)
        x = x + output
        hidden = nn.GELU(approximate="tanh")(up(norms[1](x)))
        case.expect(f"hidden.{layer}", hidden)
        x = x + down(hidden)
        case.expect(f"result.{layer}", x)
    last = shake(nn.LayerNorm(d))
    case.weight("final_gain", last.weight[None])
    case.weight("final_bias", last.bias[None])
    case.logits(functional.linear(last(x), tokens.weight))
    case.write()


def turn(x, n_head, base):
    """Rotary positions: neighbouring numbers are a complex number, multiplied by exp(i·pos·base^(−2p/d_k))."""
    x = torch.view_as_complex(x.view(len(x), n_head, -1, 2))
    pairs = x.shape[2]
    angles = torch.outer(torch.arange(len(x)).double(), base ** (-torch.arange(pairs).double() / pairs))
    return torch.view_as_real(x * torch.polar(torch.ones_like(angles), angles)[:, None]).flatten(1)


def rms_norm(x, gain, epsilon=1e-5):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon) * gain


def llama():
    """Two layers as Llama has them: RMSNorm before, rotary positions, SwiGLU, four query heads on two key heads."""
    d, ff, n_head, n_kv, d_k, d_v, vocab = 12, 18, 4, 2, 6, 4, 11
    case = Case("llama", 4, [5, 0, 8, 8, 1, 10, 4, 7], d_model=d, n_layer=2, n_head=n_head, n_kv_head=n_kv, d_k=d_k,
                d_v=d_v, d_ff=ff, vocab_size=vocab, position="rotary", norm="rms", feed_forward="swiglu")
    embedding, w_out = normal(vocab, d, std=1.0), normal(d, vocab, std=0.4)
    case.weight("embedding", embedding)
    case.weight("w_out", w_out)
    x = embedding[case.tokens]
    for layer in range(2):
        linears = {name: shake(nn.Linear(rows, cols, bias=False)) for name, rows, cols in
                   [("q", d, n_head * d_k), ("k", d, n_kv * d_k), ("v", d, n_kv * d_v), ("o", n_head * d_v, d),
                    ("_gate", d, ff), ("_up", d, ff), ("_down", ff, d)]}
        linear_weights(case, **{f"{name}__{layer}": linear for name, linear in linears.items()})
        gains = [(1.0 + normal(d, std=0.3)).float().double() for _ in range(2)]
        for i, gain in enumerate(gains):
            case.weight(f"norm_{i + 1}_gain.{layer}", gain[None])
        y = rms_norm(x, gains[0])
        q, k = turn(linears["q"](y), n_head, 10000.0), turn(linears["k"](y), n_kv, 10000.0)
        v = linears["v"](y)
        case.expect(f"norm_1.{layer}", y)
        case.expect(f"key.{layer}", k)
        case.expect(f"value.{layer}", v)
        k, v = (heads(z, n_kv).repeat_interleave(n_head // n_kv, dim=0) for z in (k, v))
        output = linears["o"](attend(case, layer, heads(q, n_head), k, v))
        case.expect(f"output.{layer}", output)
        x = x + output
        y = rms_norm(x, gains[1])
        hidden = functional.silu(linears["_gate"](y)) * linears["_up"](y)
        case.expect(f"hidden.{layer}", hidden)
        x = x + linears["_down"](hidden)
        case.expect(f"result.{layer}", x)
    gain = (1.0 + normal(d, std=0.3)).float().double()
    case.weight("final_gain", gain[None])
    case.logits(rms_norm(x, gain) @ w_out)
    case.write()


def norm_after(case, mask, std=0.4):
    """nn.TransformerEncoderLayer with the norm after, one on the other: GELU (tanh), learned positions, tied."""
    d, ff, vocab = case.config["d_model"], case.config["d_ff"], case.config["vocab_size"]
    tokens, positions = shake(nn.Embedding(vocab, d), 1.0), shake(nn.Embedding(len(case.tokens), d), 0.5)
    case.weight("embedding", tokens.weight)
    case.weight("position_embedding", positions.weight)
    x = tokens(case.tokens) + positions(torch.arange(len(case.tokens)))
    for layer in range(case.config["n_layer"]):
        block = shake(nn.TransformerEncoderLayer(d, case.config["n_head"], ff, dropout=0.0, batch_first=True,
                                                 activation=nn.GELU(approximate="tanh"), norm_first=False), std)
        note_multihead(case, layer, block.self_attn, x, mask)
        linear_weights(case, **{f"_up__{layer}": block.linear1, f"_down__{layer}": block.linear2})
        for i, norm in enumerate((block.norm1, block.norm2)):
            case.weight(f"norm_{i + 1}_gain.{layer}", norm.weight[None])
            case.weight(f"norm_{i + 1}_bias.{layer}", norm.bias[None])
        x = block(x[None], src_mask=mask)[0]
        case.expect(f"result.{layer}", x)
    case.logits(functional.linear(x, tokens.weight))
    case.write()


NORM_AFTER = dict(position="learned", norm="layer", norm_place="after", feed_forward="gelu", bias=1, tied=1)


def gpt1():
    """Twelve layers, as GPT-1 has them, with a causal mask; weights so small that all twelve keep the rows apart."""
    case = Case("gpt1", 5, [6, 6, 2, 1, 0, 4], d_model=8, n_layer=12, n_head=2, d_k=4, d_v=4, d_ff=12, vocab_size=7,
                **NORM_AFTER)
    norm_after(case, causal(len(case.tokens)), std=0.3)


def encoder():
    """Two layers, as BERT has them: without a mask, every token sees every token."""
    case = Case("encoder", 7, [3, 9, 3, 0, 10, 4, 1, 8], mask="unmasked", d_model=12, n_layer=2, n_head=2, d_k=6, d_v=6,
                d_ff=20, vocab_size=11, **NORM_AFTER)
    norm_after(case, torch.zeros(len(case.tokens), len(case.tokens)))


def multiplied():
    """Two heads that multiply scores by 1 for what is past, by 0 for what is not."""
    case = Case("multiplied", 8, [4, 0, 5, 5, 2, 1, 3], mask="multiplied", d_model=6, n_head=2, d_k=4, d_v=3, vocab_size=6)
    embedding, w_out = normal(6, 6, std=1.0), normal(6, 6, std=0.5)
    weights = {name: normal(*shape, std=0.6) for name, shape in
               {"wq": (6, 8), "wk": (6, 8), "wv": (6, 6), "wo": (6, 6)}.items()}
    case.weight("embedding", embedding)
    case.weight("w_out", w_out)
    for name, value in weights.items():
        case.weight(f"{name}.0", value)

    x, mask = embedding[case.tokens], torch.ones(len(case.tokens), len(case.tokens)).tril()
    q, k, v = (x @ weights[name] for name in ("wq", "wk", "wv"))
    raw = heads(q, 2) @ heads(k, 2).transpose(1, 2)
    a = functional.softmax(raw / math.sqrt(4) * mask, dim=2)
    mix = joined(a @ heads(v, 2))
    for name, value in [("query", q), ("key", k), ("value", v), ("scores", raw), ("weights", a), ("mix", mix)]:
        case.expect(f"{name}.0", value)
    steepness(case, 0, heads(q, 2), heads(k, 2), mask, torch.mul)
    merge(case, 0, x, (weights["wq"], None), (weights["wk"], None))
    output = mix @ weights["wo"]
    case.expect("output.0", output)
    case.expect("result.0", x + output)
    case.logits((x + output) @ w_out)
    case.write()


def cross():
    """Two layers of cross-attention alone: q from the tokens, k and v of every layer from the source's embeddings and
    positions; LayerNorm before, which is of the target only, biases, four query heads on two key heads, GELU."""
    d, ff, n_head, n_kv, d_k, d_v, vocab = 12, 18, 4, 2, 5, 3, 13
    case = Case("cross", 6, [11, 2, 2, 7, 12, 0], d_model=d, n_layer=2, n_head=n_head, n_kv_head=n_kv, d_k=d_k, d_v=d_v,
                d_ff=ff, vocab_size=vocab, n_ctx=10, attends="source", position="learned", norm="layer",
                feed_forward="gelu", bias=1)
    source = torch.tensor([4, 9, 1, 4, 10, 3, 8, 6])
    case.add("source", "ids", source)
    tokens, positions = shake(nn.Embedding(vocab, d), 1.0), shake(nn.Embedding(10, d), 0.5)
    case.weight("embedding", tokens.weight)
    case.weight("position_embedding", positions.weight)
    x, memory = (tokens(ids) + positions(torch.arange(len(ids))) for ids in (case.tokens, source))
    for layer in range(2):
        linears = {name: shake(nn.Linear(rows, cols)) for name, rows, cols in
                   [("q", d, n_head * d_k), ("k", d, n_kv * d_k), ("v", d, n_kv * d_v), ("o", n_head * d_v, d),
                    ("_up", d, ff), ("_down", ff, d)]}
        linear_weights(case, **{f"{name}__{layer}": linear for name, linear in linears.items()})
        norms = [shake(nn.LayerNorm(d)) for _ in range(2)]
        for i, norm in enumerate(norms):
            case.weight(f"norm_{i + 1}_gain.{layer}", norm.weight[None])
            case.weight(f"norm_{i + 1}_bias.{layer}", norm.bias[None])
        y = norms[0](x)
        merge(case, layer, y, *((linears[name].weight.T, linears[name].bias) for name in "qk"), memory)
        k, v = linears["k"](memory), linears["v"](memory)
        case.expect(f"norm_1.{layer}", y)
        case.expect(f"key.{layer}", k)
        case.expect(f"value.{layer}", v)
        k, v = (heads(z, n_kv).repeat_interleave(n_head // n_kv, dim=0) for z in (k, v))
        output = linears["o"](attend(case, layer, heads(linears["q"](y), n_head), k, v, masked=False))
        case.expect(f"output.{layer}", output)
        x = x + output
        hidden = nn.GELU(approximate="tanh")(linears["_up"](norms[1](x)))
        case.expect(f"hidden.{layer}", hidden)
        x = x + linears["_down"](hidden)
        case.expect(f"result.{layer}", x)
    last, w_out = shake(nn.LayerNorm(d)), normal(d, vocab, std=0.4)
    case.weight("final_gain", last.weight[None])
    case.weight("final_bias", last.bias[None])
    case.weight("w_out", w_out)
    case.logits(last(x) @ w_out)
    case.write()


if __name__ == "__main__":
    for make in (one_head, many_heads, gpt2, llama, gpt1, encoder, multiplied, cross):
        make()
