"""What a tensor graph cannot be is refused with the operation, where it is, and what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from harness import Wrap

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.graph.compile import compile_module
from modelet_compiler.lowering.sentence_transformers import _processor_options


class Inner(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.convolution = torch.nn.Conv1d(12, 12, 3, padding=1)

    def forward(self, hidden: torch.Tensor) -> torch.Tensor:
        return self.convolution(hidden.transpose(1, 2)).transpose(1, 2)


def refusal(function: Callable[..., Any], **modules: torch.nn.Module) -> Refused:
    table = torch.nn.Embedding(99, 12)
    module = Wrap(lambda self, ids, types, mask: function(self, self.table(ids), mask), table=table, **modules)
    with pytest.raises(Refused) as caught:
        compile_module(module, "graph", "graph")
    assert caught.value.instead
    return caught.value


def branch_on_value(self: Any, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return hidden[:, 0] if hidden.sum() > 0 else hidden[:, 0] * 2


def branch_on_size(self: Any, hidden: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    return hidden[:, 0] if hidden.shape[1] < 100 else hidden[:, 0] * 2


CASES: dict[str, tuple[Callable[..., Any], str]] = {
    "random": (lambda self, hidden, mask: hidden[:, 0] + torch.randn(12), "draws random numbers"),
    "random_like": (lambda self, hidden, mask: hidden[:, 0] + torch.rand_like(hidden[:, 0]), "draws random numbers"),
    "dropout": (lambda self, hidden, mask: F.dropout(hidden, 0.5, training=True)[:, 0], "random numbers"),
    "half": (lambda self, hidden, mask: hidden[:, 0].bfloat16() * 2, "bfloat16"),
    "across_texts": (lambda self, hidden, mask: hidden.sum(0), "texts of one batch are reduced"),
    "one_text": (lambda self, hidden, mask: hidden[0], "one text is taken out"),
    "squeezed": (lambda self, hidden, mask: hidden[:, :1].squeeze(), "squeeze() without an axis"),
    "mixed_axes": (lambda self, hidden, mask: hidden.transpose(1, 2).reshape(hidden.shape[0], -1)[:, :3], "mixes|a mix of"),
    "joined_sequences": (lambda self, hidden, mask: torch.cat([hidden, hidden], 1)[:, 0], "a mix of|joined along"),
    "batch_size": (lambda self, hidden, mask: hidden[:, 0] * hidden.shape[0], "size of the whole batch"),
    "cut": (lambda self, hidden, mask: hidden[:, 1:].sum(1), "a mix of|cuts tokens"),
    "first_axis": (lambda self, hidden, mask: (hidden * mask[..., None]).sum(1).transpose(0, 1), "first axis is not the batch"),
    "branch_on_value": (branch_on_value, "could not trace"),
    "branch_on_size": (branch_on_size, "decides by the sequence size"),
    "sorting": (lambda self, hidden, mask: torch.sort(hidden[:, 0]).values, "aten.sort"),
    "scores": (lambda self, hidden, mask: (hidden @ hidden.transpose(1, 2)).softmax(-1)[:, 0, 0][:, None], "pairs|tokens by tokens|whole"),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_refused_with_a_reason(name: str) -> None:
    function, reason = CASES[name]
    found = refusal(function).reason
    assert any(part in found for part in reason.split("|")), found


def test_an_unsupported_operation_is_named_with_its_module_and_the_supported_ones() -> None:
    error = refusal(lambda self, hidden, mask: (self.inner(hidden) * mask[..., None]).sum(1), inner=Inner())
    assert "aten.conv1d" in error.reason
    assert "inner.convolution" in error.reason
    assert "layer_norm" in error.instead


def test_texts_that_a_sentence_transformer_puts_through_a_chat_template_are_refused() -> None:
    class Chatting:
        def _call_processor(self, *_: object) -> None:
            raise AssertionError

        def preprocess(self, _texts: list[str]) -> dict[str, str]:
            return {"modality": "message"}

    with pytest.raises(Refused, match="reads texts as 'message': they go through its tokenizer's chat template"):
        _processor_options([Chatting()])
