"""The types of the IR: what propagation gives every value, and what each looks like in C++ and in the manifest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Type:
    """A value's type. Equal types are interchangeable; subclasses are plain data."""


@dataclass(frozen=True)
class NoneType(Type):
    """Python's None."""


@dataclass(frozen=True)
class BoolType(Type):
    """Python's bool."""


@dataclass(frozen=True)
class IntType(Type):
    """64 bit; OverflowError beyond."""


@dataclass(frozen=True)
class FloatType(Type):
    """Python's float."""


@dataclass(frozen=True)
class StrType(Type):
    """Python's str."""


@dataclass(frozen=True)
class LiteralType(Type):
    """One of a few constants of one type, as `typing.Literal` says."""

    values: tuple[object, ...]


@dataclass(frozen=True)
class ListType(Type):
    """A list."""

    item: Type


@dataclass(frozen=True)
class SetType(Type):
    """A set."""

    item: Type


@dataclass(frozen=True)
class DictType(Type):
    """A dict, or one of its subclasses in collections. `mapping`: which of them is known at run time only."""

    key: Type
    value: Type
    kind: str = "dict"


@dataclass(frozen=True)
class TupleType(Type):
    """A tuple: its length is part of the type, and so is the class of a named tuple."""

    items: tuple[Type, ...]
    cls: Any = None


@dataclass(frozen=True)
class UnionType(Type):
    """Sorted by the members' names, without repetition; `Optional[T]` is the union of T and None."""

    members: tuple[Type, ...]


@dataclass(frozen=True)
class JsonType(Type):
    """None, bool, int, float, str, a list of such or a dict of such by str: which of them is known at run time only."""


@dataclass(frozen=True)
class ArrayType(Type):
    """A numpy array: dtype by numpy's name; rank None when only known at run time."""

    dtype: str
    rank: int | None


@dataclass(frozen=True)
class OpenArrayType(Type):
    """An array whose annotation leaves the dtype open: these may arrive. Only in the signature of an entry function."""

    dtypes: tuple[str, ...]
    rank: int | None


@dataclass(frozen=True)
class GeneratorType(Type):
    """What a generator function returns: the types of what it yields, of what may be sent in, and of what it returns."""

    item: Type
    sent: Type = NoneType()
    returned: Type = NoneType()


@dataclass(frozen=True)
class NativeType(Type):
    """An engine value that Python code holds and passes on (a BatchEncoding): its Python name and its C++ type."""

    python: str
    cpp: str


@dataclass(frozen=True)
class RangeType(Type):
    """Python's range."""


@dataclass(frozen=True)
class SliceType(Type):
    """Its parts are ints or None."""


@dataclass(frozen=True)
class EllipsisType(Type):
    """Python's Ellipsis."""


@dataclass(frozen=True)
class ExceptionType(Type):
    """A builtin exception, of one of these classes or of one derived from them: which is known at run time."""

    classes: tuple[Any, ...] = (BaseException,)


@dataclass(frozen=True)
class PatternType(Type):
    """A compiled regular expression: the number of groups (None: it depends), their names, and which are set in every match."""

    groups: int | None
    names: tuple[tuple[str, int], ...]
    certain: tuple[bool, ...]
    single: bool = False  # at most one group, whichever pattern it is

    def joined(self, other: PatternType) -> PatternType:
        """What is true of a pattern that is one or the other."""
        certain = tuple(mine and theirs for mine, theirs in zip(self.certain, other.certain, strict=False))
        if self.groups == other.groups and self.names == other.names:
            return PatternType(self.groups, self.names, certain, self.single)
        return PatternType(self.groups if self.groups == other.groups else None, (), certain, self.single and other.single)


@dataclass(frozen=True)
class MatchType(Type):
    """A match of a regular expression."""

    pattern: PatternType


