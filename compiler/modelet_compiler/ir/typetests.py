"""What asks for the type of a value: isinstance, issubclass, type, callable. What they say about variables narrows them."""

from __future__ import annotations

import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable
from typing import Any, Union, _get_protocol_attrs, get_origin  # type: ignore[attr-defined]

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.types import (
    BOOL,
    JSON,
    JSON_UNION,
    NONE,
    STR,
    ArrayType,
    BoundMethodType,
    ClassType,
    DictType,
    ExceptionType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    class_name,
    members_of,
    static,
)
from modelet_compiler.ir.unpacking import Unpacking

CLASSES: dict[str, type] = {
    "NoneType": type(None), "int": int, "float": float, "bool": bool, "str": str, "list": list, "dict": dict, "tuple": tuple, "set": set,
    "range": range, "slice": slice, "ellipsis": type(Ellipsis), "dict_keys": type({}.keys()), "dict_values": type({}.values()),
    "dict_items": type({}.items()), "enumerate": enumerate, "zip": zip, "reversed": reversed,
    "frozenset": frozenset, "bytes": bytes, "bytearray": bytearray, "complex": complex,
    "Counter": Counter, "collections.defaultdict": defaultdict, "collections.OrderedDict": OrderedDict,
    "collections.deque": deque, "function": types.FunctionType,
}  # fmt: skip
COMPARED = ("is", "is not", "==", "!=", "in", "not in")


