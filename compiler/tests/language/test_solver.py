"""Item types are found from use, and only ever grow."""

from __future__ import annotations

import pytest

from modelet_compiler.ir.solver import Conflict, Solver
from modelet_compiler.ir.types import FLOAT, INT, JSON, NEVER, NONE, STR, ArrayType, DictType, ListType, SetType, TupleType, UnionType


def test_a_variable_grows_to_a_union() -> None:
    solver = Solver()
    item = solver.new()
    solver.include(item, INT)
    solver.include(item, STR)
    assert solver.resolve(ListType(item)) == ListType(UnionType((INT, STR)))


def test_joining_lists_makes_their_items_one() -> None:
    solver = Solver()
    left, right = solver.new(), solver.new()
    solver.include(left, INT)
    joined = solver.join(ListType(left), ListType(right))
    solver.include(right, FLOAT)
    assert solver.resolve(joined) == ListType(UnionType((FLOAT, INT)))


def test_a_fixed_item_type_does_not_grow() -> None:
    solver = Solver()
    item = solver.new()
    solver.unify(item, INT)
    with pytest.raises(Conflict, match="str is not int"):
        solver.include(item, STR)


def test_a_list_that_holds_itself_holds_any_kind_of_json() -> None:
    solver = Solver()
    item = solver.new()
    solver.include(item, ListType(item))
    assert solver.resolve(item) == JSON


def test_a_set_that_holds_itself_is_a_conflict() -> None:
    solver = Solver()
    item = solver.new()
    with pytest.raises(Conflict, match="contains itself"):
        solver.include(item, SetType(item))


def test_lists_that_would_hold_each_other_stay_apart() -> None:
    solver = Solver()
    inner, outer = solver.new(), solver.new()
    solver.include(inner, INT)
    solver.include(outer, ListType(inner))
    assert solver.union([ListType(inner), ListType(outer)]) == UnionType((ListType(inner), ListType(outer)))


def test_unions_are_sorted_and_flat() -> None:
    solver = Solver()
    first = solver.union([STR, NONE, INT])
    assert first == solver.union([UnionType((INT, STR)), NONE, NEVER, INT])


def test_tuples_join_item_by_item() -> None:
    solver = Solver()
    assert solver.join(TupleType((INT, STR)), TupleType((FLOAT, STR))) == TupleType((UnionType((FLOAT, INT)), STR))


def test_arrays_of_several_dtypes_are_one_type() -> None:
    solver = Solver()
    assert solver.union([ArrayType("float32", 2), ArrayType("float64", 2)]) == ArrayType("any", 2)
    assert solver.fits(ArrayType("float32", 1), ArrayType("float32", None))


def test_containers_of_other_items_stay_apart() -> None:
    solver = Solver()
    assert solver.join(ListType(INT), ListType(STR)) == UnionType((ListType(INT), ListType(STR)))
    assert solver.join(DictType(STR, INT), ListType(INT)) == UnionType((DictType(STR, INT), ListType(INT)))
