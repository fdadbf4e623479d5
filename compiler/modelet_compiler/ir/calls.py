"""Type propagation through calls: helpers, builtins, methods, classes, captured native objects, attributes."""

from __future__ import annotations

import enum
import functools
import logging
import struct
from collections.abc import Callable, Sequence
from types import BuiltinMethodType, FunctionType, MethodType
from typing import Any, NewType, get_origin, is_typeddict

from modelet_compiler import standard
from modelet_compiler.frontend.annotations import is_named
from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.arguments import UNPACKED, unknown_names
from modelet_compiler.ir.classes import is_library_module, is_model, is_user_class
from modelet_compiler.ir.closures import Closures
from modelet_compiler.ir.messages import wrong_arguments, wrong_types
from modelet_compiler.ir.operations import MUTATING, Call
from modelet_compiler.ir.types import (
    ERROR,
    FLOAT,
    INT,
    JSON,
    JSON_UNION,
    NEVER,
    NONE,
    STR,
    BoundMethodType,
    DictType,
    EnumType,
    ExceptionType,
    JsonType,
    ListType,
    ObjectType,
    SetType,
    StaticType,
    StrType,
    SuperType,
    TupleType,
    Type,
    UnionType,
    class_name,
    members_of,
    static,
)
from modelet_compiler.ir.typetests import CLASSES, python_class
from modelet_compiler.lowering.adapter import Argument, NativeObject, PythonCall, Refused
from modelet_compiler.lowering.objects import captured_type, is_plain, qualified_name
from modelet_compiler.lowering.replaced import stand_in
from modelet_compiler.operations import named_tuples
from modelet_compiler.operations.matching import constant_type
from modelet_compiler.operations.operator_module import GETTERS
from modelet_compiler.operations.random_module import is_module_function
from modelet_compiler.operations.registry import REGISTRY


