"""Type propagation through captured instances of users' classes: constants of the library, whose attributes are known when compiling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import FunctionType
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.classes import MISSING, instance_attributes, is_compiled_class, is_frozen, is_generated, member
from modelet_compiler.ir.exceptions import Exceptions
from modelet_compiler.ir.operations import MUTATING
from modelet_compiler.ir.special_methods import keys_in
from modelet_compiler.ir.types import DictType, ListType, ObjectType, SetType, StaticType, TupleType, Type, UnionType, object_type
from modelet_compiler.lowering.objects import captured_type, item_type
from modelet_compiler.lowering.replaced import stand_in

KEYS = {"eq", "hash", "repr"}
"""What is asked of instances that are keys; KeyError shows them."""


class CapturedInstances(Exceptions):
    """Captured instances in one specialisation."""

    def captured(self, name: str, value: Any) -> typed.Expression:
        """A captured object; instances in it are declared."""
        found = super().captured(name, value)
        if not isinstance(found.type, StaticType):
            self.declare_captured(stand_in(value), found.type)
        return found

    def default_value(self, parameter: nodes.Parameter) -> typed.Expression:
        """The default of a helper's parameter is captured, too."""
        found = super().default_value(parameter)
        if isinstance(found, typed.Literal) and not isinstance(found.type, StaticType):
            self.declare_captured(stand_in(found.value), found.type)
        return found

    def declare_captured(self, value: Any, type_: Type) -> None:
        """Tells the classes of the instances in a captured object what their attributes hold."""
        if isinstance(value, str | int | float | None) or id(value) in self.program.declared:
            return
        self.program.declared[id(value)] = value
        self._keep_keys(type_)
        for part in parts_of(value):
            self.declare_captured(part, captured_type(part) or type_)
        if is_compiled_class(type(value)):
            self._declare_instance(value)

    def _keep_keys(self, type_: Type) -> None:
        """What is built of captured dicts and sets asks their keys, whatever code does with them: in each pass."""
        for one in keys_in(type_):
            self.program.captured_keys[one.identity] = one
            self.require_hooks(one, KEYS)

    def require_captured(self) -> None:
        """Once in each pass."""
        for one in self.program.captured_keys.values():
            self.require_hooks(one, KEYS)

    def _declare_instance(self, value: Any) -> None:
        owner = object_type(type(value))
        info = self.info(owner)
        if not info.captured:
            info.captured = self.program.changed = True
        for name, item in instance_attributes(value):
            type_ = item_type(item)
            if type_ is None:
                info.foreign[name] = type(item).__name__
                continue
            self._keep_keys(type_)
            self.solver.include(self.field(owner, name), self._opened(type_))

    def _opened(self, type_: Type) -> Type:
        """The type with item types that may grow: other instances may hold more."""
        match type_:
            case ListType(item):
                return ListType(self._grown(item))
            case SetType(item):
                return SetType(self._grown(item))
            case DictType(key, value, kind):
                return DictType(self._grown(key), self._grown(value), kind)
            case TupleType(items, cls):
                return TupleType(tuple(map(self._opened, items)), cls)
            case UnionType(members):
                return self.solver.union([self._opened(member) for member in members])
        return type_

    def _grown(self, item: Type) -> Type:
        variable = self.solver.new()
        self.solver.include(variable, self._opened(item))
        return variable

    def load_field(self, owner: ObjectType, value: typed.Expression, name: str, found: Any, span: Span) -> typed.Expression:
        """Refuses an attribute that a captured instance holds and that cannot be a constant."""
        self._check_foreign(owner, name)
        return super().load_field(owner, value, name, found, span)

    def missing_attribute(self, owner: ObjectType, name: str, span: Span) -> typed.Expression:
        """The same where no other instance has the attribute."""
        self._check_foreign(owner, name)
        return super().missing_attribute(owner, name, span)

    def _check_foreign(self, owner: ObjectType, name: str) -> None:
        cls = self.info(owner).foreign.get(name)
        if cls is not None:
            raise Unsupported(f"`{name}` of a captured {owner.name} is not supported", f"a {cls} cannot be a constant of the library")

    def call_member(
        self, value: typed.Expression, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """A method may change a captured instance."""
        type_ = self.solver.shallow(value.type)
        if isinstance(value, typed.Literal) and value.captured and isinstance(type_, ObjectType):
            changed = self._changes(type_, name, set())
            if changed:
                self.check_writeable(value)
        return super().call_member(value, name, positional, keywords, span)

    def store_into(self, owner: ObjectType, target: typed.Expression, name: str, item: typed.Expression, span: Span) -> typed.Expression:
        """A store may be into a captured instance."""
        if not is_frozen(owner.python):
            self.check_writeable(target)
        return super().store_into(owner, target, name, item, span)

    def _changes(self, owner: ObjectType, name: str, seen: set[str]) -> str:
        """The attribute that a method changes, itself or by other methods of the instance."""
        function = getattr(member(owner.python, name), "fget", member(owner.python, name))
        if name in seen or not isinstance(function, FunctionType) or is_generated(function):
            return ""
        seen.add(name)
        traced = self.program.function(function)
        if not traced.parameters:
            return ""
        itself: set[nodes.Operand] = {nodes.Variable(traced.parameters[0].name)}
        held: dict[nodes.Operand, str] = {}  # what attributes hold
        for node in operations(traced.body):
            first = node.operands[0] if node.operands else None
            attribute = str(node.attributes.get("name", ""))
            if first in held and (node.kind in ("store_index", "delete_index") or (node.kind == "call_method" and attribute in MUTATING)):
                return held[first]
            if first not in itself:
                continue
            if node.kind in ("store_attribute", "delete_attribute"):
                return attribute
            if node.kind == "copy":
                itself.add(node.result)
            elif node.kind == "attribute" and member(owner.python, attribute) is MISSING:
                held[node.result] = attribute
            elif node.kind in ("attribute", "call_method"):
                changed = self._changes(owner, attribute, seen)
                if changed:
                    return changed
        return ""


def operations(value: Any) -> Iterator[nodes.Operation]:
    """Every operation in a block of the IR and in the blocks inside of it."""
    if isinstance(value, nodes.Operation):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from operations(item)
    elif type(value).__module__ == nodes.__name__ and not isinstance(value, nodes.Captured | nodes.Constant):
        for part in vars(value).values():
            yield from operations(part)


def parts_of(value: Any) -> Iterable[Any]:
    """What a captured object holds."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        return value
    if is_compiled_class(type(value)):
        return [item for _, item in instance_attributes(value)]
    return ()