@dataclass(frozen=True)
class IteratorType(Type):
    """What `zip`, `enumerate`, `reversed` and the like return: the C++ class that produces `item` one by one.

    `{0}`, `{1}`, … in `cpp` stand for the C++ types of `parameters`.
    """

    python: str
    cpp: str
    item: Type
    parameters: tuple[Type, ...] = ()

    @property
    def view(self) -> bool:
        """Whether every loop over it begins anew, as over a dict's keys."""
        return self.python in ("dict_keys", "dict_values", "dict_items")


@dataclass(frozen=True)
class ClassType(Type):
    """`type(value)` of a value that may have one of several types."""


@dataclass(frozen=True)
class EngineType(Type):
    """An object of the standard library that is a C++ class in the engine: a deque, a random generator, a date.

    `python` is its name in CPython's messages; `{0}`, `{1}`, … in `cpp` stand for the C++ types of `parameters`, the first of which
    is what a loop over it gives.
    """

    python: str
    cpp: str
    parameters: tuple[Type, ...] = ()
    iterable: bool = False
    hashable: bool = False


BYTES = EngineType("bytes", "py::Bytes", iterable=True, hashable=True)
BYTEARRAY = EngineType("bytearray", "py::ByteArray", iterable=True)
COMPLEX = EngineType("complex", "py::Complex", hashable=True)


def tuple_of(item: Type) -> EngineType:
    """A tuple whose length is known at run time only."""
    return EngineType("tuple", "py::TupleOf<{0}>", (item,), iterable=True, hashable=True)


def frozenset_of(item: Type) -> EngineType:
    """A frozenset."""
    return EngineType("frozenset", "py::FrozenSet<{0}>", (item,), iterable=True, hashable=True)


def is_tuple_of(type_: Type | None) -> bool:
    """Whether this is a tuple whose length is known at run time only."""
    return isinstance(type_, EngineType) and type_.python == "tuple"


def is_frozenset(type_: Type | None) -> bool:
    """Whether this is a frozenset."""
    return isinstance(type_, EngineType) and type_.python == "frozenset"


@dataclass(frozen=True)
class NeverType(Type):
    """No value: the type of what is never reached, or not known yet."""


@dataclass(frozen=True)
class ErrorType(Type):
    """Already reported; anything may be done with it."""


@dataclass(frozen=True)
class VariableType(Type):
    """An item type still being found (ir/solver.py); none is left after propagation."""

    index: int


@dataclass(frozen=True)
class StaticType(Type):
    """A Python object known when compiling: a function, a module, a class, a native object. Which it is, is all of its value."""

    name: str = field(compare=False)
    identity: int
    value: Any = field(compare=False, repr=False)
    label: str = field(default="", compare=False)  # its C++ type, given at the end


@dataclass(frozen=True)
class RecordType(Type):
    """The keyword arguments that a `**` parameter gets, by name: at run time their values."""

    names: tuple[str, ...]
    items: tuple[Type, ...]


@dataclass(frozen=True)
class SpreadType(Type):
    """`*values` in a call, where their number is known only at run time."""

    values: Type


@dataclass(frozen=True)
class CellType(Type):
    """A variable that functions share."""

    item: Type


@dataclass(frozen=True)
class ClosureType(Type):
    """A function made inside of another one: its traced form, and what it holds (stored defaults, captured values, cells' items).

    The parts are variables of the solver and stay so: a function may hold itself. `label` is its C++ struct, given at the end.
    """

    function: Any
    parts: tuple[Type, ...]
    label: str = field(default="", compare=False)


@dataclass(frozen=True)
class ObjectType(Type):
    """An instance of a user's class. What its attributes hold is found from use (ir/classes.py)."""

    name: str
    identity: int
    python: Any = field(compare=False, repr=False)

    @property
    def struct(self) -> str:
        """Its C++ struct."""
        return "class_" + struct_name(self.python)


