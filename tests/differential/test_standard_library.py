"""The standard library answers as CPython's does, on CPython's own test data and on thousands of random arguments.

A call may be refused when it runs, with NotImplementedError or, beyond 64 bits, OverflowError; it may not answer otherwise.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import Any

import pytest

from tests.differential import library_arguments, library_functions
from tests.differential.comparison import outcome, same


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Any:
    import modelet
    from modelet_compiler import build

    functions = [
        one for _, one in inspect.getmembers(library_functions, inspect.isfunction) if one.__module__ == library_functions.__name__
    ]
    artifact = build(functions, output=tmp_path_factory.mktemp("library") / "layout", name="@test/library")
    return modelet.load(str(artifact.layout))


def differences(library: Any, calls: Iterable[library_arguments.Arguments]) -> list[str]:
    """Calls with another answer. At most one in twenty may be refused."""
    compiled = {name: library.function(name).call for name in library.functions}
    found, refused, total = [], 0, 0
    for total, (name, arguments) in enumerate(calls, 1):  # noqa: B007
        expected, answer = outcome(getattr(library_functions, name), arguments), outcome(compiled[name], arguments)
        if same(expected, answer):
            continue
        if answer[0] == "raises" and answer[1][0] in ("NotImplementedError", "OverflowError"):
            refused += 1
        else:
            found.append(f"{name}{arguments!r}\n  {expected!r}\n  {answer!r}")
    assert refused * 20 < total
    return found


def test_cpythons_own_test_data_gives_its_answers(library: Any) -> None:
    folder = library_arguments.data_folder()
    if folder is None:
        pytest.skip("this Python comes without its test package")
    found = differences(library, library_arguments.of_cpython(folder))
    assert not found, "\n".join(found[:20])


@pytest.mark.parametrize("seed", range(4))
def test_random_arguments_give_cpythons_answers(library: Any, seed: int) -> None:
    found = differences(library, library_arguments.generated(seed, 250))
    assert not found, "\n".join(found[:20])
