"""The types of the IR: what propagation gives every value, and what each looks like in C++ and in the manifest."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Type:
    """A value's type. Equal types are interchangeable; subclasses are plain data."""


@dataclass(frozen=True)
class NoneType(Type):
    pass


@dataclass(frozen=True)
class BoolType(Type):
    pass


@dataclass(frozen=True)
class IntType(Type):
    """64 bit; OverflowError beyond."""


@dataclass(frozen=True)
class FloatType(Type):
    pass


@dataclass(frozen=True)
class StrType(Type):
    pass


@dataclass(frozen=True)
class BytesType(Type):
    pass


@dataclass(frozen=True)
class LiteralType(Type):
    """One of a few constants of one type, as `typing.Literal` says."""

    values: tuple[object, ...]


@dataclass(frozen=True)
class ListType(Type):
    item: Type


@dataclass(frozen=True)
class SetType(Type):
    item: Type


@dataclass(frozen=True)
class DictType(Type):
    key: Type
    value: Type


@dataclass(frozen=True)
class TupleType(Type):
    items: tuple[Type, ...]


@dataclass(frozen=True)
class UnionType(Type):
    """Sorted by the members' names, without repetition; `Optional[T]` is the union of T and None."""

    members: tuple[Type, ...]


@dataclass(frozen=True)
class ArrayType(Type):
    """A numpy array: dtype by numpy's name; rank None when only known at run time."""

    dtype: str
    rank: int | None


@dataclass(frozen=True)
class GeneratorType(Type):
    """What a generator function returns; `item` is the type of what it yields."""

    item: Type


@dataclass(frozen=True)
class NativeType(Type):
    """An engine value that Python code holds and passes on (a BatchEncoding): its Python name and its C++ type."""

    python: str
    cpp: str
