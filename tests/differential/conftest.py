from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tests.differential import cases


@dataclass(frozen=True)
class Case:
    """One function with one set of arguments."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    number: int

    def __str__(self) -> str:
        return f"{self.function.__name__}-{self.number}"


def all_cases() -> list[Case]:
    found: list[Case] = []
    for module_info in sorted(pkgutil.iter_modules(cases.__path__), key=lambda item: item.name):
        module = importlib.import_module(f"{cases.__name__}.{module_info.name}")
        for function, argument_sets in module.ARGUMENTS.items():
            found += [Case(function, arguments, number) for number, arguments in enumerate(argument_sets)]
    return found


CASES = all_cases()


@pytest.fixture(scope="session")
def corpus(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Any:
    """Every function whose cases were chosen, compiled into one library."""
    import modelet
    from modelet_compiler import build

    asked = [getattr(getattr(item, "callspec", None), "params", {}).get("case") for item in request.session.items]
    chosen = [case for case in asked if isinstance(case, Case)]
    functions = list(dict.fromkeys(case.function for case in chosen))
    names = [function.__name__ for function in functions]
    assert len(names) == len(set(names)), f"two cases share a name: {sorted(name for name in names if names.count(name) > 1)}"
    artifact = build(functions, output=tmp_path_factory.mktemp("corpus") / "layout", name="@test/corpus")
    return modelet.load(str(artifact.layout))
