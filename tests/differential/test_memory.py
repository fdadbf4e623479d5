"""Compiled functions give back what they take, and stay within a call's limit."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.differential import memory_functions


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> str:
    from modelet_compiler import build

    functions = [
        memory_functions.busy,
        memory_functions.abandoned,
        memory_functions.greedy,
        memory_functions.caught_greedy,
        memory_functions.greedy_array,
    ]
    return str(build(functions, output=tmp_path_factory.mktemp("memory") / "layout", name="@test/memory").layout)


@pytest.fixture(scope="module")
def library(layout: str) -> Any:
    import modelet

    return modelet.load(layout)


def resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def test_thousands_of_calls_leave_nothing(library: Any) -> None:
    arguments: dict[str, Any] = {"n": 40, "words": ["ab", "c", "déf"]}
    busy = library.function("busy")
    assert busy.call(**arguments) == memory_functions.busy(**arguments)
    for _ in range(1000):
        busy.call(**arguments)
    before = resident_bytes()
    for _ in range(4000):
        busy.call(**arguments)
    assert resident_bytes() - before < 4 << 20


def test_generators_that_nobody_finishes_leave_nothing(library: Any) -> None:
    abandoned = library.function("abandoned")

    def once() -> None:
        with abandoned.call(200) as stream:
            assert next(stream) == [0] * 10

    for _ in range(300):
        once()
    before = resident_bytes()
    for _ in range(1500):
        once()
    assert resident_bytes() - before < 4 << 20


def test_a_limit_is_a_memory_error_of_that_call(layout: str) -> None:
    import modelet

    limited = modelet.load(layout, memory_limit=8 << 20)
    with pytest.raises(MemoryError):
        limited.function("greedy").call(1000)
    assert limited.function("caught_greedy").call(1000) == "caught"
    with pytest.raises(MemoryError):
        limited.function("greedy_array").call(2 << 20)
    assert limited.function("greedy_array").call(1000) == 1000
    assert limited.function("busy").call(3, ["a"]) == memory_functions.busy(3, ["a"])


def test_many_threads_call_one_function(library: Any) -> None:
    expected = memory_functions.busy(25, ["x", "yz"])
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: library.function("busy").call(25, ["x", "yz"]), range(200)))
    assert set(results) == {expected}
