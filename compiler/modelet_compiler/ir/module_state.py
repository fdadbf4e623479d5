"""What a module keeps between calls: globals, attributes of classes, mutable defaults and captured objects that compiled code changes.

Such an object is no constant: the library's instance owns it, and the calls that use it run on one heap, one at a time
(engine/core/module_state.h). A variable of a module or class is a list of one item that nobody else knows.
"""

from __future__ import annotations

import collections
from abc import ABCMeta
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import FunctionType
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.calls import STANDARD, is_library
from modelet_compiler.ir.captured import CapturedInstances
from modelet_compiler.ir.classes import (
    MISSING,
    fields_of,
    has_fields,
    instance_attributes,
    is_compiled_class,
    is_frozen,
    is_generated,
    is_user_class,
    member,
)
from modelet_compiler.ir.operations import MUTATING
from modelet_compiler.ir.types import (
    INT,
    JSON,
    JSON_DICT,
    JSON_LIST,
    JSON_UNION,
    DictType,
    ListType,
    ObjectType,
    SetType,
    StaticType,
    TupleType,
    Type,
    UnionType,
)
from modelet_compiler.lowering.objects import captured_type

KEPT_TYPES = (list, dict, set, collections.Counter, collections.OrderedDict)


@dataclass(eq=False)
class Kept:
    """An object of the module that compiled code may change."""

    value: Any
    type: Type