class Calls(Closures):
    """Calls of one specialisation."""

    def do_attribute(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`value.name`."""
        return self.attribute(operands[0], node.attributes["name"], node.span)

    def tuple_operation(self, name: str, positional: Sequence[typed.Expression], span: Span) -> typed.Expression | None:
        """An operator of named tuples that their class defines."""
        return named_tuples.operator(self, name, positional, span)

    def attribute(self, value: typed.Expression, name: str, span: Span) -> typed.Expression:
        """An attribute of any value."""
        if isinstance(value.type, StaticType):
            return self._static_attribute(value.type, name, span)
        return self.on_value(value, span, lambda one: self.attribute_of(one, name, span), name)

    def attribute_of(self, value: typed.Expression, name: str, span: Span) -> typed.Expression | None:
        """An attribute of a value of one type."""
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, StaticType):
            return self._static_attribute(type_, name, span)
        if isinstance(type_, EnumType):
            return self.enum_attribute(value, type_, name, span)
        if isinstance(type_, ExceptionType):
            return self.exception_attribute(value, name, span)
        if isinstance(type_, ObjectType | SuperType):
            return self.object_attribute(value, name, span)
        if isinstance(value.type, TupleType) and value.type.cls is not None:
            return named_tuples.attribute(self, value, name, span)
        found = self.apply(attribute_key(value.type, name), [value], {}, span)
        return found if found is not None else self._bound_method(value, name, span)

    def _bound_method(self, value: typed.Expression, name: str, span: Span) -> typed.Expression | None:
        """A method of a builtin type as a value, which is the object it belongs to."""
        type_ = self.solver.shallow(value.type)
        if not REGISTRY.supports(method_key(type_, name)):
            return None
        if name in MUTATING:
            self.check_writeable(value)
        return self.compute(BoundMethodType(name, None, type_), "copy", [(value, type_)], span, raises=False, plain=True)

    def on_value(self, value: typed.Expression, span: Span, one: Any, name: str) -> typed.Expression:
        """Runs `one` on a value, member by member for a union; raises AttributeError where Python does."""
        type_ = self.solver.shallow(value.type)
        result: typed.Expression | None
        if isinstance(type_, UnionType | JsonType):
            result = self.switch(value, UnionType(members_of(type_)), one, lambda member: missing_attribute(member, name), span)
        else:
            result = one(value)
        if result is None:
            raise Unsupported(f"`.{name}` of {class_name(type_)} is not supported", f"'{class_name(type_)}' has no such operation here")
        return result

    def _static_attribute(self, owner: StaticType, name: str, span: Span) -> typed.Expression:
        native = self._lowered(owner.value, owner.name)
        if native is not None:
            found = self._asked(lambda: native.attribute(name))
            if found.is_constant:
                return self.captured(f"{owner.name}.{name}", found.constant)
            raise Unsupported(f"`{owner.name}.{name}` is not supported")
        if not hasattr(owner.value, name):
            raise Unsupported(f"{owner.name} has no attribute '{name}'")
        stored = self.class_state(owner.value, name, span)
        if stored is not None:
            return stored
        value = getattr(owner.value, name)
        if is_plain(value):
            return typed.Literal(value, constant_type(value))
        return self.captured(f"{owner.name}.{name}", value)

    def _lowered(self, value: Any, name: str) -> NativeObject | None:
        """A captured object, lowered by its adapter; None when none takes it."""
        found: NativeObject | None = self._asked(lambda: self.program.natives.find(value, name))
        return found

    def _asked(self, question: Any) -> Any:
        """What an adapter answers; its refusal becomes a diagnostic."""
        try:
            return question()
        except Refused as refused:
            raise Unsupported(refused.reason, instead=refused.instead) from None

    def do_call(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`callee(arguments)`."""
        callee = operands[0]
        positional, keywords = self.given(node, operands)
        test = self.type_test(node, callee.type.value, positional) if isinstance(callee.type, StaticType) and not keywords else None
        if test is not None:
            return test
        return self.call_value(callee, positional, keywords, node.span)

    def do_call_method(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`receiver.name(arguments)`."""
        receiver, name = operands[0], node.attributes["name"]
        if name == "format" and node.attributes["keywords"] == (None,) and len(operands) == 2:
            formatted = self.apply("format unpacked", operands, {}, node.span)
            if formatted is not None:
                return formatted
        positional, keywords = self.given(node, operands)
        if isinstance(receiver.type, StaticType):
            native = self._lowered(receiver.type.value, receiver.type.name)
            if native is not None:
                return self._native(receiver.type, native, name, positional, keywords, node.span)
            if is_named(receiver.type.value):
                made = named_tuples.of_class(self, receiver.type.value, name, positional, keywords, node.span)
                if made is not None:
                    return made
            found = self._of_class(receiver.type, name, positional, keywords, node.span)
            if found is not None:
                return found
            member = self._static_attribute(receiver.type, name, node.span)
            return self.call_value(member, positional, keywords, node.span)
        return self.method(receiver, name, positional, keywords, node.span)

    def method(
        self, receiver: typed.Expression, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """A call of a method of any value."""
        if name in MUTATING and not isinstance(receiver.type, ObjectType):
            self.check_writeable(receiver)

        def one(member: typed.Expression) -> typed.Expression | None:
            try:
                return self._method(member, name, positional, keywords, span)
            except Unsupported:
                said = wrong_arguments(name, member.type, [self.solver.shallow(item.type) for item in positional])
                if said is None or not isinstance(self.solver.shallow(receiver.type), JsonType):
                    raise
                self.emit(typed.RaiseClass(said[0], said[1], span))
                return typed.Literal(None, NEVER)

        return self.on_value(receiver, span, one, name)

    def _of_class(
        self, owner: StaticType, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`Class.method(…)`, and `object.__setattr__`, which frozen dataclasses use to store."""
        qualified = qualified_name(owner.value) + "." + name
        if isinstance(owner.value, type) and is_user_class(owner.value) and REGISTRY.supports(qualified):
            return self.required(qualified, positional, keywords, span, shown=f"{owner.name}.{name}")
        if owner.value is object and name == "__setattr__" and len(positional) == 3:
            target, attribute, value = positional
            type_ = self.solver.shallow(target.type)
            if isinstance(type_, ObjectType) and isinstance(attribute, typed.Literal):
                self.store_plain(type_, target, attribute.value, value, span)
                return typed.Literal(None, NONE)
        if isinstance(owner.value, enum.EnumMeta):
            return self.call_enum_class(owner.value, name, positional, keywords, span)
        if name == "__init__" and positional and not keywords and isinstance(owner.value, type) and not is_user_class(owner.value):
            return self._initialised(owner.value, positional, span)
        return self.call_class_member(owner.value, name, positional, keywords, span) if is_user_class(owner.value) else None

    def _initialised(self, base: type, positional: list[typed.Expression], span: Span) -> typed.Expression | None:
        """`Exception.__init__(self, …)` and `object.__init__(self)`; None for what else may be in the place of the class."""
        target, *arguments = positional
        type_ = self.solver.shallow(target.type)
        if not isinstance(type_, ObjectType) or not issubclass(type_.python, base):
            return None
        if issubclass(base, BaseException):
            self.store_arguments(type_, target, arguments, span)
        elif base is not object or arguments:
            return None
        return typed.Literal(None, NONE)

    def _method(self, receiver: typed.Expression, name: str, positional: Any, keywords: Any, span: Span) -> typed.Expression | None:
        if isinstance(self.solver.shallow(receiver.type), EnumType):
            return self.call_enum_member(receiver, name, positional, keywords, span)
        if isinstance(self.solver.shallow(receiver.type), ExceptionType):
            done = self.call_exception_method(receiver, name, positional, span)
            return done if done is not None else self.exception_attribute(receiver, name, span)
        if isinstance(self.solver.shallow(receiver.type), ObjectType | SuperType):
            return self.call_member(receiver, name, positional, keywords, span)
        if isinstance(receiver.type, TupleType) and receiver.type.cls is not None:
            found = named_tuples.method(self, receiver, name, positional, keywords, span)
            if found is not None:
                return found
        explicit = self._explicit(receiver, name, positional, span) if not keywords else None
        if explicit is not None:
            return explicit
        key = method_key(self.solver.shallow(receiver.type), name)
        if name in SPECIAL and key == SPECIAL[name] and not keywords and len(positional) == 1:
            return self.apply(key, [receiver, *positional] if name == "__getitem__" else [*positional, receiver], {}, span)
        if not REGISTRY.supports(key):
            return None if receiver.type is None else self._unknown_method(receiver, key, span)
        return self.required(key, [receiver, *positional], keywords, span, shown=f"{class_name(receiver.type)}.{name}")

    def _explicit(self, receiver: typed.Expression, name: str, positional: list[typed.Expression], span: Span) -> typed.Expression | None:
        """`values.__len__()` and the like of a builtin type: what the builtin or the operator does. None for any other method."""
        type_ = self.solver.shallow(receiver.type)
        if missing_attribute(type_, name) is not None or REGISTRY.supports(method_key(type_, name)):
            return None
        if name in ALONE and not positional:
            return self.required(ALONE[name], [receiver], {}, span, shown=f"{class_name(type_)}.{name}")
        if name not in PAIRED or len(positional) != 1 or type_ not in (INT, FLOAT, STR):
            return None
        if self.solver.shallow(positional[0].type) != type_:  # it might give NotImplemented
            return None
        return self.required(PAIRED[name], [receiver, *positional], {}, span, shown=f"{class_name(type_)}.{name}")

    def _unknown_method(self, receiver: typed.Expression, key: str, span: Span) -> typed.Expression | None:
        if missing_attribute(receiver.type, key.rsplit(".", 1)[1]) is not None:
            return None
        return self.required(key, [receiver], {}, span, shown=key)

    def call_static(
        self, callee: StaticType, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """A call of an object known when compiling."""
        value = callee.value
        if UNPACKED in keywords and not takes_unknown_names(value):
            raise unknown_names()
        native = self._lowered(value, callee.name)
        if native is not None:
            return self._native(callee, native, "__call__", positional, keywords, span)
        if is_module_function(value):
            return self.method(self.required("module random", [], {}, span), value.__name__, positional, keywords, span)
        if isinstance(value, GETTERS) and len(positional) == 1 and not keywords:
            return self.required(f"call {type(value).__name__}", [typed.Literal(value, callee), *positional], {}, span)
        if isinstance(value, NewType) and len(positional) == 1 and not keywords:
            return positional[0]
        name = qualified_name(value)
        if isinstance(getattr(value, "__self__", None), logging.Logger):
            owner = value.__self__
            positional = [typed.Literal(owner, static(owner.name, owner), owner.name), *positional]
        if isinstance(getattr(value, "__self__", None), struct.Struct):
            name, form = f"_struct.{value.__name__}", value.__self__.format
            positional = [typed.Literal(form, STR), *positional]
        if isinstance(getattr(value, "__self__", None), functools._lru_cache_wrapper):
            owner = typed.Literal(value.__self__, static(callee.name.rpartition(".")[0], value.__self__), callee.name.rpartition(".")[0])
            return self.required(f"functools cached {value.__name__}", [owner, *positional], keywords, span, shown=callee.name)
        bound = self._bound_to(value, name)
        if bound is not None:
            return self.method(bound, value.__name__, positional, keywords, span)
        if REGISTRY.supports(f"call {type(value).__name__}") and not isinstance(value, GETTERS):
            made = typed.Literal(value, callee, callee.name)
            return self.required(f"call {type(value).__name__}", [made, *positional], keywords, span, shown=callee.name)
        if REGISTRY.supports(name):
            return self.required(name, positional, keywords, span, shown=callee.name)
        if is_typeddict(value):
            return self.required("builtins.dict", positional, keywords, span, shown=callee.name)
        if is_named(value):
            fields = [self.shared(item, span) for item in positional]
            return named_tuples.new(self, value, fields, {name: self.shared(item, span) for name, item in keywords.items()}, span)
        if isinstance(value, type) and issubclass(value, BaseException) and not is_user_class(value):
            return self.construct_builtin(value, positional, keywords, span)
        if isinstance(get_origin(value), type):  # list[int], Stack[int]
            value = get_origin(value)
            return self.call_static(static(value.__name__, value), positional, keywords, span)
        if isinstance(value, enum.EnumMeta):
            return self.enum_by_value(value, positional, span)
        if is_user_class(value):
            return self.construct(value, positional, keywords, span)
        if is_single_dispatch(value) and positional:
            return self.dispatched_by_class(callee, positional, keywords, span)
        if isinstance(value, FunctionType) and not is_library(value):
            return self.helper(value, callee.name, positional, keywords, span)
        raise self.required_refusal(name, callee.name)

    def _bound_to(self, value: Any, name: str) -> typed.Expression | None:
        """The captured object that a bound method belongs to: `", ".join`, `PATTERN.findall`, `TABLE.get`."""
        if not isinstance(value, BuiltinMethodType | MethodType) or REGISTRY.supports(name):
            return None
        owner = value.__self__
        if isinstance(owner, type) or captured_type(owner) is None:
            return None
        return typed.Literal(owner, constant_type(owner)) if is_plain(owner) else self.captured(value.__qualname__, owner)

    def dispatched_by_class(
        self, callee: StaticType, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """A call of a functools.singledispatch function: what is registered for the class of the first argument."""
        return self.by_class(callee.value, callee.name, positional, 0, keywords, span)

    def by_class(
        self, registry: Any, shown: str, positional: list[typed.Expression], at: int, keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """A call of what a singledispatch registry has for the class of the argument at one place."""
        type_ = self.solver.shallow(positional[at].type)
        union = JSON_UNION if type_ == JSON else type_

        def one(member: typed.Expression) -> typed.Expression:
            chosen = registry.dispatch(python_class(self.solver.shallow(member.type)))
            if not isinstance(chosen, FunctionType):
                raise Unsupported(f"`{shown}` has no plain function for {class_name(member.type)}", instead="a function or a method")
            return self.helper(chosen, shown, [*positional[:at], member, *positional[at + 1 :]], keywords, span)

        if not isinstance(union, UnionType):
            return typed.Literal(None, NEVER) if union == NEVER else one(positional[at])
        found = self.switch(positional[at], union, one, lambda _: None, span)
        assert found is not None
        return found

    def required_refusal(self, name: str, shown: str) -> Unsupported:
        """Why an unknown function is refused."""
        from modelet_compiler.ir.messages import refusal

        return refusal(name if "." in name else f"builtins.{name}", [], [], shown)

    # Overridden by Enums: members of users' Enums.

    def enum_attribute(self, value: typed.Expression, type_: EnumType, name: str, span: Span) -> typed.Expression | None:
        """`member.name`."""
        raise AssertionError(value, type_, name, span)

    def call_enum_member(
        self, value: typed.Expression, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`member.name(arguments)`."""
        raise AssertionError(value, name, positional, keywords, span)

    def call_enum_class(
        self, cls: Any, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`cls.name(arguments)`."""
        raise AssertionError(cls, name, positional, keywords, span)

    def enum_by_value(self, cls: Any, positional: list[typed.Expression], span: Span) -> typed.Expression:
        """`cls(value)`."""
        raise AssertionError(cls, positional, span)

    # Overridden by Exceptions, and by Objects: instances of users' classes.

    def store_arguments(self, owner: ObjectType, value: typed.Expression, positional: list[typed.Expression], span: Span) -> None:
        """`value.args = positional`."""
        raise AssertionError(owner, value, positional, span)

    def construct_builtin(
        self, cls: type, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """`ValueError(…)`."""
        raise AssertionError(cls, positional, keywords, span)

    def exception_attribute(self, value: typed.Expression, name: str, span: Span) -> typed.Expression | None:
        """`error.name`."""
        raise AssertionError(value, name, span)

    def call_exception_method(self, value: typed.Expression, name: str, positional: list[typed.Expression], span: Span) -> Any:
        """`error.name(…)`."""
        raise AssertionError(value, name, positional, span)

    def object_attribute(self, value: typed.Expression, name: str, span: Span) -> typed.Expression | None:
        """`value.name`."""
        raise AssertionError(value, name, span)

    def call_member(
        self, value: typed.Expression, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`value.name(arguments)`."""
        raise AssertionError(value, name, positional, keywords, span)

    def call_class_member(
        self, cls: Any, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`cls.name(arguments)`."""
        raise AssertionError(cls, name, positional, keywords, span)

    def construct(
        self, cls: Any, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """`cls(arguments)`."""
        raise AssertionError(cls, positional, keywords, span)

    def store_plain(self, owner: ObjectType, value: typed.Expression, name: str, item: typed.Expression, span: Span) -> None:
        """Stores into an attribute whatever the class says about stores."""
        raise AssertionError(owner, value, name, item, span)

    def _native(
        self,
        owner: StaticType,
        native: NativeObject,
        method: str,
        positional: list[typed.Expression],
        keywords: dict[str, typed.Expression],
        span: Span,
    ) -> typed.Expression:
        """A call on an object that an adapter lowers."""
        known = [self.as_argument(item) for item in positional]
        named = {name: self.as_argument(item) for name, item in keywords.items()}
        accepted = self._asked(lambda: native.call(method, known, named))
        if isinstance(accepted, PythonCall):
            itself = typed.Literal(owner.value, owner, owner.name)
            return self.helper(accepted.function, f"{owner.name}.{method}", [itself, *positional], keywords, span)
        if accepted.internal and not self.function.file.startswith(standard.FOLDER):
            raise Unsupported(f"{owner.name} has no attribute '{method}'")
        passed = [positional[key] if isinstance(key, int) else keywords[key] for key in accepted.passes]
        arguments = [(item, self.solver.shallow(item.type)) for item in passed]
        return self.compute(accepted.result, accepted.cpp, arguments, span)

    def as_argument(self, value: typed.Expression) -> Argument:
        """What an adapter is told about an argument."""
        type_ = self.solver.resolve(value.type)
        if isinstance(value, typed.Literal):
            return Argument(type_, value.value, True)
        return Argument(type_)

    def helper(
        self,
        function: Callable[..., Any],
        shown: str,
        positional: list[typed.Expression],
        keywords: dict[str, typed.Expression],
        span: Span,
    ) -> typed.Expression:
        """Another Python function, specialised for these types."""
        traced = self.program.function(function)

        return self.invoke(
            traced, self.bind(traced, shown, positional, keywords, self.default_value, span), span, self._site(function, shown, span)
        )

    def changes_attribute(self, name: str) -> bool:
        """Overridden by ModuleState: whether some code changes what an attribute of this name holds."""
        raise AssertionError(name)

    def class_state(self, cls: Any, name: str, span: Span) -> typed.Expression | None:
        """Overridden by ModuleState: what an attribute of a class holds that code stores."""
        raise AssertionError(cls, name, span)

    def default_value(self, parameter: nodes.Parameter) -> typed.Expression:
        """What a parameter is when a call gives nothing for it."""
        return default_value(parameter)

    def bind_function(
        self, traced: nodes.Function, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> list[typed.Expression]:
        """The arguments of a Python function in the order of its parameters."""
        return self.bind(traced, traced.name, positional, keywords, self.default_value, span)

    def _site(self, function: Callable[..., Any], shown: str, span: Span) -> Any:
        """Where a part of the standard library was called from: its refusals are told there."""
        if not function.__module__.startswith(STANDARD) and not function.__code__.co_filename.startswith("<"):
            return None
        return self.program.sites.get(self.key, (span, shown))


STANDARD = "modelet_compiler.standard."


def is_library(function: FunctionType) -> bool:
    """Whether a function belongs to a library that is lowered by operations and adapters, not by compiling its source."""
    return is_library_module(function.__module__ or "")


def takes_unknown_names(value: Any) -> bool:
    """Whether this is a function or a class of the user's own, whose parameters are Python's."""
    if isinstance(value, type):
        return is_user_class(value) and not is_model(value)
    return isinstance(value, FunctionType) and not is_library(value)


def is_single_dispatch(value: Any) -> bool:
    """Whether functools.singledispatch made this function."""
    return isinstance(value, FunctionType) and hasattr(value, "registry") and hasattr(value, "dispatch") and hasattr(value, "__wrapped__")


def default_value(parameter: nodes.Parameter) -> typed.Expression:
    """A default is evaluated once, when the function is defined."""
    value = stand_in(parameter.default)
    if is_plain(value):
        return typed.Literal(value, constant_type(value))
    type_ = captured_type(value)
    name = getattr(value, "__name__", parameter.name)
    return typed.Literal(value, type_ if type_ is not None else static(name, value), name)


def array(type_: Type) -> bool:
    """Whether this is numpy's."""
    from modelet_compiler.ir.types import ArrayType

    return isinstance(type_, ArrayType)


SPECIAL = {"__contains__": "in", "__getitem__": "[]"}
ALONE = {"__len__": "builtins.len", "__repr__": "repr", "__str__": "str", "__iter__": "builtins.iter", "__next__": "builtins.next",
         "__abs__": "builtins.abs", "__neg__": "unary -", "__int__": "builtins.int", "__float__": "builtins.float",
         "__reversed__": "builtins.reversed"}  # fmt: skip
PAIRED = {"__add__": "+", "__sub__": "-", "__mul__": "*", "__truediv__": "/", "__floordiv__": "//", "__mod__": "%", "__eq__": "==",
          "__ne__": "!=", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}  # fmt: skip
"""Special methods of builtin types, and the operations that they are: of one value, and of two of one type."""


def method_key(type_: Type, name: str) -> str:
    """The registry's name for a method; subclasses of dict and tuple have those of their bases."""
    if name in SPECIAL and isinstance(type_, ListType | SetType | DictType | TupleType | StrType):
        return SPECIAL[name]
    key = f"{'ndarray' if array(type_) else class_name(type_)}.{name}"
    if REGISTRY.supports(key) or not isinstance(type_, DictType | TupleType):
        return key
    return f"{'dict' if isinstance(type_, DictType) else 'tuple'}.{name}"


def attribute_key(type_: Type, name: str) -> str:
    """The registry's name for an attribute."""
    return f"attribute {'ndarray' if array(type_) else class_name(type_)}.{name}"


def missing_attribute(type_: Type, name: str) -> tuple[str, str] | None:
    """AttributeError, for types that certainly have no such attribute."""
    if isinstance(type_, DictType) and type_.kind == "mapping":
        return None
    cls = type_.cls if isinstance(type_, TupleType) and type_.cls is not None else CLASSES.get(class_name(type_))
    if cls is None or hasattr(cls, name):
        return None
    return "AttributeError", f"'{class_name(type_)}' object has no attribute '{name}'"


__all__ = ["ERROR", "Call", "Calls", "wrong_types"]
