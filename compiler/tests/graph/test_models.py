"""Compiled transformers and poolings equal torch on padded batches, and say rightly whether they look at padding."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from harness import Batch, Graphs, random_batch
from models import DENSE, RAGGED, TRANSFORMERS, mean, pooled, transformer

BATCHES = [
    *(random_batch(seed) for seed in range(3)),
    random_batch(9, texts=1),
    random_batch(10, texts=7, longest=40, padded=64),
]


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> Graphs:
    modules = {f"model_{kind}": pooled(kind, mean) for kind in TRANSFORMERS}
    modules |= {f"ragged_{name}": pooled("bert", pool) for name, pool in RAGGED.items()}
    modules |= {f"dense_{name}": pooled("bert", pool) for name, (pool, _) in DENSE.items()}
    modules["no_mask"] = pooled("bert", mean, ("input_ids", "token_type_ids"))
    return Graphs(modules, tmp_path_factory.mktemp("models"))


@pytest.mark.parametrize("kind", TRANSFORMERS)
def test_a_transformer_equals_torch_and_runs_on_tokens_only(graphs: Graphs, kind: str) -> None:
    graphs.check(f"model_{kind}", BATCHES)
    assert graphs.reasons[f"model_{kind}"] == ""


@pytest.mark.parametrize("name", RAGGED)
def test_a_masked_pooling_equals_torch_and_runs_on_tokens_only(graphs: Graphs, name: str) -> None:
    graphs.check(f"ragged_{name}", BATCHES)
    assert graphs.reasons[f"ragged_{name}"] == ""


@pytest.mark.parametrize("name", DENSE)
def test_what_looks_at_padding_equals_torch_at_the_padded_width(graphs: Graphs, name: str) -> None:
    graphs.check(f"dense_{name}", BATCHES)
    assert DENSE[name][1] in graphs.reasons[f"dense_{name}"]


def test_a_model_without_a_mask_attends_to_padding_as_torch_does(graphs: Graphs) -> None:
    graphs.check("no_mask", BATCHES)
    assert "looks at padding" in graphs.reasons["no_mask"]


def test_a_text_has_the_same_bits_alone_and_in_a_batch(graphs: Graphs) -> None:
    batch = BATCHES[-1]
    ((together,),) = graphs.run("model_bert", [batch])
    for row, length in enumerate(batch.lengths):
        alone = Batch(*(field[row : row + 1, :length] for field in (batch.input_ids, batch.token_type_ids, batch.attention_mask)))
        ((single,),) = graphs.run("model_bert", [alone])
        np.testing.assert_array_equal(single[0], together[row])


def test_the_longest_sequence_is_what_the_model_has_positions_for(graphs: Graphs) -> None:
    lengths = {name: graphs.emissions[f"model_{name}"].graph.maximum_length for name in ("bert", "bert_relu", "roberta", "distilbert")}
    assert lengths == {"bert": 120, "bert_relu": 90, "roberta": 119, "distilbert": 120}
    (message,) = graphs.run("model_bert_relu", [random_batch(1, texts=1, longest=2, padded=91)])
    assert not isinstance(message, str)
    ones = random_batch(1, texts=1, longest=2, padded=91)
    ones.attention_mask[:] = 1
    (message,) = graphs.run("model_bert_relu", [ones])
    assert isinstance(message, str)
    assert "90" in message
    assert "91" in message


def test_the_same_module_gives_the_same_bytes(tmp_path: Path) -> None:
    from modelet_compiler.lowering.graph.compile import compile_module

    first, second = (compile_module(pooled("bert", mean), "graph", "title") for _ in range(2))
    assert first.source == second.source
    assert [tensor.name for tensor in first.weights] == [tensor.name for tensor in second.weights]


def test_models_are_seeded() -> None:
    first, second = transformer("bert")[0], transformer("bert")[0]
    for one, other in zip(first.parameters(), second.parameters(), strict=True):
        assert bool((one == other).all())