class ModuleState(CapturedInstances):
    """Objects of the module in one specialisation."""

    def operand(self, operand: nodes.Operand, span: Span) -> typed.Expression:
        """Remembers where a captured object is used."""
        self.used_at = span
        return super().operand(operand, span)

    def captured(self, name: str, value: Any) -> typed.Expression:
        """A captured object; one that code changes is read like a variable."""
        if is_changeable(value):
            self.program.used[id(value)] = value
        if id(value) in self.program.changed_objects and id(value) not in self.program.kept:
            self.keep(value, name)
        kept = self.program.kept.get(id(value))
        if kept is not None:
            return self._kept(name, kept)
        found = super().captured(name, value)
        return typed.Literal(found.value, self._any_shape(found), name) if isinstance(found, typed.Literal) else found

    def _any_shape(self, found: typed.Literal) -> Type:
        """The type of a captured collection: where that is asked for, of any shape inside."""
        if type(found.value) not in (list, dict) or not _is_mixed(found.type) or not is_json(found.value):
            return found.type
        self.program.could_be_any = True
        if not self.program.any_shape:
            return found.type
        return JSON_LIST if type(found.value) is list else JSON_DICT

    def _kept(self, name: str, kept: Kept) -> typed.Expression:
        span = getattr(self, "used_at", None)
        assert isinstance(span, Span)
        result = self.temporary(kept.type)
        self.emit(typed.Compute(result, "copy", [(typed.Literal(kept.value, kept.type, name), kept.type)], False, span, plain=True))
        return result

    def check_writeable(self, receiver: typed.Expression) -> None:
        """A captured object that is changed lives as long as its module."""
        if isinstance(receiver, typed.Literal) and receiver.captured and is_changeable(receiver.value):
            self.keep(receiver.value, receiver.captured)
            return
        super().check_writeable(receiver)

    def keep(self, value: Any, name: str) -> None:
        """From the next pass on, an object of the module is no constant."""
        type_ = captured_type(value)
        if type_ is not None:
            type_ = self._any_shape(typed.Literal(value, type_, name))
        if type_ is None:
            reason = "what it holds cannot be a constant of the library"
            raise Unsupported(f"`{name}` cannot be changed", reason, f"copy it first, as in `{name}.copy()`")
        self._keep(value, self._opened(type_), name)

    def _keep(self, value: Any, type_: Type, name: str) -> None:
        known = self.program.kept.get(id(value))
        if known is not None:
            self.solver.unify(known.type, type_)
            return
        self.program.kept[id(value)] = Kept(value, type_)
        self.program.changed = True
        self.declare_captured(value, type_)
        for part, held in self._parts(value, type_):
            self._keep_part(part, held, name)

    def _keep_part(self, value: Any, type_: Type, name: str) -> None:
        """What is inside of a kept object is kept, too."""
        type_ = self.solver.shallow(type_)
        if type(value) is tuple and isinstance(type_, TupleType):
            for part, held in zip(value, type_.items, strict=True):
                self._keep_part(part, held, name)
        elif is_changeable(value):
            members = JSON_UNION.members if type_ == JSON else type_.members if isinstance(type_, UnionType) else (type_,)
            fitting = [member for member in members if _fits(value, member)]
            if len(fitting) != 1:
                raise Unsupported(f"`{name}` cannot be changed", "it holds objects of several types", "objects of one type")
            self._keep(value, fitting[0], name)

    def _parts(self, value: Any, type_: Type) -> Iterator[tuple[Any, Type]]:
        match type_:
            case ListType(item) | SetType(item):
                yield from ((part, item) for part in value)
            case DictType(_, item):
                yield from ((part, item) for part in value.values())
            case ObjectType():
                for attribute, part in instance_attributes(value):
                    yield part, self.field(type_, attribute)

    def default_value(self, parameter: nodes.Parameter) -> typed.Expression:
        """A mutable default lives as long as its function."""
        if id(parameter.default) in self.program.kept.keys() | self.program.changed_objects.keys():
            return self.captured(parameter.name, parameter.default)
        return super().default_value(parameter)

    def keep_defaults(self, function: nodes.Function, types: list[Type]) -> None:
        """The mutable defaults of an entry function, as its parameters are declared."""
        for parameter, type_ in zip(function.parameters, types, strict=True):
            if type(parameter.default) in KEPT_TYPES:
                self.program.used[id(parameter.default)] = parameter.default
                if self._changes_variable(function, parameter.name, type_, set()):
                    self._keep(parameter.default, type_, parameter.name)

    # ---- what may be changed by another name

    def assign(self, variable: str, value: typed.Expression, span: Span) -> None:
        """A captured object may be changed by the name of a variable."""
        if self._is_constant(value) and self._changes_variable(self.function, variable, value.type, set()):
            self.check_writeable(value)
        super().assign(variable, value, span)

    def invoke(self, function: nodes.Function, bound: list[typed.Expression], span: Span, site: Any = None) -> typed.Expression:
        """A function may change what it is given, its defaults included."""
        given = bound[len(bound) - len(function.parameters) :]
        for parameter, value in zip(function.parameters, given, strict=True):
            if self._is_constant(value) and self._changes_variable(function, parameter.name, value.type, set()):
                self.check_writeable(value)
        return super().invoke(function, bound, span, site)

    def store_into(self, owner: ObjectType, target: typed.Expression, name: str, item: typed.Expression, span: Span) -> typed.Expression:
        """An attribute may be changed, whatever it holds."""
        if self._is_constant(item) and self.changes_attribute(name):
            self.check_writeable(item)
        return super().store_into(owner, target, name, item, span)

    def _is_constant(self, value: typed.Expression) -> bool:
        return isinstance(value, typed.Literal) and bool(value.captured) and is_changeable(value.value)

    def _changes_variable(self, function: nodes.Function, name: str, type_: Type, seen: set[tuple[int, str]]) -> bool:
        """Whether a function may change what a variable holds, itself or by functions that it calls."""
        if (id(function), name) in seen:
            return False
        seen.add((id(function), name))
        for node in nodes.walk(function.body):
            match node:
                case nodes.Assign(variable=other, source=nodes.Variable(name=source)) if source == name:
                    changed = self._changes_variable(function, other, type_, seen)
                case nodes.Operation(operands=operands):
                    places = [at for at, operand in enumerate(operands) if operand == nodes.Variable(name)]
                    changed = any(self._changes_operand(node, at, type_, seen) for at in places)
                case _:
                    changed = False
            if changed:
                return True
        return False

    def _changes_operand(self, node: nodes.Operation, position: int, type_: Type, seen: set[tuple[int, str]]) -> bool:
        """Whether an operation changes an operand, or gives it to code that may."""
        if node.kind == "closure":
            return True
        if position == 0 and node.kind in CHANGING:
            return True
        if node.kind == "call_method" and position == 0:
            name = str(node.attributes["name"])
            return bool(self._changes(type_, name, set())) if isinstance(type_, ObjectType) else name in MUTATING
        return self._hands_on(node, position, type_, seen)

    def _hands_on(self, node: nodes.Operation, position: int, type_: Type, seen: set[tuple[int, str]]) -> bool:
        """Whether an operation gives an operand to code that may change it."""
        if node.kind == "store_attribute":
            return position == 1 and self.changes_attribute(str(node.attributes["name"]))
        if node.kind == "call_method":
            return position > 0 and str(node.attributes["name"]) not in BUILTIN_METHODS
        callee = node.operands[0]
        if node.kind != "call" or position == 0 or not isinstance(callee, nodes.Captured):
            return False
        if is_user_class(callee.value):
            return self._constructor_changes(callee.value, node, position, type_, seen)
        if not isinstance(callee.value, FunctionType) or is_library(callee.value):
            return False
        return self._call_changes(self.program.function(callee.value), node, position - 1, type_, seen)

    def _constructor_changes(self, cls: Any, node: nodes.Operation, position: int, type_: Type, seen: set[tuple[int, str]]) -> bool:
        init = member(cls, "__init__")
        if isinstance(init, FunctionType) and not is_generated(init):
            return self._call_changes(self.program.function(init), node, position, type_, seen)
        return has_fields(cls) and any(self.changes_attribute(field.name) for field in fields_of(cls))

    def _call_changes(self, called: nodes.Function, node: nodes.Operation, at: int, type_: Type, seen: set[tuple[int, str]]) -> bool:
        """Whether a function changes its argument at one place; with names in the call it may be any."""
        places = called.parameters[at : at + 1] if not node.attributes["keywords"] else called.parameters
        return not places or any(self._changes_variable(called, item.name, type_, seen) for item in places)

    def changes_attribute(self, name: str) -> bool:
        """Whether some code of the program changes what an attribute of this name holds."""
        return any(name in changed_attributes(function) for function in self.program.traced())

    # ---- attributes of classes

    def class_state(self, cls: Any, name: str, span: Span) -> typed.Expression | None:
        """What an attribute holds that is stored into its class; None for all others."""
        for base in getattr(cls, "__mro__", ()):
            box = self.program.class_boxes.get((id(base), name)) or self._known_box(base, name)
            if box is not None:
                self.used_at = span
                held = self.captured(f"{cls.__name__}.{name}", box)
                return self.required("[]", [held, typed.Literal(0, INT)], {}, span)
            if name in vars(base):
                return None
        return None

    def _known_box(self, cls: Any, name: str) -> list[Any] | None:
        """The box of an attribute that an earlier attempt has found to be changed."""
        known = _BOXES.get((id(cls), name))
        if known is None or known[0] is not cls or id(known[1]) not in self.program.changed_objects:
            return None
        self.program.class_boxes[id(cls), name] = known[1]
        self.program.changed_classes[id(cls)] = cls
        return known[1]

    def store_class(self, owner: StaticType, name: str, item: typed.Expression, span: Span) -> typed.Expression:
        """`Class.name = value`."""
        cls = owner.value
        shown = f"{owner.name}.{name}"
        found = vars(cls).get(name, MISSING) if isinstance(cls, type) else MISSING
        if not is_user_class(cls) or type(cls) not in (type, ABCMeta):
            raise Unsupported(f"`{shown}` cannot be changed", "captured objects are constants of the compiled library")
        if found is MISSING:
            reason = f"the class {owner.name} itself has no such attribute"
            raise Unsupported(f"`{shown}` cannot be changed", reason, f"`{name} = None` in the class, say")
        box = self.program.class_boxes.get((id(cls), name))
        if box is None:
            box = class_box(cls, name, found)
            if captured_type(box) is None:
                raise Unsupported(f"`{shown}` cannot be changed", f"a {type(found).__name__} is no value that it could hold later")
            self.program.class_boxes[id(cls), name] = box
            self.program.changed_classes[id(cls)] = cls
            self.keep(box, shown)
        self.used_at = span
        return self.required("[]=", [self.captured(shown, box), typed.Literal(0, INT), item], {}, span)


