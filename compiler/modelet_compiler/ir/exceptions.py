"""Type propagation through exceptions as values: construction, attributes, tests of their classes, and what handlers catch."""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import is_exception, is_user_class
from modelet_compiler.ir.model_calls import Models
from modelet_compiler.ir.types import (
    BOOL,
    ERROR,
    INT,
    NEVER,
    NONE,
    STR,
    ClassType,
    DictType,
    ExceptionType,
    ListType,
    ObjectType,
    SetType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    is_tuple_of,
    type_name,
)
from modelet_compiler.standard import instance_parts

BUILTIN = [cls for cls in vars(builtins).values() if is_exception(cls)]
RAISED = [*BUILTIN, json.JSONDecodeError, re.error]
"""Classes with attributes of their own that operations may raise."""
EMPTY = (StopIteration, MemoryError, AssertionError, RecursionError, NotImplementedError)
"""Classes that the runtime may raise without a message."""
BARE = (lambda: None).__code__
KEYED = frozenset(["[]", "del []", "dict.pop", "set.remove", "set.pop", "dict.popitem", "collections.OrderedDict.move_to_end"])
"""Operations that may raise KeyError."""
OWN = (KeyError, StopIteration)
"""Classes that the runtime raises with arguments that are not their message."""
USED = "arguments of exceptions are used"


