"""No type of a compiled function holds an iterator by value; what would is refused rather than given a place of its own."""

from __future__ import annotations

import pytest

from modelet_compiler.emit.library import sharing_iterators
from modelet_compiler.frontend.diagnostics import Unsupported
from modelet_compiler.ir.types import INT, STR, DictType, GeneratorType, IteratorType, ListType, TupleType, Type, UnionType

LETTERS = IteratorType("iterator", "py::Iterator<{0}>", STR, (STR,))
KEYS = IteratorType("dict_keys", "py::DictKeys<{0}>", STR, (DictType(STR, INT),))


@pytest.mark.parametrize(
    "type_",
    [
        ListType(LETTERS),
        DictType(STR, LETTERS),
        TupleType((INT, LETTERS)),
        ListType(UnionType((INT, LETTERS))),
        ListType(ListType(LETTERS)),
    ],
    ids=str,
)
def test_a_container_of_iterators_is_refused(type_: Type) -> None:
    with pytest.raises(Unsupported, match="an iterator is kept in"):
        sharing_iterators(type_)


@pytest.mark.parametrize("type_", [LETTERS, ListType(GeneratorType(STR)), UnionType((LETTERS, INT)), ListType(KEYS)], ids=str)
def test_what_is_shared_or_begins_anew_may_be_kept(type_: Type) -> None:
    assert sharing_iterators(type_) is type_
