"""Type propagation through users' Enums: members, their attributes and methods, and the class itself as a collection."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.calls import Calls
from modelet_compiler.ir.classes import MISSING, ClassInfo, defines, is_enum, member, mixed_in, plain_values, synthesized
from modelet_compiler.ir.types import (
    BOOL,
    INT,
    NEVER,
    BoundMethodType,
    EnumType,
    StaticType,
    class_name,
    enum_type,
    object_type,
    static,
)
from modelet_compiler.lowering.objects import captured_type

COLLECTING = frozenset(["builtins.list", "builtins.tuple", "builtins.set", "builtins.len", "builtins.sorted", "builtins.enumerate",
                        "builtins.zip", "builtins.iter", "builtins.reversed", "builtins.max", "builtins.min", "in"])  # fmt: skip
BINARY = frozenset(["+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"])
ORDER = frozenset(["<", "<=", ">", ">="])
EQUALITY = frozenset(["==", "!=", "is", "is not"])


OPERATORS = {"unary -": "__neg__", "unary +": "__pos__", "unary ~": "__invert__", "+": "__add__", "-": "__sub__", "*": "__mul__",
             "/": "__truediv__", "//": "__floordiv__", "%": "__mod__", "**": "__pow__", "<<": "__lshift__", ">>": "__rshift__",
             "&": "__and__", "|": "__or__", "^": "__xor__", "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__",
             "[]": "__getitem__", "builtins.len": "__len__", "builtins.int": "__int__", "builtins.float": "__float__",
             "builtins.iter": "__iter__"}  # fmt: skip


def is_enum_class(value: Any) -> bool:
    """Whether this is an Enum whose members are compiled."""
    return is_enum(value) and len(value) > 0


ITSELF = frozenset(["copy.copy", "copy.deepcopy", "builtins.max", "builtins.min"])
PARTS = "modelet_compiler.standard.dataclass_parts."
"""Operations that give the member itself, though it is an int or a str besides."""


class Enums(Calls):
    """Enums in one specialisation."""

    def collection(self, value: typed.Expression) -> typed.Expression:
        """An Enum class as the list of its members; every other value as it is."""
        if isinstance(value.type, StaticType) and is_enum_class(value.type.value):
            return self._table(value.type.value, "members", list(value.type.value))
        return value

    def _table(self, cls: Any, name: str, values: Any) -> typed.Literal:
        """A constant that belongs to the class, made once."""
        table = self.program.tables.setdefault((id(cls), name), values)
        type_ = captured_type(table)
        if type_ is None:
            raise Unsupported(f"`{cls.__name__}.{name}` is not supported", "its values are no constants that compiled code can hold")
        return typed.Literal(table, type_, f"{cls.__name__}.{name}")

    def enum_operation(
        self, name: str, positional: Sequence[typed.Expression], keywords: Mapping[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """What an operation means when a member or an Enum class is among its operands; None: what the registry says."""
        if name in COLLECTING:
            collected = [self.collection(item) for item in positional]
            if any(new is not old for new, old in zip(collected, positional, strict=True)):
                return self.required(name, collected, keywords, span)
        types = [self.solver.shallow(item.type) for item in positional]
        if not any(isinstance(type_, EnumType) for type_ in types):
            return None
        if isinstance(types[0], EnumType) and name in OPERATORS:
            method = member(types[0].python, OPERATORS[name])
            if isinstance(method, FunctionType) and method.__module__ != "enum":
                return self.helper(method, f"{types[0].name}.{OPERATORS[name]}", list(positional), dict(keywords), span)
        if name in EQUALITY and len(types) == 2:
            return self._enum_equality(name, list(positional), span)
        if name in ORDER or name in BINARY:
            return self._enum_order(name, list(positional), span)
        if isinstance(types[0], EnumType):
            return self._on_member(name, list(positional), types[0], keywords, span)
        return None

    def _on_member(
        self, name: str, positional: list[typed.Expression], type_: EnumType, keywords: Mapping[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        value, rest = positional[0], positional[1:]
        if name in ("format", "builtins.format"):
            return self._enum_format(value, type_, rest, span)
        if name in ("builtins.hash", "str", "repr", "builtins.str", "builtins.repr", "builtins.print", "convert"):
            return None
        if mixed_in(type_.python) is None or name in ITSELF or name.startswith(PARTS):
            return None
        return self.required(name, [self.underlying_value(value, type_, span), *rest], keywords, span)

    def _enum_format(self, value: typed.Expression, type_: EnumType, rest: list[typed.Expression], span: Span) -> typed.Expression:
        method = member(type_.python, "__format__")
        if isinstance(method, FunctionType) and method is not enum.Enum.__format__:
            return self.helper(method, f"{type_.name}.__format__", [value, *rest], {}, span)
        plain = type_.python.__format__ is enum.Enum.__format__ or self._empty(rest)  # without a specification, int and str ask `__str__`
        shown = self.required("str", [value], {}, span) if plain else self.underlying_value(value, type_, span)
        return self.required("format", [shown, *rest], {}, span)

    def _empty(self, specification: list[typed.Expression]) -> bool:
        """Whether a field certainly has no format specification."""
        return not specification or (isinstance(specification[0], typed.Literal) and specification[0].value == "")

    def _enum_equality(self, name: str, positional: list[typed.Expression], span: Span) -> typed.Expression | None:
        left, right = (self.solver.shallow(item.type) for item in positional)
        if left == right:
            cpp = "python::identical" if name in ("==", "is") else "python::not_identical"
            return self.compute(BOOL, cpp, [(item, left) for item in positional], span, raises=False)
        if name in ("is", "is not") or not any(isinstance(type_, EnumType) and mixed_in(type_.python) for type_ in (left, right)):
            return None if self.is_union(left) or self.is_union(right) else typed.Literal(name in ("!=", "is not"), BOOL)
        return self.apply(name, [self._plain_operand(item, span) for item in positional], {}, span)

    def _enum_order(self, name: str, positional: list[typed.Expression], span: Span) -> typed.Expression | None:
        types = [self.solver.shallow(item.type) for item in positional]
        if any(map(self.is_union, types)):
            return None
        if any(isinstance(type_, EnumType) and mixed_in(type_.python) is None for type_ in types):
            between = f"'{class_name(types[0])}' and '{class_name(types[-1])}'"
            text = f"'{name}' not supported between instances of" if name in ORDER else f"unsupported operand type(s) for {name}:"
            self.emit(typed.RaiseClass("TypeError", f"{text} {between}", span))
            return typed.Literal(None, NEVER)
        return self.apply(name, [self._plain_operand(item, span) for item in positional], {}, span)

    def is_union(self, type_: Any) -> bool:
        """Whether a value may be of several types."""
        from modelet_compiler.ir.types import UnionType

        return isinstance(type_, UnionType)

    def _plain_operand(self, value: typed.Expression, span: Span) -> typed.Expression:
        type_ = self.solver.shallow(value.type)
        return self.underlying_value(value, type_, span) if isinstance(type_, EnumType) and mixed_in(type_.python) else value

    def underlying_value(self, value: typed.Expression, type_: EnumType, span: Span) -> typed.Expression:
        """The int or str that a member of a mixed Enum is."""
        base = mixed_in(type_.python)
        assert base is not None
        return self._of_each(value, type_, base.__name__, plain_values(type_.python), span)

    def _of_each(self, value: typed.Expression, type_: EnumType, name: str, values: list[Any], span: Span) -> typed.Expression:
        """What belongs to this member among what belongs to each."""
        if isinstance(value, typed.Literal):
            return self.captured(f"{type_.name}.{name}", values[list(type_.python).index(value.value)])
        index = self.compute(INT, "python::member_index", [(value, type_)], span, raises=False)
        return self.required("[]", [self._table(type_.python, name, values), index], {}, span)

    def enum_attribute(self, value: typed.Expression, type_: EnumType, name: str, span: Span) -> typed.Expression | None:
        """`member.name`."""
        cls = type_.python
        members = list(cls)
        if name in ("value", "_value_", "name", "_name_"):
            return self._of_each(value, type_, name.strip("_"), [getattr(one, name) for one in members], span)
        if name == "__class__":
            return typed.Literal(cls, static(cls.__name__, cls), cls.__name__)
        found = member(cls, name)
        if isinstance(found, property) and isinstance(found.fget, FunctionType):
            return self.helper(found.fget, f"{cls.__name__}.{name}", [value], {}, span)
        if isinstance(found, FunctionType):
            return self.compute(BoundMethodType(name, found, type_), "copy", [(value, type_)], span, raises=False, plain=True)
        if all(name in vars(one) for one in members):
            return self._of_each(value, type_, name, [vars(one)[name] for one in members], span)
        if found is MISSING:
            self.emit(typed.RaiseClass("AttributeError", f"'{cls.__name__}' object has no attribute '{name}'", span))
            return typed.Literal(None, NEVER)
        return self.captured(f"{cls.__name__}.{name}", getattr(cls, name))

    def call_enum_member(
        self, value: typed.Expression, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`member.name(arguments)`."""
        type_ = self.solver.shallow(value.type)
        assert isinstance(type_, EnumType)
        found = member(type_.python, name)
        shown = f"{type_.name}.{name}"
        if isinstance(found, FunctionType):
            return self.helper(found, shown, [value, *positional], keywords, span)
        if isinstance(found, classmethod | staticmethod):
            return self.call_enum_class(type_.python, name, positional, keywords, span)
        if mixed_in(type_.python) is None:
            self.emit(typed.RaiseClass("AttributeError", f"'{type_.name}' object has no attribute '{name}'", span))
            return typed.Literal(None, NEVER)
        base = self.underlying_value(value, type_, span)
        return self.required(f"{class_name(base.type)}.{name}", [base, *positional], keywords, span)

    def call_enum_class(
        self, cls: Any, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`Class.name(arguments)`; None when the class defines no such function."""
        found: Any = member(cls, name)
        shown = f"{cls.__name__}.{name}"
        if isinstance(found, classmethod):
            return self.helper(
                found.__func__, shown, [typed.Literal(cls, static(cls.__name__, cls), cls.__name__), *positional], keywords, span
            )
        if isinstance(found, staticmethod):
            return self.helper(found.__func__, shown, positional, keywords, span)
        return self.helper(found, shown, positional, keywords, span) if isinstance(found, FunctionType) else None

    def enum_by_value(self, cls: Any, positional: list[typed.Expression], span: Span) -> typed.Expression:
        """`Class(value)`."""
        if len(positional) != 1:
            raise Unsupported(f"{cls.__name__}() is called with one value", instead=f"{cls.__name__}(value)")
        if self.solver.shallow(positional[0].type) == enum_type(cls):
            return positional[0]
        if isinstance(member(cls, "_missing_"), classmethod) and cls._missing_.__func__ is not enum.Enum._missing_.__func__:  # type: ignore[attr-defined]
            return self._enum_with_missing(cls, positional, span)
        table = self.program.tables.setdefault((id(cls), "by value"), {one.value: one for one in cls})
        lines = ["def __call__(value):", "    if value in table:", "        return table[value]",
                 f"    raise ValueError(f'{{value!r}} is not a valid {cls.__qualname__}')"]  # fmt: skip
        info = self.program.lookups.setdefault(id(cls), ClassInfo(object_type(cls)))
        return self.helper(synthesized(info, "__call__", lines, {"table": table}), cls.__name__, positional, {}, span)

    def _enum_with_missing(self, cls: Any, positional: list[typed.Expression], span: Span) -> typed.Expression:
        table = self.program.tables.setdefault((id(cls), "by value"), {one.value: one for one in cls})
        wrong = f"error in {cls.__name__}._missing_: returned {{found!r}} instead of None or a valid member"
        lines = ["def __call__(value):", "    if value in table:", "        return table[value]", "    found = cls._missing_(value)",
                 "    if isinstance(found, cls):", "        return found", "    if found is None:",
                 f"        raise ValueError(f'{{value!r}} is not a valid {cls.__qualname__}')",
                 f"    raise TypeError(f'{wrong}')"]  # fmt: skip
        info = self.program.lookups.setdefault(id(cls), ClassInfo(object_type(cls)))
        return self.helper(synthesized(info, "__call__", lines, {"table": table, "cls": cls}), cls.__name__, positional, {}, span)

    def enum_truth(self, value: typed.Expression, type_: EnumType, span: Span) -> typed.Expression:
        """`bool(member)`."""
        method = member(type_.python, "__bool__")
        if isinstance(method, FunctionType) and defines(type_.python, "__bool__"):
            return self.truth(self.helper(method, f"{type_.name}.__bool__", [value], {}, span), span)
        if mixed_in(type_.python) is None:
            return typed.Literal(True, BOOL)
        return self.truth(self.underlying_value(value, type_, span), span)

    def truth(self, value: typed.Expression, span: Span) -> typed.Expression:
        """Overridden by Conditions: the truth of a value, as a bool."""
        raise AssertionError(value, span)

    def enum_by_name(self, cls: Any, name: typed.Expression, span: Span) -> typed.Expression:
        """`Class[name]`."""
        table = self._table(cls, "by name", dict(cls.__members__))
        return self.required("[]", [table, name], {}, span)
