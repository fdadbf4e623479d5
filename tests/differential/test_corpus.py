"""Every case, compiled and in CPython, must agree."""

from __future__ import annotations

from typing import Any

import pytest

from tests.differential.comparison import outcome, same
from tests.differential.conftest import CASES, Case
from tests.differential.tolerances import tolerance


@pytest.mark.parametrize("case", CASES, ids=str)
def test_compiled_as_in_python(case: Case, corpus: Any) -> None:
    expected = outcome(case.function, case.arguments)
    actual = outcome(corpus.function(case.function.__name__).call, case.arguments)
    assert actual[0] == expected[0], f"compiled: {actual}, CPython: {expected}"
    assert same(actual[1], expected[1], tolerance(case.function.__name__)), f"compiled: {actual[1]!r}, CPython: {expected[1]!r}"
