"""Operations of torch, alone and composed at random, give what torch gives."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from harness import Graphs, Wrap, random_batch

WIDTH = 12
BATCHES = [random_batch(seed, texts=4, longest=9) for seed in range(2)] + [random_batch(7, texts=1, longest=5)]

ONES: dict[str, Callable[..., Any]] = {
    "arithmetic": lambda x, m: (x * 2 - 1) / (x.abs() + 0.5) + x**3 - 1.5,
    "functions": lambda x, m: torch.exp(-x.square()) + torch.log1p(x.abs()) + torch.rsqrt(x.abs() + 1) + torch.sin(x) * torch.cos(x),
    "activations": lambda x, m: F.gelu(x) + F.gelu(x, approximate="tanh") + F.silu(x) + F.relu(x) + torch.sigmoid(x) + F.softplus(x),
    "rounding": lambda x, m: torch.floor(x * 3) + torch.ceil(x * 2) + torch.round(x * 5) + torch.trunc(x * 4) + torch.sign(x),
    "comparisons": lambda x, m: torch.where((x > 0.1) & ~(x >= 1) | (x < -1), x, x * 0.5) + (x == x).float() + (x != 0),
    "clamping": lambda x, m: x.clamp(-0.5, 0.7) + x.clamp(min=0) + torch.maximum(x, -x) + torch.minimum(x, x * x),
    "expm1": lambda x, m: torch.expm1(x) + torch.erf(x) + torch.tanh(x) + torch.reciprocal(x.abs() + 1) + torch.sqrt(x.abs()),
    "double": lambda x, m: torch.exp(x.double()) / 3,
    "integers": lambda x, m: (x * 10).long() * 3 - 1,
    "booleans": lambda x, m: (x > 0).any(-1),
    "sums": lambda x, m: torch.stack(
        [x.sum(-1), x.mean(-1), x.amax(-1), x.amin(-1), x.norm(dim=-1), x.var(-1), x.std(-1, correction=0)], -1
    ),
    "norms": lambda x, m: torch.stack([x.norm(p=1, dim=-1), x.norm(p=3, dim=-1), torch.linalg.vector_norm(x, ord=float("inf"), dim=-1)], 1),
    "softmax": lambda x, m: torch.softmax(x, -1) + torch.log_softmax(x * 2, -1) + torch.logsumexp(x, -1, keepdim=True),
    "products": lambda x, m: x.unflatten(-1, (3, 4)).prod(-1),
    "reshaped": lambda x, m: x.reshape(-1, 3, 4).transpose(1, 2).reshape(-1, 12) + x.view(-1, 4, 3).permute(0, 2, 1).flatten(1),
    "sliced": lambda x, m: torch.cat([x[:, 3:7], x[:, ::2], x[:, -2:], x[:, 1:2]], dim=-1),
    "chunks": lambda x, m: torch.cat([a * b for a, b in zip(x.chunk(3, -1), x.split([4, 4, 4], -1), strict=True)], 1),
    "unbound": lambda x, m: sum(part * (number + 1) for number, part in enumerate(x.unflatten(-1, (3, 4)).unbind(1))),
    "stacked": lambda x, m: torch.stack([x, x * 2], dim=1).sum(1),
    "layer_norm": lambda x, m: F.layer_norm(x, (12,)) + F.layer_norm(x, (12,), torch.linspace(0, 1, 12)) + F.rms_norm(x, (12,)),
    "rms_norm": lambda x, m: torch.linspace(0.5, 1.5, 12) * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6)),
    "two_axes_norm": lambda x, m: F.layer_norm(x.unflatten(-1, (3, 4)), (3, 4)).flatten(1),
    "broadcast": lambda x, m: x.unsqueeze(1) * torch.arange(3.0)[:, None] + x.mean(-1)[:, None, None],
    "counts": lambda x, m: m.sum(1).float(),
    "width": lambda x, m: x * m.shape[1],
    "constant_rows": lambda x, m: torch.ones(12).expand(x.shape[0], 12) + x * 0,
    "rank_one": lambda x, m: x[:, 0],
    "four_axes": lambda x, m: x.reshape(-1, 2, 2, 3).permute(0, 3, 1, 2),
    "matrix": lambda x, m: x @ torch.linspace(-1, 1, 60).reshape(12, 5),
    "outer": lambda x, m: (x[:, :, None] * x[:, None, :]).flatten(1).amax(1),
}
TOKENS: dict[str, Callable[..., Any]] = {
    "masked_mean": lambda h, m: (h * m[..., None]).sum(1) / m.sum(1, keepdim=True),
    "known_padding_sum": lambda h, m: h.masked_fill(m[..., None] == 0, 0.5).sum(1),
    "known_padding_mean": lambda h, m: h.masked_fill(m[..., None] == 0, 2.0).mean(1),
    "known_padding_minimum": lambda h, m: h.masked_fill(m[..., None] == 0, 3.0).amin(1),
    "exp_of_masked": lambda h, m: torch.exp(h * m[..., None]).sum(1),
    "tokenwise": lambda h, m: (F.layer_norm(h, (12,)) * h.mean(-1, keepdim=True) * m[..., None]).sum(1),
    "by_sequence": lambda h, m: ((h - h[:, :1]) * m[..., None]).amax(1),
    "centred": lambda h, m: (((h - ((h * m[..., None]).sum(1) / m.sum(1, keepdim=True))[:, None]) * m[..., None]) ** 2).sum(1),
    "position_weights": lambda h, m: (torch.arange(1, h.shape[1] + 1)[None, :, None] * h * m[..., None]).sum(1),
    "running": lambda h, m: (m.cumsum(1)[..., None] * h * m[..., None]).sum(1),
    "constant_after_the_proof": lambda h, m: (torch.where(m[..., None] == 1, 2.0, h).sum(-1) * m).sum(1, keepdim=True),
    "constant_row": lambda h, m: torch.where(m[..., None] == 1, 2.0, h)[:, 0] + h[:, 0] * 0,
    "mask_as_residual": lambda h, m: ((F.linear(h, torch.ones(1, 12)) + m[..., None]) * m[..., None]).sum(1),
    "dense_mask_as_residual": lambda h, m: (F.linear(h, torch.ones(1, 12)) + m[..., None]).sum(1),
    "layer_of_constants": lambda h, m: F.linear(torch.linspace(0, 1, 12)[None], torch.ones(5, 12)).expand(h.shape[0], 5) + h[:, 0, :5],
    "flattened": lambda h, m: (F.linear(h.reshape(-1, 12), torch.eye(12)[:5]).view(h.shape[0], h.shape[1], 5) * m[..., None]).sum(1),
    "heads": lambda h, m: (h.unflatten(-1, (3, 4)) * m[..., None, None]).sum((1, 2)),
    "dense_sum": lambda h, m: h.sum(1),
    "dense_mean_of_exp": lambda h, m: torch.exp(h).mean(1),
    "dense_last": lambda h, m: h[:, -1] + h[:, 1],
    "dense_softmax": lambda h, m: (torch.softmax(h.sum(-1), dim=1)[..., None] * h).sum(1),
    "dense_tokens": lambda h, m: F.normalize(h, dim=-1),
    "neighbours": lambda h, m: F.scaled_dot_product_attention(
        *(h.unflatten(-1, (3, 4)).transpose(1, 2) for _ in range(3)),
        attn_mask=((torch.arange(h.shape[1])[None] - torch.arange(h.shape[1])[:, None]).abs() < 3) & m[:, None, None, :].bool(),
    ).transpose(1, 2)[:, 0],
    "causal": lambda h, m: F.scaled_dot_product_attention(*(h.unflatten(-1, (3, 4)).transpose(1, 2) for _ in range(3)), is_causal=True)[
        :, :, 0
    ],
    "distance_bias": lambda h, m: F.scaled_dot_product_attention(
        *(h.unflatten(-1, (3, 4)).transpose(1, 2) for _ in range(3)),
        attn_mask=-0.1 * (torch.arange(h.shape[1])[None] - torch.arange(h.shape[1])[:, None]).abs().float()[None, None]
        + (1.0 - m[:, None, None, :].float()) * torch.finfo(torch.float32).min,
    ).transpose(1, 2)[:, 0],
}

_UNARY: list[Callable[[torch.Tensor], torch.Tensor]] = [
    torch.tanh,
    F.relu,
    torch.sigmoid,
    F.gelu,
    lambda x: x * 0.5 + 0.1,
    lambda x: F.layer_norm(x, (x.shape[-1],)),
    lambda x: F.normalize(x, dim=-1),
    lambda x: x - x.mean(-1, keepdim=True),
    lambda x: torch.softmax(x, -1),
    lambda x: x.unflatten(-1, (3, 4)).transpose(-1, -2).flatten(-2),
    lambda x: torch.cat([x[..., 6:], x[..., :6]], -1),
    lambda x: x.masked_fill(x > 0.5, 0.25),
    lambda x: F.linear(x, torch.linspace(-0.3, 0.4, 144).reshape(12, 12), torch.linspace(0, 1, 12)),
]
_BINARY: list[Callable[[torch.Tensor, torch.Tensor], torch.Tensor]] = [
    lambda x, y: x + y,
    lambda x, y: x * y,
    torch.maximum,
    lambda x, y: x - y.mean(-1, keepdim=True),
    lambda x, y: torch.where(x > y, x, y * 0.5),
]


def composed(seed: int) -> Callable[..., Any]:
    """A random composition on tokens, a masked pooling, and a random composition on texts."""
    generator = random.Random(seed)

    def grow(values: list[torch.Tensor], choices: list[tuple[int, int, int]]) -> torch.Tensor:
        for kind, first, second in choices:
            x, y = values[first % len(values)], values[second % len(values)]
            values.append(_UNARY[kind](x) if kind < len(_UNARY) else _BINARY[kind - len(_UNARY)](x, y))
        return values[-1] + values[generator_free % len(values)]

    generator_free = generator.randrange(4)
    plan = [
        [(generator.randrange(len(_UNARY) + len(_BINARY)), generator.randrange(9), generator.randrange(9)) for _ in range(6)] for _ in "ab"
    ]

    def run(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        tokens = grow([hidden], plan[0])
        weights = mask.unsqueeze(-1).float()
        pooled = (tokens * weights).sum(1) / weights.sum(1)
        return grow([pooled, tokens[:, 0]], plan[1])

    return run


COMPOSED = range(20)


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> Graphs:
    torch.manual_seed(3)
    table = torch.nn.Embedding(99, WIDTH)

    def on_first(function: Callable[..., Any]) -> Wrap:
        return Wrap(lambda self, ids, types, mask: function(self.table(ids)[:, 0], mask), table=table)

    def on_tokens(function: Callable[..., Any]) -> Wrap:
        return Wrap(lambda self, ids, types, mask: function(self.table(ids), mask), table=table)

    modules = {f"first_{name}": on_first(function) for name, function in ONES.items()}
    modules |= {f"tokens_{name}": on_tokens(function) for name, function in TOKENS.items()}
    modules |= {f"composed_{seed}": on_tokens(composed(seed)) for seed in COMPOSED}
    return Graphs(modules, tmp_path_factory.mktemp("operations"))


@pytest.mark.parametrize("name", ONES)
def test_an_operation_on_one_row_a_text_equals_torch(graphs: Graphs, name: str) -> None:
    graphs.check(f"first_{name}", BATCHES)


@pytest.mark.parametrize("name", TOKENS)
def test_an_operation_on_tokens_equals_torch(graphs: Graphs, name: str) -> None:
    graphs.check(f"tokens_{name}", BATCHES)
    assert bool(graphs.reasons[f"tokens_{name}"]) == name.startswith("dense")


@pytest.mark.parametrize("seed", COMPOSED)
def test_random_compositions_equal_torch(graphs: Graphs, seed: int) -> None:
    graphs.check(f"composed_{seed}", BATCHES)
    assert graphs.reasons[f"composed_{seed}"] == ""
