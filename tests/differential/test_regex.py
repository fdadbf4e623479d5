"""Generated patterns match, search, split and replace as in CPython; a match that does not end can be stopped."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.differential import regex_patterns
from tests.differential.comparison import outcome


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> str:
    from modelet_compiler import build

    functions = [regex_patterns.spans, regex_patterns.pieces, regex_patterns.catastrophe, regex_patterns.long_match]
    return str(build(functions, output=tmp_path_factory.mktemp("regex") / "layout", name="@test/regex").layout)


@pytest.fixture(scope="module")
def library(layout: str) -> Any:
    import modelet

    return modelet.load(layout)


@settings(max_examples=400, deadline=None, derandomize=True, database=None)
@given(text=st.text(alphabet=regex_patterns.CHARACTERS, max_size=10), start=st.integers(-1, 3), count=st.integers(0, 2))
def test_generated_patterns_agree_with_cpython(library: Any, text: str, start: int, count: int) -> None:
    for number in range(count, len(regex_patterns.PATTERNS), 37):
        for function, arguments in (
            (regex_patterns.spans, (number, text, start, 100)),
            (regex_patterns.spans, (number, text, min(start, len(text)), len(text))),
            (regex_patterns.pieces, (number, text, count)),
        ):
            expected = outcome(function, arguments)
            assert outcome(library.function(function.__name__).call, arguments) == expected, regex_patterns.PATTERNS[number]


def test_a_match_that_does_not_end_is_stopped(library: Any) -> None:
    call = library.function("catastrophe")
    assert list(call.call("a" * 20 + "b")) == [False]
    stream = call.call("a" * 60 + "b")
    threading.Timer(0.3, stream._call.cancel).start()
    began = time.monotonic()
    with pytest.raises(Exception, match="cancel"):
        next(stream)
    assert time.monotonic() - began < 15


def test_a_long_match_takes_memory_of_the_call(layout: str, library: Any) -> None:
    import modelet

    assert library.function("long_match").call(100_000) == 200_001
    with pytest.raises(MemoryError):
        modelet.load(layout, memory_limit=1 << 20).function("long_match").call(100_000)