@dataclass(frozen=True)
class EnumType(Type):
    """A member of an Enum; which one is known at run time."""

    name: str
    identity: int
    python: Any = field(compare=False, repr=False)

    @property
    def struct(self) -> str:
        """Its C++ struct."""
        return "enum_" + struct_name(self.python)


def struct_name(cls: type) -> str:
    """A C++ identifier made of a class's module and name."""
    words = f"{cls.__module__.rsplit('.', 1)[-1]}_{cls.__qualname__}".replace("<locals>", "").replace(".", "_")
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in words).strip("_")


@dataclass(frozen=True)
class SuperType(Type):
    """`super()` in a method: the instance, whose attributes are looked up behind `after` in the order of its bases."""

    after: Any
    owner: Type


@dataclass(frozen=True)
class BoundMethodType(Type):
    """`instance.method` as a value: at run time the instance. `function` is None for a method of a builtin type."""

    name: str
    function: Any = field(repr=False)
    owner: Type


@dataclass(frozen=True)
class NotImplementedType(Type):
    """Python's NotImplemented."""


def enum_type(cls: type) -> EnumType:
    """The type of the members of an Enum."""
    return EnumType(cls.__name__, id(cls), cls)


def object_type(cls: type) -> ObjectType:
    """The type of the instances of a user's class."""
    return ObjectType(cls.__name__, id(cls), cls)


NONE, BOOL, INT, FLOAT, STR = NoneType(), BoolType(), IntType(), FloatType(), StrType()
NEVER, ERROR = NeverType(), ErrorType()
JSON = JsonType()
JSON_LIST, JSON_DICT = ListType(JSON), DictType(STR, JSON)
JSON_UNION = UnionType((NONE, BOOL, JSON_DICT, FLOAT, INT, JSON_LIST, STR))
NAMES = {
    NONE: "None", BOOL: "bool", INT: "int", FLOAT: "float", STR: "str", RangeType(): "range",
    SliceType(): "slice", EllipsisType(): "ellipsis", NotImplementedType(): "NotImplementedType",
    JSON: "Any", NEVER: "Never", ERROR: "?",
}  # fmt: skip


def position(type_: Type) -> tuple[Any, ...]:
    """Tells functions of one name apart, the same way in every run: by their place in the source."""
    code = getattr(type_.value, "__code__", None) if isinstance(type_, StaticType) else None
    if code is None:
        return ()
    return tuple((line or 0, column or 0, end_column or 0) for line, _, column, end_column in code.co_positions())


def union_order(type_: Type) -> tuple[Any, ...]:
    """What the members of a union are sorted by."""
    return type_name(type_), position(type_)


def is_function(type_: Type) -> bool:
    """Whether a value is known to be a function, or another object known when compiling."""
    return isinstance(type_, StaticType | ClosureType)


def rebuilt(type_: Type, change: Callable[[Type], Type]) -> Type:
    """The type with `change` applied to the types it is made of."""
    match type_:
        case ListType(item) | SetType(item) | CellType(item):
            return replace(type_, item=change(item))
        case GeneratorType(item, sent, returned):
            return GeneratorType(change(item), change(sent), change(returned))
        case DictType(key, value):
            return replace(type_, key=change(key), value=change(value))
        case TupleType(items=items) | RecordType(items=items):
            return replace(type_, items=tuple(map(change, items)))
        case UnionType(members):
            return UnionType(tuple(map(change, members)))
        case BoundMethodType(owner=owner):
            return replace(type_, owner=change(owner))
        case EngineType(parameters=parameters):
            return replace(type_, parameters=tuple(map(change, parameters)))
        case IteratorType(item=item, parameters=parameters):
            return replace(type_, item=change(item), parameters=tuple(map(change, parameters)))
    return type_


def members_of(type_: Type) -> tuple[Type, ...]:
    """The types that a value may have at run time."""
    if type_ == JSON:
        return JSON_UNION.members
    return type_.members if isinstance(type_, UnionType) else (type_,)


