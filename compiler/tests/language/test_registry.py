"""Signatures are the type rules; a call fits one or none."""

from __future__ import annotations

import pytest

from modelet_compiler.ir.solver import Solver
from modelet_compiler.ir.typed import Literal, Read, Slot
from modelet_compiler.ir.types import BOOL, FLOAT, INT, NONE, STR, ListType, Type, UnionType
from modelet_compiler.operations import load_operations
from modelet_compiler.operations.matching import match
from modelet_compiler.operations.registry import REGISTRY, parse_signature


def value(type_: Type) -> Read:
    return Read(Slot("x", type_), type_)


def test_defaults_are_passed_on() -> None:
    overload = parse_signature("str.split(self: str, sep: str | None = None, maxsplit: int = -1) -> list[str]", "split", True)
    found = match(Solver(), overload, [value(STR)], {}, 0)
    assert found is not None
    assert [argument.value for argument, _ in found.arguments[1:] if isinstance(argument, Literal)] == [None, -1]
    assert found.arguments[1][1] == UnionType((NONE, STR))
    assert found.result == ListType(STR)


def test_keywords_fill_by_name_and_positional_only_ones_do_not() -> None:
    overload = parse_signature("f(a: int, /, b: int = 2, *, c: int = 3) -> int", "f", True)
    assert match(Solver(), overload, [value(INT)], {"c": value(INT)}, 0) is not None
    assert match(Solver(), overload, [], {"a": value(INT)}, 0) is None
    assert match(Solver(), overload, [value(INT), value(INT), value(INT)], {}, 0) is None


def test_a_bool_is_an_int_only_when_nothing_else_fits() -> None:
    overload = parse_signature("f(a: int) -> int", "f", True)
    assert match(Solver(), overload, [value(BOOL)], {}, 0) is None
    found = match(Solver(), overload, [value(BOOL)], {}, 1)
    assert found is not None
    assert found.arguments[0][1] == INT


def test_a_type_variable_grows_with_what_is_stored() -> None:
    solver = Solver()
    item = solver.new()
    overload = parse_signature("list.append(self: list[T], item: T, /) -> None", "append", True)
    assert match(solver, overload, [value(ListType(item)), value(FLOAT)], {}, 0) is not None
    assert solver.resolve(item) == FLOAT


def test_a_lower_case_type_variable_does_not_grow() -> None:
    overload = parse_signature("get(self: list[T], item: t) -> T", "get", True)
    assert match(Solver(), overload, [value(ListType(INT)), value(STR)], {}, 0) is None


def test_every_operation_has_a_namespace() -> None:
    load_operations()
    for name, overloads in REGISTRY.overloads.items():
        for overload in overloads:
            assert overload.cpp.startswith(("python::", "numpy::", "np::")), f"{name}: {overload.cpp}"


@pytest.mark.parametrize("name", ["+", "str.split", "builtins.len", "list.append", "dict.get", "math.sqrt"])
def test_common_operations_are_known(name: str) -> None:
    load_operations()
    assert REGISTRY.supports(name)