CHANGING = frozenset(["store_index", "delete_index", "augmented", "store_attribute", "delete_attribute"])  # their first operand
# Methods that keep nothing they are given, of any class.
BUILTIN_METHODS = frozenset(
    name for cls in (str, bytes, list, dict, set, frozenset, tuple) for name in dir(cls) if not name.startswith("_")
) - {"append", "insert", "setdefault", "appendleft"}  # fmt: skip


@lru_cache(maxsize=4096)
def changed_attributes(function: nodes.Function) -> frozenset[str]:
    """The names of attributes whose objects a function changes."""
    held: dict[nodes.Operand, str] = {}
    found: set[str] = set()
    for node in nodes.walk(function.body):
        if isinstance(node, nodes.Assign) and node.source in held:
            held[nodes.Variable(node.variable)] = held[node.source]
        if not isinstance(node, nodes.Operation):
            continue
        first = node.operands[0] if node.operands else None
        if node.kind == "attribute":
            held[node.result] = str(node.attributes["name"])
        elif first in held and (node.kind in CHANGING or (node.kind == "call_method" and node.attributes["name"] in MUTATING)):
            found.add(held[first])
    return frozenset(found)


_BOXES: dict[tuple[int, str], tuple[Any, list[Any]]] = {}  # by class and name


