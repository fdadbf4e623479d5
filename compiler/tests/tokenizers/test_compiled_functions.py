"""Python functions that use a tokenizer return what they return in CPython, once compiled."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import modelet
from modelet_compiler import build

TEXTS = ["Hello brave new world", "", "a [SEP] b", "naïve café 漢字", "unaffable " * 9]


def functions(tokenizer: Any) -> list[Callable[..., Any]]:
    def rows(texts: list[str], limit: int) -> list[list[int]]:
        encoding = tokenizer(texts, padding=True, truncation=True, max_length=limit)
        return encoding["input_ids"] + encoding.attention_mask

    def arrays(texts: list[str]) -> np.ndarray:  # type: ignore[type-arg]
        return tokenizer(texts, padding="longest", return_tensors="np")["input_ids"]  # type: ignore[no-any-return]

    def ragged(texts: list[str]) -> list[list[int]]:
        return tokenizer(texts).input_ids  # type: ignore[no-any-return]

    def single(text: str) -> list[int]:
        return tokenizer(text, add_special_tokens=False)["token_type_ids"]  # type: ignore[no-any-return]

    def there_and_back(text: str, skip: bool) -> str:
        return tokenizer.decode(tokenizer.encode(text), skip_special_tokens=skip)  # type: ignore[no-any-return]

    def all_back(texts: list[str]) -> list[str]:
        return tokenizer.batch_decode(tokenizer(texts)["input_ids"], skip_special_tokens=True)  # type: ignore[no-any-return]

    def pieces(text: str) -> list[str]:
        return tokenizer.tokenize(text) + tokenizer.convert_ids_to_tokens([tokenizer.pad_token_id, 103])  # type: ignore[no-any-return]

    def numbers(texts: list[str]) -> list[int]:
        return [*tokenizer.convert_tokens_to_ids(texts), len(tokenizer), tokenizer.convert_tokens_to_ids("[MASK]")]

    return [rows, arrays, ragged, single, there_and_back, all_back, pieces, numbers]


ARGUMENTS: dict[str, list[tuple[Any, ...]]] = {
    "rows": [(TEXTS, 5), (TEXTS, 2), (TEXTS, 1), ([], 5), (TEXTS, -1), (["\ud800"], 5)],
    "arrays": [(TEXTS,), ([""],), ([],)],
    "ragged": [(TEXTS,), (["long text, many words! " * 3_000] * 20,)],
    "single": [("one two",), ("",)],
    "there_and_back": [(text, skip) for text in TEXTS for skip in (True, False)],
    "all_back": [(TEXTS,)],
    "pieces": [("unaffable [MASK]",), ("",)],
    "numbers": [(["the", "##ing", "no such token", "", "[SEP]"],), (["a", "x\ud800\udfff"],), (["\udfff!"],)],
}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, tokenizer_of: Callable[[str], Any]) -> Any:
    everything = functions(tokenizer_of("minilm"))
    artifact = build(everything, output=tmp_path_factory.mktemp("layout"), name="@local/tokenizing")
    return modelet.load(str(artifact.layout))


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        value = function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error)
    return ("array", value.dtype.name, value.tolist()) if isinstance(value, np.ndarray) else value


@pytest.mark.parametrize("name", list(ARGUMENTS))
def test_results_and_errors_are_those_of_python(compiled: Any, tokenizer_of: Callable[[str], Any], name: str) -> None:
    function = next(one for one in functions(tokenizer_of("minilm")) if one.__name__ == name)
    for arguments in ARGUMENTS[name]:
        assert outcome(compiled.function(name).call, arguments) == outcome(function, arguments)


def test_a_batch_is_the_same_on_many_threads(compiled: Any, tokenizer_of: Callable[[str], Any]) -> None:
    chance = random.Random(8)
    texts = [" ".join(chance.choice(TEXTS) for _ in range(chance.randrange(40))) for _ in range(2_000)]
    assert compiled.function("ragged").call(texts) == tokenizer_of("minilm")(texts)["input_ids"]
