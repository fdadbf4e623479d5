"""Programs of the sort people write around a model, compiled into a few libraries of many functions: each agrees with CPython."""

from __future__ import annotations

import importlib
import pkgutil
import warnings
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from tests.differential.comparison import outcome, same
from tests.programs import corpus

NAMES = sorted(item.name for item in pkgutil.iter_modules(corpus.__path__))
IN_A_LIBRARY = 20
TOLERANCES = {"random_sampling": 2, "random_global_seed": 2, "queue_simulation": 2}
"""Units in the last place, where a program's floats come from the math library."""


def program(name: str) -> ModuleType:
    """A file of the corpus; its entry function has the file's name, its arguments are in ARGUMENTS."""
    return importlib.import_module(f"{corpus.__name__}.{name}")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Callable[[str], Any]:
    """The compiled function of a program; the programs that were chosen are compiled together."""
    import modelet
    from modelet_compiler import build

    asked = [getattr(getattr(item, "callspec", None), "params", {}).get("name") for item in request.session.items]
    chosen = [name for name in NAMES if name in asked]
    libraries: dict[int, Any] = {}

    def function(name: str) -> Any:
        number = chosen.index(name) // IN_A_LIBRARY
        if number not in libraries:
            together = chosen[number * IN_A_LIBRARY : (number + 1) * IN_A_LIBRARY]
            output = tmp_path_factory.mktemp("programs") / "layout"
            artifact = build([getattr(program(one), one) for one in together], output=output, name="@test/programs")
            libraries[number] = modelet.load(str(artifact.layout))
        return libraries[number].function(name).call

    return function


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore")
def test_program_as_in_python(name: str, compiled: Callable[[str], Any]) -> None:
    module, function = program(name), compiled(name)
    for arguments in module.ARGUMENTS:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = outcome(getattr(module, name), arguments)
        actual = outcome(function, arguments)
        assert actual[0] == expected[0], f"{arguments}: compiled: {actual}, CPython: {expected}"
        assert same(actual[1], expected[1], TOLERANCES.get(name, 0)), f"{arguments}: compiled: {actual[1]!r}, CPython: {expected[1]!r}"