def static(name: str, value: Any) -> StaticType:
    """The type of one captured object."""
    return StaticType(name, id(value), value)


def type_name(type_: Type) -> str:
    """The type as Python writes it: `dict[str, list[int]]`."""
    match type_:
        case LiteralType(values):
            return f"Literal[{', '.join(map(repr, values))}]"
        case ListType(item):
            return f"list[{type_name(item)}]"
        case SetType(item):
            return f"set[{type_name(item)}]"
        case DictType(key, value, kind):
            return f"{kind}[{type_name(key)}, {type_name(value)}]"
        case TupleType(_, cls) if cls is not None:
            return str(cls.__name__)
        case EngineType("tuple", _, (item,)):
            return f"tuple[{type_name(item)}, ...]"
        case EngineType(python, _, parameters):
            return f"{python.rsplit('.', 1)[-1]}[{', '.join(map(type_name, parameters))}]" if parameters else python
        case TupleType(items):
            return f"tuple[{', '.join(map(type_name, items)) or '()'}]"
        case UnionType(members):
            return " | ".join(map(type_name, sorted(members, key=lambda member: member == NONE)))
        case ArrayType(dtype, rank):
            return f"ndarray[{dtype}{'' if rank is None else f', {rank}-D'}]" if rank != 0 else f"numpy.{dtype}"
        case OpenArrayType():
            return "ndarray"
        case GeneratorType(item):
            return f"Iterator[{type_name(item)}]"
        case NativeType(python, _) | IteratorType(python):
            return python
        case PatternType():
            return "re.Pattern"
        case MatchType():
            return "re.Match"
        case ClassType():
            return "type"
        case ExceptionType(classes):
            return " | ".join(cls.__name__ for cls in classes)
        case VariableType(index):
            return f"?{index}"
        case CellType(item):
            return f"cell[{type_name(item)}]"
        case RecordType(names, items):
            return f"keywords[{', '.join(f'{name}: {type_name(item)}' for name, item in zip(names, items, strict=True))}]"
        case SpreadType(values):
            return f"*{type_name(values)}"
        case ClosureType(function):
            return f"<function {function.qualified}:{function.span.line}:{function.span.column}>"
        case StaticType(name) | ObjectType(name) | EnumType(name):
            return name
        case SuperType():
            return "super"
        case BoundMethodType(name, _, owner):
            return f"method {name} of {type_name(owner)}"
    return NAMES.get(type_, repr(type_))


def arrays_in(type_: Type) -> Iterator[ArrayType]:
    """The array types in a type and in the containers it names; not those in fields of classes."""
    match type_:
        case ArrayType():
            if type_.dtype != "any":
                yield type_
        case ListType(item) | DictType(_, item) | EngineType(_, _, (item,)):
            yield from arrays_in(item)
        case TupleType(parts) | UnionType(parts):
            for part in parts:
                yield from arrays_in(part)


def class_name(type_: Type) -> str:
    """`type(value).__name__`, as CPython's messages have it."""
    match type_:
        case ExceptionType():
            return "Exception"
        case NoneType():
            return "NoneType"
        case DictType(_, _, kind):
            return "dict" if kind == "mapping" else kind if kind in ("dict", "Counter") else f"collections.{kind}"
        case TupleType(_, cls) if cls is not None:
            return str(cls.__name__)
        case EngineType(python):
            return python
        case ListType() | SetType() | TupleType():
            return type(type_).__name__.removesuffix("Type").lower()
        case ArrayType(dtype, rank):
            return "numpy.ndarray" if rank != 0 else f"numpy.{dtype}"
        case GeneratorType():
            return "generator"
        case LiteralType(values):
            return type(values[0]).__name__
        case StaticType(_, _, value):
            return type(value).__name__
        case PatternType() | MatchType():
            return type_name(type_)
        case ClosureType():
            return "function"
        case RecordType():
            return "dict"
    return type_name(type_)
