"""Random expressions, compiled in one library and compared with CPython."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

from tests.differential.comparison import outcome, same
from tests.differential.generated import functions

ARGUMENTS: list[tuple[Any, ...]] = [
    (0, 1, "", "a", []),
    (7, -3, "hello wörld", "o", [3, 1, 2]),
    (-5, -5, "12", "12", [0, 0, -1, 5, 4]),
    (2**40, 3, "a,b,c \U0001f600", ",", list(range(12))),
]


def imported(folder: Path, text: str) -> ModuleType:
    path = folder / "generated_functions.py"
    path.write_text(text, encoding="utf-8")
    specification = importlib.util.spec_from_file_location("generated_functions", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


# The first example is the smallest there is; each is a library, so that few are made and none is shrunk.
@settings(max_examples=3, deadline=None, derandomize=True, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(text=functions(count=48))
def test_random_expressions_agree_with_cpython(tmp_path_factory: Any, text: str) -> None:
    import modelet
    from modelet_compiler import build

    folder = tmp_path_factory.mktemp("generated")
    module = imported(folder, text)
    compiled = [function for name, function in vars(module).items() if name.startswith("f") and name[1:].isdigit()]
    library = modelet.load(str(build(compiled, output=folder / "layout", name="@test/generated").layout))
    for function in compiled:
        for arguments in ARGUMENTS:
            expected = outcome(function, arguments)
            actual = outcome(library.function(function.__name__).call, arguments)
            if overflowed(expected, actual):
                continue
            assert actual[0] == expected[0], f"{source(text, function.__name__)} of {arguments}: {actual} is not {expected}"
            assert same(actual[1], expected[1]), f"{source(text, function.__name__)} of {arguments}: {actual} is not {expected}"


def overflowed(expected: tuple[str, Any], actual: tuple[str, Any]) -> bool:
    """The one loud difference: an int beyond 64 bits."""
    return actual[0] == "raises" and actual[1][0] == "OverflowError" and expected[0] == "value"


def source(text: str, name: str) -> str:
    return next(part for part in text.split("\n\n\n") if f"def {name}(" in part)
