"""What compiled code may ask of a continuous batching manager, and what it says about the rest."""

from __future__ import annotations

import pytest

import modelet
from modelet import compile  # noqa: A004
from modelet_compiler import build
from modelet_compiler.emit import emit_library
from modelet_compiler.frontend.diagnostics import CompileError
from tests.language_models.small_models import tied


def starts_by_itself(prompt: list[int]) -> str:
    return tied.start_request(prompt, "mine", False, 0, False)


def asks_for_a_token(name: str) -> int:
    return tied.next_token(name)


def asks_whether_finished(name: str) -> bool:
    return tied.is_finished(name)


@compile
def limited(prompt: list[int], limit: int | None, timed: bool) -> int:
    request = tied.add_request(prompt, max_new_tokens=limit, record_timestamps=timed)
    return sum(len(output.generated_tokens) for output in tied.request_id_iter(request))


@pytest.mark.parametrize("function", [starts_by_itself, asks_for_a_token, asks_whether_finished], ids=lambda function: function.__name__)
def test_natives_of_the_manager_are_no_attributes(function: object) -> None:
    with pytest.raises(CompileError, match="has no attribute"):
        emit_library([function], name="@test/manager")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> modelet.Function:
    return modelet.load(str(build(limited, output=tmp_path_factory.mktemp("manager") / "layout", name="@test/manager").layout))


@pytest.mark.parametrize("limit", [0, -1, -7])
def test_limit_below_one_is_an_error_and_no_missing_limit(library: modelet.Function, limit: int) -> None:
    with pytest.raises(Exception, match=f"max_new_tokens is {limit}; it must be at least 1"):
        library.call([2, 3, 4], limit, False)


def test_limit_counts(library: modelet.Function) -> None:
    assert library.call([2, 3, 4], 3, False) <= 3
    assert library.call([2, 3, 4], None, False) <= 64


def test_times_of_tokens_are_refused(library: modelet.Function) -> None:
    with pytest.raises(NotImplementedError, match="record_timestamps"):
        library.call([2, 3, 4], 3, True)
