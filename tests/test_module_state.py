"""What a module keeps between calls belongs to the opened library: calls take turns on it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import modelet
from modelet_compiler import build
from tests.module_state_functions import counted, shared_stream


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder: Path = tmp_path_factory.mktemp("state") / "layout"
    return modelet.load(str(build([counted, shared_stream], output=folder, name="@test/state").layout))


def test_threads_take_turns(library: Any) -> None:
    call = library.function("counted").call
    before = call(0) or [0]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: call(5), range(100)))
    numbers = sorted(number for one in found for number in one)
    assert numbers == list(range(before[-1] + 1, before[-1] + 501))
    assert all(one == list(range(one[0], one[0] + 5)) for one in found)  # no call is interrupted by another


def test_streams_give_way_between_their_items(library: Any) -> None:
    call = library.function("shared_stream").call
    first, second = call("a", 2), call("b", 2)
    assert [next(first), next(second), next(first), next(second)] == ["a0", "a0,b0", "a0,b0,a1", "a0,b0,a1,b1"]
    first.close()
    assert list(second) == []


def test_a_failed_call_leaves_what_it_changed(library: Any) -> None:
    call = library.function("counted").call
    last = call(1)[-1]
    with pytest.raises(TypeError):
        call("x")
    assert call(1) == [last + 1]