def class_box(cls: Any, name: str, value: Any) -> list[Any]:
    """The list of one item that an attribute of a class is."""
    known = _BOXES.get((id(cls), name))
    if known is None or known[0] is not cls:
        known = _BOXES[id(cls), name] = (cls, [value])
    known[1][:] = [value]
    return known[1]


def is_changeable(value: Any) -> bool:
    """Whether this is an object that code may change and a library can hold."""
    cls = type(value)
    return cls in KEPT_TYPES or (is_compiled_class(cls) and not is_frozen(cls) and not cls.__module__.startswith(STANDARD))


def _is_mixed(type_: Type) -> bool:
    """Whether a collection holds collections beside other items, anywhere in it."""
    item = type_.value if isinstance(type_, DictType) else type_.item if isinstance(type_, ListType) else None
    if isinstance(item, UnionType):
        return any(isinstance(member, ListType | DictType) for member in item.members)
    return item is not None and _is_mixed(item)


def is_json(value: Any) -> bool:
    """Whether this is a value that json.loads could give."""
    if type(value) is dict:
        return all(type(key) is str for key in value) and all(map(is_json, value.values()))
    return all(map(is_json, value)) if type(value) is list else type(value) in (type(None), bool, int, float, str)


def _fits(value: Any, type_: Type) -> bool:
    mine = captured_type(value)
    if isinstance(mine, ObjectType):
        return mine == type_
    return type(mine) is type(type_) and getattr(mine, "kind", None) == getattr(type_, "kind", None)


def reachable(values: dict[int, Any]) -> dict[int, Any]:
    """The changeable objects among some and in them, by identity."""
    found: dict[int, Any] = {}
    pending = list(values.values())
    while pending:
        value = pending.pop()
        if type(value) is not tuple and not is_changeable(value):
            continue
        if id(value) in found:
            continue
        found[id(value)] = value
        if isinstance(value, dict):
            pending += value.values()
        elif isinstance(value, list | tuple | set):
            pending += value
        if is_compiled_class(type(value)):
            pending += [item for _, item in instance_attributes(value)]
    return found