class Exceptions(Models):
    """Exceptions of one specialisation."""

    # ---- construction

    def construct_builtin(
        self, cls: type, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """`ValueError(…)`; its arguments are kept where the program looks at `args`."""
        if keywords:
            raise Unsupported(f"{cls.__name__}() takes no keyword arguments")
        if issubclass(cls, OSError) and len(positional) > 1:
            raise Unsupported(f"{cls.__name__} with {len(positional)} arguments is not supported", "", "one message")
        if (issubclass(cls, UnicodeError) and cls is not UnicodeError) or issubclass(cls, BaseExceptionGroup):
            raise Unsupported(f"making a {cls.__name__} is not supported", instead="ValueError")
        name = typed.Literal(cls.__name__, STR)
        message = self._message(cls, positional, span)
        plain = not positional or (len(positional) == 1 and (positional[0].type == STR or issubclass(cls, KeyError)))
        shown = typed.Literal("", STR) if plain else self._shown(cls, positional, message, span)
        texts = [(name, STR), (message, STR), (shown, STR)]
        result = ExceptionType((cls,))
        if not self.program.memo.get(USED):
            return self.compute(result, "python::shown_exception", texts, span)
        type_ = TupleType(tuple(self.solver.shallow(item.type) for item in positional))
        self.note_arguments(cls, type_)
        arguments = self.compute(type_, "tuple", list(zip(positional, type_.items, strict=True)), span, raises=False, plain=True)
        return self.compute(result, "python::exception_of", [*texts, (arguments, type_)], span)

    def _shown(self, cls: type, positional: list[typed.Expression], message: typed.Expression, span: Span) -> typed.Expression:
        """repr()."""
        inside = [self.required("repr", positional, {}, span), typed.Literal(")", STR)] if len(positional) == 1 else [message]
        parts = [typed.Literal(cls.__name__ + "(" * (len(positional) == 1), STR), *inside]
        return self.compute(STR, "python::concatenate", [(part, STR) for part in parts], span)

    def _message(self, cls: type, positional: list[typed.Expression], span: Span) -> typed.Expression:
        """str()."""
        if not positional:
            return typed.Literal("", STR)
        if len(positional) > 1:
            type_ = TupleType(tuple(self.solver.shallow(item.type) for item in positional))
            positional = [self.compute(type_, "tuple", list(zip(positional, type_.items, strict=True)), span, raises=False, plain=True)]
            return self.required("repr", positional, {}, span)
        if positional[0].type == STR and not issubclass(cls, KeyError):
            return positional[0]
        return self.required("repr" if issubclass(cls, KeyError) else "str", positional, {}, span)

    # ---- what they may be

    def raised_types(self, classes: tuple[Any, ...]) -> Type:
        """The type of an exception of one of these classes."""
        builtin = tuple(sorted({cls for cls in classes if not is_user_class(cls)}, key=lambda cls: str(cls.__name__)))
        users = [
            info.type for info in self.program.classes.values() if (info.constructed or info.captured) and issubclass(info.python, classes)
        ]
        return self.solver.union([*([ExceptionType(builtin)] if builtin else []), *users])

    def note_arguments(self, cls: type, type_: TupleType) -> None:
        """The program gives exceptions of a class these arguments."""
        if not self.program.memo.get(USED):
            return
        known: tuple[Type, ...] = self.program.memo.get(("arguments", cls), ())
        if not any(self.solver.canonical(one) == self.solver.canonical(type_) for one in known):
            self.program.memo["arguments", cls] = (*known, type_)
            self.program.changed = True

    def known_arguments(self, classes: tuple[type, ...]) -> tuple[Type, ...]:
        """What `args` of a builtin exception may be: what the program and the runtime give one."""
        if not self.program.memo.get(USED):
            self.program.memo[USED] = self.program.changed = True
        found: list[Type] = []
        for key, types in self.program.memo.items():
            if isinstance(key, tuple) and key[0] == "arguments" and issubclass(key[1], classes):
                found += types
        if not all(issubclass(cls, OWN) for cls in classes):
            found.append(TupleType((STR,)))
        if issubclass(OverflowError, classes):
            found.append(TupleType((INT, STR)))
        if any(issubclass(one, classes) for one in EMPTY):
            found.append(TupleType(()))
        return tuple(found) if found else (TupleType((STR,)),)

    def apply(
        self, name: str, positional: Sequence[typed.Expression], keywords: Mapping[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """Notes what a KeyError may hold."""
        if name in KEYED and positional and self.program.memo.get(USED):
            container = self.solver.shallow(positional[0].type)
            if isinstance(container, DictType | SetType):
                held = self.solver.shallow(container.key if isinstance(container, DictType) else container.item)
                keys = [held, *(self.solver.shallow(item.type) for item in positional[1:2])] if "pop" not in name else [held, STR]
                for key in keys:
                    self.note_arguments(KeyError, TupleType((key,)))
        return super().apply(name, positional, keywords, span)

    # ---- attributes

    def exception_attribute(self, value: typed.Expression, name: str, span: Span) -> typed.Expression | None:
        """An attribute that every exception has, or that a builtin one has or has not; None: another attribute of a user's class."""
        type_ = self.solver.shallow(value.type)
        if name == "args" and isinstance(type_, ExceptionType):
            known = self.known_arguments(type_.classes)
            result = self.solver.union(list(known))
            templates: dict[str, Type] = {"T": result, "members": TupleType(known)}
            return self.compute_template(result, "python::arguments_of<{T}, {members}>", templates, [(value, type_)], span)
        if name in ("__cause__", "__context__"):
            result = self.solver.union([NONE, self.raised_types((BaseException,))])
            cpp = f"python::{name.strip('_')}_of<{{T}}>"
            return self.compute_template(result, cpp, {"T": result}, [(self.any_exception(value, span), None)], span, raises=False)
        if name == "__suppress_context__":
            return self.compute(BOOL, "python::suppress_context", [(self.any_exception(value, span), ExceptionType())], span, raises=False)
        if name == "__notes__":
            return self.compute(ListType(STR), "python::notes", [(self.any_exception(value, span), ExceptionType())], span)
        if not isinstance(type_, ExceptionType):
            return None
        if name == "__class__":
            return self.class_of_exception(value, span)
        if name == "value" and all(issubclass(cls, StopIteration) for cls in type_.classes):
            return self._stop_value(value, span)
        if all(hasattr(cls, name) or name in getattr(cls.__init__, "__code__", BARE).co_names for cls in type_.classes):
            found = self.apply(f"attribute Exception.{name}", [value], {}, span)
            if found is not None:
                return found
        if any(hasattr(cls, name) for cls in _possible(type_)):
            raise _unknown(name)
        return self.compute(NEVER, "python::no_exception_attribute", [(value, type_), (typed.Literal(name, STR), STR)], span)

    def exception_has(self, type_: ExceptionType, name: str) -> bool:
        """Whether a builtin exception has an attribute, where all that it may be agree."""
        if name == "__notes__":
            raise Unsupported("hasattr of `__notes__` is not supported", "add_note makes it", "a list of your own")
        found = {hasattr(cls, name) or name in getattr(vars(cls).get("__init__"), "__code__", BARE).co_names for cls in _possible(type_)}
        if len(found) != 1:
            raise _unknown(name)
        return found.pop()

    def any_exception(self, value: typed.Expression, span: Span) -> typed.Expression:
        """An instance of a user's class as any exception."""
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, ExceptionType):
            return value
        return self.compute(ExceptionType(), "python::as_exception", [(value, type_)], span, raises=False)

    def _stop_value(self, value: typed.Expression, span: Span) -> typed.Expression:
        """The first argument of a StopIteration, else None."""
        arguments = self.exception_attribute(value, "args", span)
        assert arguments is not None

        def one(items: typed.Expression) -> typed.Expression:
            type_ = self.solver.shallow(items.type)
            if is_tuple_of(type_):
                return self.helper(instance_parts.first_or_none, "value", [items], {}, span)
            if not isinstance(type_, TupleType):
                raise Unsupported("the values of StopIteration have too many types here", "", "one type")
            return self.tuple_item(items, type_, 0, span) if type_.items else typed.Literal(None, NONE)

        union = self.solver.shallow(arguments.type)
        if not isinstance(union, UnionType):
            return one(arguments)
        result = self.switch(arguments, union, one, lambda _: None, span)
        assert result is not None
        return result

    def call_exception_method(self, value: typed.Expression, name: str, positional: list[typed.Expression], span: Span) -> Any:
        """`add_note` and `with_traceback`; None: another method."""
        if name == "add_note" and len(positional) == 1:
            if self.solver.shallow(positional[0].type) != STR:
                raise Unsupported("a note must be a str")
            arguments = [(self.any_exception(value, span), ExceptionType()), (positional[0], STR)]
            return self.compute(NONE, "python::add_note", arguments, span)
        if name == "with_traceback" and len(positional) == 1:
            return value
        return None

    # ---- classes

    def class_of_exception(self, value: typed.Expression, span: Span) -> typed.Expression:
        """`type(error)` of a builtin exception, which is known at run time."""
        return self.compute(ClassType(), "python::class_name", [(value, self.solver.shallow(value.type))], span, raises=False)

    def split_exception(self, type_: ExceptionType, classes: tuple[type, ...]) -> tuple[Type, Type]:
        """What an exception is when `isinstance` with these classes holds, and when not."""
        builtin = [cls for cls in classes if is_exception(cls) and not is_user_class(cls)]
        if all(issubclass(cls, (object, *classes)[1:]) for cls in type_.classes):
            return type_, NEVER
        narrower = {cls for cls in builtin if issubclass(cls, type_.classes)} | {cls for cls in type_.classes if issubclass(cls, classes)}
        if not narrower:
            return NEVER, type_
        return ExceptionType(tuple(sorted(narrower, key=lambda cls: str(cls.__name__)))), type_

    def exception_is(self, value: typed.Expression, classes: tuple[type, ...], span: Span) -> typed.Expression:
        """Isinstance of a builtin exception."""
        type_ = self.solver.shallow(value.type)
        assert isinstance(type_, ExceptionType)
        yes, no = self.split_exception(type_, classes)
        if NEVER in (yes, no):
            return typed.Literal(no == NEVER, BOOL)
        names = ", ".join(f'"{cls.__name__}"' for cls in classes if is_exception(cls))
        return self.compute(BOOL, "py::matches", [(value, type_), (typed.Raw(f"{{{names}}}", NONE), NONE)], span, raises=False, plain=True)

    def is_subclass(self, value: typed.Expression, classes: tuple[type, ...], span: Span) -> typed.Expression:
        """`issubclass(cls, …)` of a class that is known at run time."""
        builtin = [cls.__name__ for cls in classes if is_exception(cls) and not is_user_class(cls)]
        users = [info.python.__name__ for info in self.program.classes.values() if issubclass(info.python, classes)]
        arguments: list[tuple[typed.Expression, Type]] = [(value, STR)]
        for names in (builtin, sorted(users)):
            quoted = ", ".join(f'"{name}"' for name in names)
            arguments.append((typed.Raw(f"{{{quoted}}}", NONE), NONE))
        return self.compute(BOOL, "python::is_class_of", arguments, span, raises=False)

    # ---- raise

    def raisable(self, value: typed.Expression, span: Span) -> typed.Expression:
        """What `raise` takes: a class is called without arguments."""
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, StaticType) and is_exception(type_.value):
            return self.call_static(type_, [], {}, span)
        if not is_raisable(type_):
            raise Unsupported("only exceptions can be raised", f"this is {type_name(self.solver.resolve(value.type))}")
        return value


def is_raisable(type_: Type) -> bool:
    """Whether `raise` takes a value; None raises a TypeError."""
    if isinstance(type_, UnionType):
        return all(map(is_raisable, type_.members))
    return (
        isinstance(type_, ExceptionType) or (isinstance(type_, ObjectType) and is_exception(type_.python)) or type_ in (NONE, NEVER, ERROR)
    )


def _possible(type_: ExceptionType) -> list[type]:
    """The classes an exception may have that compiled code can make."""
    below = [cls for cls in RAISED if issubclass(cls, type_.classes) and not issubclass(cls, BaseExceptionGroup)]
    return [*below, *(cls for cls in type_.classes if cls not in below)]


def _unknown(name: str) -> Unsupported:
    return Unsupported(f"`.{name}` of exceptions is not supported", "", "`args`, `__cause__`, `str(error)` or a class of your own")
