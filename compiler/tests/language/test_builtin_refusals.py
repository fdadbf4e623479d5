"""What of Python's builtins cannot be compiled is refused with what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modelet_compiler.emit import emit_library
from modelet_compiler.frontend.diagnostics import CompileError


def asks() -> str:
    return input()


def reads() -> str:
    return open("name").read()  # noqa: PTH123


def evaluates(text: str) -> int:
    return eval(text)  # type: ignore[no-any-return]


def hashes(text: str) -> int:
    return hash(text)


def mixes(data: bytes) -> bool:
    return data.startswith("a")  # type: ignore[arg-type]


def encodes(text: str) -> bytes:
    return text.encode("utf-7")


def gives_a_view(table: dict[str, int]) -> Any:
    return table.keys()


REFUSED = {
    asks: "take the text as a parameter",
    reads: "take the content as a parameter",
    evaluates: "the compiler is not part of the library",
    hashes: "it differs from run to run",
    mixes: "a bytes-like object is required, not 'str'",
    encodes: "utf-8, ascii or latin-1",
    gives_a_view: "cannot leave it",
}


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: function.__name__)
def test_refused_with_a_way_out(function: Callable[..., Any]) -> None:
    with pytest.raises(CompileError) as caught:
        emit_library([function], name="@test/refused")
    assert REFUSED[function] in str(caught.value)
