"""The proof: what may run on tokens only, and what a bias means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as functional
from harness import Wrap

from modelet_compiler.lowering.graph.compile import optimise
from modelet_compiler.lowering.graph.export import import_module
from modelet_compiler.lowering.graph.ir import Attention, Graph, Linear, Normalize, Pointwise, Reduce, RmsNorm, Rows
from modelet_compiler.lowering.graph.validate import validate

TABLE = torch.nn.Embedding(99, 12)
PROJECT = torch.nn.Linear(12, 36)


def graph_of(function: Callable[..., Any]) -> tuple[Graph, str]:
    """function(hidden [B, S, 12], mask [B, S]) as a graph, and why it is dense."""

    def run(self: Any, input_ids: torch.Tensor, token_type_ids: torch.Tensor, attention_mask: torch.Tensor) -> Any:
        return function(self.table(input_ids), attention_mask)

    graph, reason = optimise(import_module(Wrap(run, table=TABLE, project=PROJECT)))
    validate(graph)
    return graph, reason


def attend(mask_of: Callable[[torch.Tensor, int], torch.Tensor | None]) -> Callable[..., torch.Tensor]:
    """Attention with a mask made from (mask [B, S], S), then the first row."""

    def run(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        query, key, value = (part.unflatten(-1, (3, 4)).transpose(1, 2) for part in functional.linear(hidden, PROJECT.weight).chunk(3, -1))
        bias = mask_of(mask, hidden.shape[1])
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=bias)
        return mixed.transpose(1, 2).flatten(2)[:, 0]

    return run


def causal(length: int) -> torch.Tensor:
    places = torch.arange(length)
    return places[None, :] <= places[:, None]


def distance(length: int) -> torch.Tensor:
    """Key position - query position."""
    return torch.arange(length)[None] - torch.arange(length)[:, None]


MASKS: dict[str, tuple[Callable[[torch.Tensor, int], torch.Tensor | None], str, bool]] = {
    "boolean": (lambda mask, length: mask[:, None, None, :].bool(), "key", True),
    "lowest": (lambda mask, length: (1.0 - mask[:, None, None, :].float()) * torch.finfo(torch.float32).min, "key", True),
    "ten_thousand": (lambda mask, length: (1.0 - mask[:, None, None, :]) * -10000.0, "key", True),
    "infinite": (lambda mask, length: torch.where(mask[:, None, None, :] == 0, float("-inf"), 0.0), "key", True),
    "causal": (lambda mask, length: causal(length), "causal", True),
    "causal_key": (lambda mask, length: causal(length)[None, None] & mask[:, None, None, :].bool(), "causal_key", True),
    "both": (lambda mask, length: mask[:, None, :, None].bool() & mask[:, None, None, :].bool(), "key", True),
    "nothing": (lambda mask, length: None, "none", False),
    "weak": (lambda mask, length: (1.0 - mask[:, None, None, :]) * -5.0, "general", False),
    "neighbours": (lambda mask, length: distance(length).abs() < 3, "none 2", False),
    "neighbours_key": (lambda mask, length: (distance(length).abs() < 3) & mask[:, None, None, :].bool(), "key 2", True),
    "past": (lambda mask, length: (distance(length) <= 0) & (distance(length) > -5) & mask[:, None, None, :].bool(), "causal_key 4", True),
    "union": (
        lambda mask, length: (causal(length) & (distance(length) > -4) | (distance(length).abs() <= 3)) & mask[:, None, None, :].bool(),
        "key 3",
        True,
    ),
    "fraction": (lambda mask, length: (distance(length).abs() < 2.5) & mask[:, None, None, :].bool(), "key 2", True),
    "lopsided": (lambda mask, length: (distance(length) > -3) & (distance(length) < 2) & mask[:, None, None, :].bool(), "biased_key", True),
    "all_but_itself": (lambda mask, length: (distance(length) != 0) & mask[:, None, None, :].bool(), "biased_key", True),
    "ahead": (lambda mask, length: (distance(length) >= 0) & mask[:, None, None, :].bool(), "biased_key", True),
}


@pytest.mark.parametrize("name", MASKS)
def test_what_a_mask_means(name: str) -> None:
    mask_of, meaning, ragged = MASKS[name]
    graph, reason = graph_of(attend(mask_of))
    (operation,) = [node.operation for node in graph.nodes() if isinstance(node.operation, Attention)]
    assert f"{operation.mask} {operation.window or ''}".strip() == meaning
    assert graph.ragged == ragged
    assert bool(reason) != ragged


PADDING: dict[str, tuple[Callable[..., Any], bool]] = {
    "masked_sum": (lambda hidden, mask: (hidden * mask[..., None]).sum(1), True),
    "filled_sum": (lambda hidden, mask: hidden.masked_fill(mask[..., None] == 0, 0).sum(1), True),
    "known_fill": (lambda hidden, mask: hidden.masked_fill(mask[..., None] == 0, 0.5).sum(1), True),
    "minus_infinity": (lambda hidden, mask: (hidden + torch.where(mask[..., None] == 0, float("-inf"), 0.0)).amax(1), True),
    "row_wise": (lambda hidden, mask: functional.gelu(hidden * 2 + 1)[:, 0], True),
    "exp_of_masked": (lambda hidden, mask: torch.exp(hidden * mask[..., None]).sum(1), True),
    "running": (lambda hidden, mask: (mask.cumsum(1)[..., None] * hidden * mask[..., None]).sum(1), True),
    "position_weights": (lambda hidden, mask: (torch.arange(hidden.shape[1])[None, :, None] * hidden * mask[..., None]).sum(1), True),
    "unmasked_sum": (lambda hidden, mask: hidden.sum(1), False),
    "shifted": (lambda hidden, mask: (hidden * mask[..., None] + hidden).sum(1), False),
    "unknown_fill": (lambda hidden, mask: torch.where(mask[..., None] == 0, hidden * 2, hidden).sum(1), False),
    "later_row": (lambda hidden, mask: hidden[:, 1], False),
    "picked_row": (lambda hidden, mask: hidden[torch.arange(hidden.shape[0]), mask.sum(1) - 2], False),
}


@pytest.mark.parametrize("name", PADDING)
def test_what_looks_at_padding(name: str) -> None:
    function, ragged = PADDING[name]
    graph, reason = graph_of(function)
    assert graph.ragged == ragged, reason
    assert bool(reason) != ragged


def test_a_ragged_graph_has_no_mask_left() -> None:
    graph, _ = graph_of(lambda hidden, mask: (hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True))
    assert not any(getattr(node.operation, "field", "") == "attention_mask" for node in graph.nodes())
    assert [node.operation for node in graph.nodes() if isinstance(node.operation, Reduce)] == [Reduce("sum", (1,), 0.0)]


def test_names_do_not_depend_on_the_order_in_which_python_ran() -> None:
    def named(*order: str) -> str:
        def run(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            made = {name: getattr(torch, name)(hidden * 2) for name in order}
            return ((made["sin"] - made["cos"]) * mask[..., None]).sum(1)

        return str(graph_of(run)[0])

    assert named("sin", "cos") == named("cos", "sin")


def test_the_value_of_padding_is_kept_for_the_reduction() -> None:
    graph, _ = graph_of(lambda hidden, mask: hidden.masked_fill(mask[..., None] == 0, 0.5).sum(1))
    assert [node.operation.pad for node in graph.nodes() if isinstance(node.operation, Reduce)] == [0.5]


# Recognition and fusion


def test_attention_by_hand_is_one_node() -> None:
    def run(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        query, key, value = (part.unflatten(-1, (3, 4)).transpose(1, 2) for part in functional.linear(hidden, PROJECT.weight).chunk(3, -1))
        scores = query @ key.transpose(-1, -2) / 2.0
        scores = scores.masked_fill(mask[:, None, None, :] == 0, float("-inf"))
        return (torch.softmax(scores, dim=-1) @ value).transpose(1, 2).flatten(2)[:, 0]

    graph, _ = graph_of(run)
    (operation,) = [node.operation for node in graph.nodes() if isinstance(node.operation, Attention)]
    assert (operation.scale, operation.mask) == (0.5, "key")
    assert not any(node.rows is Rows.PAIR for node in graph.nodes())


def test_layers_of_one_input_are_joined_and_take_activation_and_residual() -> None:
    first, second = torch.nn.Linear(12, 12), torch.nn.Linear(12, 12)
    activated = torch.nn.Linear(12, 12)

    def run(self: Any, input_ids: torch.Tensor, token_type_ids: torch.Tensor, attention_mask: torch.Tensor) -> Any:
        hidden = self.table(input_ids)
        both = self.first(hidden) * self.second(hidden)
        hidden = functional.gelu(self.activated(both)) + hidden
        return hidden[:, 0]

    graph, _ = optimise(import_module(Wrap(run, table=TABLE, first=first, second=second, activated=activated)))
    layers = [(node.width, node.operation) for node in graph.nodes() if isinstance(node.operation, Linear)]
    assert layers == [(24, Linear(True)), (12, Linear(True, residual=True, activation="gelu_erf"))]


def test_written_out_functions_are_recognised() -> None:
    def run(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        first = hidden[:, 0]
        tanh = 0.5 * first * (1 + torch.tanh(0.7978845608028654 * (first + 0.044715 * torch.pow(first, 3))))
        return tanh + first * torch.sigmoid(first) + 0.5 * first * (1 + torch.erf(first / 2**0.5))

    graph, _ = graph_of(run)
    found = {node.operation.function for node in graph.nodes() if isinstance(node.operation, Pointwise)}
    assert {"gelu_tanh", "silu", "gelu_erf"} <= found


def test_an_rms_norm_by_hand_is_recognised() -> None:
    weight = torch.linspace(0.5, 1.5, 12)

    def run(hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return (weight * (hidden * torch.rsqrt(hidden.pow(2).mean(-1, keepdim=True) + 1e-6)))[:, 0]

    graph, _ = graph_of(run)
    (operation,) = [node.operation for node in graph.nodes() if isinstance(node.operation, RmsNorm)]
    assert operation.weight
    assert abs(operation.epsilon - 1e-6) < 1e-12


def test_normalisation_is_recognised() -> None:
    graph, _ = graph_of(lambda hidden, mask: functional.normalize(hidden[:, 0], dim=-1))
    assert sum(isinstance(node.operation, Normalize) for node in graph.nodes()) == 1