class TypeTests(Unpacking):
    """Tests of types in one specialisation."""

    def __init__(self, program: Any, key: Any) -> None:
        super().__init__(program, key)
        self.typed_subjects: dict[nodes.Value, nodes.Operand] = {}  # results of type(x), and x

    def type_test(self, node: nodes.Operation, function: Any, positional: list[typed.Expression]) -> typed.Expression | None:
        """The result of a call that asks for types; None when this is another call."""
        if function is isinstance:
            return self._isinstance(node, positional)
        if function is issubclass and len(positional) == 2:
            return self.any_class(positional[1], lambda wanted: self._issubclass([positional[0], wanted], node.span), node.span)
        if function is type and len(positional) == 1:
            return self._type(node, positional[0])
        if function is callable and len(positional) == 1:
            return self._callable(positional[0], node.span)
        return None

    def _isinstance(self, node: nodes.Operation, positional: list[typed.Expression]) -> typed.Expression:
        if len(positional) != 2:
            raise Unsupported(f"isinstance expected 2 arguments, got {len(positional)}")
        value, wanted = positional
        if self.known_later(wanted.type):
            return self.any_class(wanted, lambda one: self._where_instance(value, self._classes(one), node.span), node.span)
        classes = self._classes(wanted)

        def matches(member: Type) -> Any:
            if isinstance(member, ExceptionType):
                return self.split_exception(member, classes)
            return is_instance(member, classes)

        self.remember_instance_test(node, node.operands[1], matches)
        return self._where_instance(value, classes, node.span)

    def _where_instance(self, value: typed.Expression, classes: tuple[type, ...], span: Span) -> typed.Expression:
        members = self.solver.shallow(value.type)
        if any(isinstance(one, ExceptionType) for one in (members.members if isinstance(members, UnionType) else (members,))):
            return self._where_exception(value, classes, span)
        return self.where(value, lambda member: is_instance(member, classes), span)

    def known_later(self, type_: Type) -> bool:
        """Whether it is known at run time only which classes these are."""
        type_ = self.solver.shallow(type_)
        if isinstance(type_, TupleType):
            return any(map(self.known_later, type_.items))
        return isinstance(type_, UnionType) and NONE not in type_.members

    def any_class(self, wanted: typed.Expression, test: Callable[[typed.Expression], typed.Expression], span: Span) -> typed.Expression:
        """Whether a test holds for one of the classes, which may be known at run time only."""
        type_ = self.solver.shallow(wanted.type)
        if not self.known_later(type_):
            return test(wanted)
        if isinstance(type_, UnionType):
            found = self.switch(wanted, type_, lambda one: self.any_class(one, test, span), lambda _: None, span)
            assert found is not None
            return found
        assert isinstance(type_, TupleType)
        result: typed.Expression = typed.Literal(False, BOOL)
        for index in range(len(type_.items)):
            one = self.any_class(self.tuple_item(wanted, type_, index, span), test, span)
            result = self.compute(BOOL, "python::bool_or", [(result, BOOL), (one, BOOL)], span, raises=False)
        return result

    def _where_exception(self, value: typed.Expression, classes: tuple[type, ...], span: Span) -> typed.Expression:
        """Whether a value that may be a builtin exception is of one of the classes."""
        type_ = self.solver.shallow(value.type)

        def one(member: typed.Expression) -> typed.Expression:
            if isinstance(member.type, ExceptionType):
                return self.exception_is(member, classes, span)
            return typed.Literal(is_instance(member.type, classes), BOOL)

        if not isinstance(type_, UnionType):
            return one(value)
        found = self.switch(value, type_, one, lambda _: None, span)
        assert found is not None
        return found

    def split_exception(self, type_: ExceptionType, classes: tuple[type, ...]) -> tuple[Type, Type]:
        """Overridden by Exceptions."""
        raise AssertionError(type_, classes)

    def exception_is(self, value: typed.Expression, classes: tuple[type, ...], span: Span) -> typed.Expression:
        """Overridden by Exceptions."""
        raise AssertionError(value, classes, span)

    def class_of_exception(self, value: typed.Expression, span: Span) -> typed.Expression:
        """Overridden by Exceptions."""
        raise AssertionError(value, span)

    def is_subclass(self, value: typed.Expression, classes: tuple[type, ...], span: Span) -> typed.Expression:
        """Overridden by Exceptions."""
        raise AssertionError(value, classes, span)

    def where(self, value: typed.Expression, matches: Any, span: Span) -> typed.Expression:
        """Whether a value is of one of the types that match."""
        type_ = self.solver.shallow(value.type)
        members = members_of(type_)
        yes = [member for member in members if matches(member)]
        if len(yes) in (0, len(members)):
            return typed.Literal(bool(yes), BOOL)
        temporary = self.temporary(BOOL)
        compute = typed.Compute(temporary, "python::holds<{members}>", [(value, type_)], False, span)
        compute.templates = {"members": TupleType(tuple(yes))}
        self.emit(compute)
        return temporary

    def _issubclass(self, positional: list[typed.Expression], span: Span) -> typed.Expression:
        cls = self.solver.shallow(positional[0].type)
        if isinstance(cls, ClassType):
            return self.is_subclass(positional[0], self._classes(positional[1]), span)
        if not isinstance(cls, StaticType) or not isinstance(cls.value, type):
            raise Unsupported("issubclass needs classes that are known when compiling", instead="isinstance")
        return typed.Literal(issubclass(cls.value, self._classes(positional[1])), BOOL)

    def _type(self, node: nodes.Operation, value: typed.Expression) -> typed.Expression:
        made = self.type_of(value, node.span)
        if isinstance(made.type, ClassType):
            self.typed_subjects[node.result] = node.operands[1]
        return made

    def type_of(self, value: typed.Expression, span: Span) -> typed.Expression:
        """`type(value)`: a class, or its name where it is known at run time only."""
        type_ = self.solver.shallow(value.type)
        if type_ == JSON:
            type_ = JSON_UNION
        if isinstance(type_, ExceptionType):
            return self.class_of_exception(value, span)
        if not isinstance(type_, UnionType):
            cls = python_class(type_)
            return typed.Literal(cls, static(cls.__name__, cls), cls.__name__)

        def one(member: typed.Expression) -> typed.Expression:
            if isinstance(member.type, ExceptionType):
                return self.compute(STR, "python::class_name", [(member, member.type)], span, raises=False)
            return typed.Literal(python_class(member.type).__name__, STR)

        name = self.switch(value, type_, one, lambda _: None, span)
        assert name is not None
        return self.compute(ClassType(), "copy", [(name, STR)], span, raises=False, plain=True)

    def _callable(self, value: typed.Expression, span: Span) -> typed.Expression:
        if isinstance(value.type, StaticType):
            return typed.Literal(callable(value.type.value), BOOL)
        if isinstance(value.type, BoundMethodType):
            return typed.Literal(True, BOOL)
        return self.where(value, lambda member: any("__call__" in vars(base) for base in python_class(member).__mro__), span)

    def compare_classes(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression | None:
        """`type(x) is int`, `type(x) in (int, str)` and their opposites; None when no classes are compared."""
        symbol = node.attributes["operator"]
        positive = symbol in ("is", "==", "in")
        left, right = operands
        several = symbol in ("in", "not in") and isinstance(right.type, TupleType | StaticType)
        if symbol not in COMPARED or not is_class(left.type) or not (several or is_class(right.type)):
            return None
        if isinstance(left.type, ClassType) and isinstance(right.type, ClassType):
            return self.compute(
                BOOL, f"python::{'equal' if positive else 'not_equal'}", [(left, STR), (right, STR)], node.span, raises=False
            )
        if isinstance(right.type, ClassType):
            return self._class_is(node, right, node.operands[1], self._classes(left), positive)
        return self._class_is(node, left, node.operands[0], self._classes(right), positive)

    def _class_is(
        self, node: nodes.Operation, value: typed.Expression, operand: nodes.Operand, classes: tuple[type, ...], positive: bool
    ) -> typed.Expression:
        if isinstance(value.type, StaticType):
            return typed.Literal((value.type.value in classes) == positive, BOOL)
        subject = self.typed_subjects.get(operand) if isinstance(operand, nodes.Value) else None
        if subject is not None:

            def matches(member: Type) -> Any:
                return (member, member) if isinstance(member, ExceptionType) else python_class(member) in classes

            self.remember_exact_test(node, subject, matches, positive)
        result: typed.Expression = typed.Literal(False, BOOL)
        names = sorted(cls.__name__ for cls in classes)
        value = self.compute(STR, "copy", [(value, STR)], node.span, raises=False, plain=True)
        for name in names:
            one = self.compute(BOOL, "python::equal", [(value, STR), (typed.Literal(name, STR), STR)], node.span, raises=False)
            result = (
                one
                if isinstance(result, typed.Literal)
                else self.compute(BOOL, "python::bool_or", [(result, BOOL), (one, BOOL)], node.span, raises=False)
            )
        if positive or isinstance(result, typed.Literal):
            return result if positive else typed.Literal(True, BOOL)
        return self.compute(BOOL, "!", [(result, BOOL)], node.span, raises=False, plain=True)

    def _classes(self, wanted: typed.Expression) -> tuple[type, ...]:
        if isinstance(wanted.type, StaticType):
            return tuple(classes_in(wanted.type.value))
        if isinstance(wanted.type, TupleType):
            return tuple(cls for item in wanted.type.items for cls in self._classes(typed.Literal(None, item)))
        if wanted.type == NONE:  # int | None
            return (type(None),)
        raise Unsupported("isinstance needs classes that are known when compiling", instead="name the classes")

    def remember_instance_test(self, node: nodes.Operation, subject: nodes.Operand, matches: Any) -> None:
        """Overridden by Conditions, which narrows."""
        raise AssertionError(node, subject, matches)

    def remember_exact_test(self, node: nodes.Operation, subject: nodes.Operand, matches: Any, positive: bool) -> None:
        """Overridden by Conditions, which narrows."""
        raise AssertionError(node, subject, matches, positive)


def is_class(type_: Type) -> bool:
    """Whether a value is a class."""
    return isinstance(type_, ClassType) or (isinstance(type_, StaticType) and isinstance(type_.value, type))


def classes_in(value: Any) -> list[type]:
    """The classes of a class, a union or a tuple of such."""
    if value is None:
        return [type(None)]
    if isinstance(value, tuple):
        return [cls for item in value for cls in classes_in(item)]
    if get_origin(value) in (Union, types.UnionType):
        return [cls for item in value.__args__ for cls in classes_in(item)]
    if isinstance(value, type):
        return [value]
    raise Unsupported("isinstance needs classes that are known when compiling", instead="name the classes")


def python_class(type_: Type) -> type:
    """The class of a value of this type. Raises Unsupported when it has none here."""
    if isinstance(type_, ArrayType):
        import numpy

        return numpy.ndarray if type_.rank != 0 else numpy.dtype(type_.dtype).type
    if isinstance(type_, StaticType):
        return type(type_.value)
    if isinstance(type_, DictType) and type_.kind == "mapping":
        raise Unsupported("this may be one of several kinds of dict here", "it has no single type", "use another name")
    if isinstance(type_, TupleType) and type_.cls is not None:
        return type_.cls  # type: ignore[no-any-return]
    python = getattr(type_, "python", None)
    cls = python if isinstance(python, type) else CLASSES.get(class_name(type_))
    if cls is None:
        raise Unsupported(f"the class of {class_name(type_)} is not supported here")
    return cls


def is_instance(type_: Type, classes: tuple[type, ...]) -> bool:
    """`isinstance` by type; a bool is an int, a numpy float64 a float."""
    if isinstance(type_, DictType) and type_.kind == "mapping" and issubclass(dict, classes):
        return True
    return any(is_kind_of(python_class(type_), cls) for cls in classes)


def is_kind_of(cls: type, wanted: type) -> bool:
    """Whether instances of one class are instances of another. Raises Unsupported where that depends on the instance."""
    if not getattr(wanted, "_is_protocol", False) or wanted in cls.__mro__:
        return issubclass(cls, wanted)
    names = _get_protocol_attrs(wanted)
    methods = {name for name in names if callable(getattr(wanted, name, None))}
    if methods == names:
        return issubclass(cls, wanted)
    fields = getattr(cls, "__dataclass_fields__", {})
    missing = {name for name in names if name not in fields and not hasattr(cls, name)}
    if missing - methods:
        shown = ", ".join(sorted(missing - methods))
        raise Unsupported(
            f"isinstance of the protocol {wanted.__name__} is not supported here", f"an instance may have `{shown}`", "hasattr"
        )
    return not missing and all(getattr(cls, name) is not None for name in methods)
