"""Type propagation through instances of users' classes: construction, attributes, methods, and what operators mean for them."""

from __future__ import annotations

import collections
import dataclasses
import functools
from types import FunctionType, MemberDescriptorType
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.classes import (
    HELD,
    MISSING,
    OF_ALL,
    OF_COLLECTIONS,
    ClassInfo,
    check_class,
    dataclass_init,
    dataclass_method,
    defines,
    extends_collection,
    has_fields,
    is_exception,
    is_frozen,
    is_generated,
    is_model,
    is_user_class,
    member,
    slots,
)
from modelet_compiler.ir.environment import static_literal
from modelet_compiler.ir.flags import Flags
from modelet_compiler.ir.types import (
    BOOL,
    NEVER,
    NONE,
    STR,
    BoundMethodType,
    NotImplementedType,
    ObjectType,
    StaticType,
    SuperType,
    TupleType,
    Type,
    object_type,
    static,
)
from modelet_compiler.lowering.objects import is_plain
from modelet_compiler.lowering.replaced import replaced_class, shown_class
from modelet_compiler.operations.matching import constant_type
from modelet_compiler.standard import builtin_bases
from modelet_compiler.standard.plain_objects import LATER, SimpleNamespace, namespace_class


class Objects(Flags):
    """Instances in one specialisation."""

    def info(self, type_: ObjectType) -> ClassInfo:
        """What the compilation knows about a class."""
        return self.program.class_info(type_)

    # ---- construction

    def construct(
        self, cls: Any, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """`cls(arguments)`."""
        if cls is SimpleNamespace:
            return self._namespace(positional, keywords, span)
        check_class(cls)
        type_ = object_type(cls)
        self.info(type_)
        if is_model(cls):
            return self.construct_model(type_, positional, keywords, span)
        if getattr(cls, "__abstractmethods__", None):
            return self._abstract(cls, span)
        init = member(cls, "__init__")
        info = self.info(type_)  # its struct is needed even when nothing reads an attribute
        if not info.constructed:
            info.constructed = self.program.changed = True
        made = self.compute_template(type_, "python::new_instance<{object}>", {"object": type_}, [], span)
        if dataclasses.is_dataclass(cls) and is_generated(init):
            init = dataclass_init(info, set(keywords), len(positional))
        if is_exception(cls):
            return self._construct_exception(type_, made, init, positional, keywords, span)
        if extends_collection(cls):
            kinds = ((collections.Counter, builtin_bases.new_counter), (dict, builtin_bases.new_dict), (list, builtin_bases.new_list))
            begin = next(begin for base, begin in kinds if issubclass(cls, base))
            self.helper(begin, f"{cls.__qualname__}.__new__", [made], {}, span)
        if isinstance(init, FunctionType):
            self.helper(init, f"{cls.__qualname__}.__init__", [made, *positional], keywords, span)
        elif positional or keywords:
            raise Unsupported(f"{cls.__name__}() takes no arguments", raises="TypeError")
        return made

    def _namespace(self, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span) -> typed.Expression:
        """`SimpleNamespace(name=value)`."""
        if positional:
            return self.raises("TypeError", "no positional arguments expected", span)
        type_ = object_type(namespace_class(tuple(keywords)))
        made = self.construct(type_.python, [], {}, span)
        for name, value in keywords.items():
            self.store_plain(type_, made, name, value, span)
        return made

    def _construct_exception(
        self,
        type_: ObjectType,
        made: typed.Expression,
        init: Any,
        positional: list[typed.Expression],
        keywords: dict[str, typed.Expression],
        span: Span,
    ) -> typed.Expression:
        """`BaseException.__new__` keeps the arguments, whatever `__init__` does with them."""
        self.store_arguments(type_, made, positional, span)
        self.require_hooks(type_, {"str", "repr"})
        if isinstance(init, FunctionType):
            self.helper(init, f"{type_.python.__qualname__}.__init__", [made, *positional], keywords, span)
        elif keywords:
            raise Unsupported(f"{type_.name}() takes no keyword arguments")
        return made

    def construct_model(
        self, type_: ObjectType, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """Overridden by Models: pydantic's."""
        raise AssertionError(type_, positional, keywords, span)

    def store_arguments(self, owner: ObjectType, value: typed.Expression, positional: list[typed.Expression], span: Span) -> None:
        """`value.args = positional`."""
        items = TupleType(tuple(self.solver.shallow(item.type) for item in positional))
        arguments = self.compute(items, "tuple", list(zip(positional, items.items, strict=True)), span, raises=False, plain=True)
        self.store_plain(owner, value, "args", arguments, span)

    def require_hooks(self, type_: ObjectType, wanted: set[str]) -> None:
        """Overridden by SpecialMethods: what the runtime calls."""
        raise AssertionError(type_, wanted)

    def _abstract(self, cls: Any, span: Span) -> typed.Expression:
        names = sorted(cls.__abstractmethods__)
        methods = f"abstract method{'s' * (len(names) > 1)} {', '.join(names)}"
        self.emit(typed.RaiseClass("TypeError", f"Can't instantiate abstract class {cls.__name__} with {methods}", span))
        return typed.Literal(None, NEVER)

    # ---- attributes

    def object_attribute(self, value: typed.Expression, name: str, span: Span) -> typed.Expression | None:
        """`value.name` for an instance or `super()`."""
        type_ = self.solver.shallow(value.type)
        owner, after = (type_.owner, type_.after) if isinstance(type_, SuperType) else (type_, None)
        assert isinstance(owner, ObjectType)
        if name == "__class__":
            return typed.Literal(owner.python, static(owner.name, owner.python), owner.name)
        if name in OF_ALL - {"args"} and is_exception(owner.python):
            return self.exception_attribute(self.as_owner(value, span), name, span)
        if name == "__dict__":
            raise Unsupported("`__dict__` is not supported", "attributes are fields of a struct", "name the attributes")
        found = MISSING if name == "args" and is_exception(owner.python) else member(owner.python, name, after)
        getter = self._getter(found)
        if getter is not None:
            return self.helper(getter, f"{owner.name}.{name}", [self.as_owner(value, span)], {}, span)
        if isinstance(found, functools.cached_property):
            return self._cached(owner, value, name, found, span)
        if is_descriptor(found, "__get__"):
            return self._described(owner, value, name, found, span)
        if name in self.info(owner).fields and after is None:
            if defines(owner.python, "__getattr__") and not has_fields(owner.python) and name != HELD:
                return self._load_or_ask(owner, value, name, span)
            return self.load_field(owner, value, name, found, span)
        if found is MISSING or type(found).__name__ == "member_descriptor":
            return self._fallback(owner, value, name, span) or self.missing_attribute(owner, name, span)
        if type(found).__name__ == "getset_descriptor":  # `__cause__`, say
            return None
        return self._class_member(owner, value, name, found, span)

    def _getter(self, found: Any) -> FunctionType | None:
        if isinstance(found, property):
            if not isinstance(found.fget, FunctionType):
                raise Unsupported("this property has no getter written in Python")
            return found.fget
        return None

    def _described(self, owner: ObjectType, value: typed.Expression, name: str, found: Any, span: Span) -> typed.Expression:
        """What a descriptor's `__get__` returns. Each is known when compiling: it is specialised like a function."""
        if not is_descriptor(found, "__set__") and name in self.info(owner).fields:
            raise Unsupported(f"`{name}` is a descriptor of {owner.name} and an attribute of its instances", instead="another name")
        arguments = [known_descriptor(found, name), self.as_owner(value, span), self._class_literal(owner)]
        return self.helper(type(found).__get__, f"{type(found).__name__}.__get__", arguments, {}, span)

    def _fallback(self, owner: ObjectType, value: typed.Expression, name: str, span: Span) -> typed.Expression | None:
        """What `__getattr__` gives for an attribute that is not there; None without it."""
        method = member(owner.python, "__getattr__")
        if not isinstance(method, FunctionType):
            return None
        return self.helper(method, f"{owner.name}.__getattr__", [self.as_owner(value, span), typed.Literal(name, STR)], {}, span)

    def _load_or_ask(self, owner: ObjectType, value: typed.Expression, name: str, span: Span) -> typed.Expression:
        """An attribute that some instances have; the others ask `__getattr__`. In the method itself it must be there."""
        type_ = self.solver.shallow(self.info(owner).fields[name])
        if self.function_name() == "__getattr__" or type_ == NEVER:
            return self.load_field(owner, value, name, MISSING, span)
        field = f"&{owner.struct}::{field_name(name)}"
        bound = self.compute(BOOL, f"python::has_attribute<{field}>", [(value, owner)], span, raises=False)
        orelse, asked = self.aside(lambda: self._fallback(owner, value, name, span))
        assert asked is not None
        slot = self.slot(f"$attribute{self.label()}", self.solver.join(self.solver.shallow(asked.type), type_))
        if asked.type != NEVER:
            orelse.append(typed.Store(slot, asked, span))
        then = self.branch(
            lambda: self.compute(type_, f"python::load_attribute<{field}>", [(value, owner), (self._quoted(name), STR)], span), slot, span
        )
        self.emit(typed.Branch(bound, then, orelse, span))
        return typed.Read(slot, slot.type)

    def function_name(self) -> str:
        """The name of the function whose specialisation this is."""
        return str(self.key[0])

    def as_owner(self, value: typed.Expression, span: Span) -> typed.Expression:
        """`super()` as the instance it stands for."""
        type_ = self.solver.shallow(value.type)
        if not isinstance(type_, SuperType | BoundMethodType):
            return value
        temporary = self.temporary(type_.owner)
        self.emit(typed.Compute(temporary, "copy", [(value, type_)], False, span, plain=True))
        return temporary

    def missing_attribute(self, owner: ObjectType, name: str, span: Span) -> typed.Expression:
        """An attribute that no instance has. Raises Unsupported where only ours of the standard library lack it."""
        real = replaced_class(owner.python)
        if real is not None and hasattr(real, name):
            raise Unsupported(f"`{name}` of {real.__module__}.{real.__name__} is not supported")
        self.emit(typed.RaiseClass("AttributeError", f"'{shown_class(owner.python)}' object has no attribute '{name}'", span))
        return typed.Literal(None, NEVER)

    def load_field(self, owner: ObjectType, value: typed.Expression, name: str, found: Any, span: Span) -> typed.Expression:
        """An attribute that some instance has."""
        variable = self.info(owner).fields[name]
        type_ = self.solver.shallow(variable)
        if found is not MISSING and type(found).__name__ != "member_descriptor" and not self.bound_by_init(owner):
            return self._load_or_class(owner, value, name, found, span)
        if type_ == NEVER:
            return self.missing_attribute(owner, name, span) if self.program.final else typed.Literal(None, NEVER)
        cpp = f"python::load_attribute<&{owner.struct}::{field_name(name)}>"
        if isinstance(type_, StaticType):
            return static_literal(type_)
        return self.compute(type_, cpp, [(value, owner), (self._quoted(name), STR)], span)

    def bound_by_init(self, owner: ObjectType) -> bool:
        """Whether a class attribute is only the default of a dataclass's field."""
        return has_fields(owner.python)

    def _load_or_class(self, owner: ObjectType, value: typed.Expression, name: str, found: Any, span: Span) -> typed.Expression:
        """An instance's attribute hides the class's once it is stored."""
        default = self._class_member(owner, value, name, found, span)
        field = f"&{owner.struct}::{field_name(name)}"
        type_ = self.solver.shallow(self.info(owner).fields[name])
        if isinstance(default.type, StaticType):
            raise Unsupported(f"`{name}` is an attribute of the class {owner.name} and of its instances", instead="another name")
        slot = self.slot(f"$attribute{self.label()}", self.solver.join(default.type, type_))
        bound = self.compute(BOOL, f"python::has_attribute<{field}>", [(value, owner)], span, raises=False)
        then = self.branch(
            lambda: self.compute(type_, f"python::load_attribute<{field}>", [(value, owner), (self._quoted(name), STR)], span), slot, span
        )
        orelse = self.branch(lambda: default, slot, span)
        self.emit(typed.Branch(bound, then, orelse, span))
        return typed.Read(slot, slot.type)

    def branch(self, make: Any, slot: typed.Slot, span: Span) -> list[typed.Statement]:
        """A block that stores what `make` computes."""
        inner, value = self.aside(make)
        if value.type != NEVER:
            inner.append(typed.Store(slot, value, span))
        return inner

    def aside(self, make: Any) -> tuple[list[typed.Statement], Any]:
        """What `make` computes, in a block that may not run: what never returns there ends that block only."""
        outer, self.block = self.block, []
        before = self.environment
        made = make()
        self.environment = before
        inner, self.block = self.block, outer
        return inner, made

    def store_class(self, owner: StaticType, name: str, item: typed.Expression, span: Span) -> typed.Expression:
        """Overridden by ModuleState: `Class.name = value`."""
        raise AssertionError(owner, name, item, span)

    def _quoted(self, name: str) -> typed.Raw:
        return typed.Raw(f'"{name}"' if name.isascii() else 'reinterpret_cast<const char *>(u8"' + name + '")', STR)

    def _class_member(self, owner: ObjectType, value: typed.Expression, name: str, found: Any, span: Span) -> typed.Expression:
        """A member of the class, seen from an instance."""
        stored = self.class_state(owner.python, name, span)
        if stored is not None:
            return stored
        if isinstance(found, FunctionType | functools._lru_cache_wrapper):
            method = BoundMethodType(name, found if isinstance(found, FunctionType) else None, owner)
            temporary = self.temporary(method)
            self.emit(typed.Compute(temporary, "copy", [(self.as_owner(value, span), owner)], False, span, plain=True))
            return temporary
        if isinstance(found, staticmethod):
            return self.captured(f"{owner.name}.{name}", found.__func__)
        if isinstance(found, classmethod):
            return self.captured(f"{owner.name}.{name}", getattr(owner.python, name))
        if is_plain(found):
            return typed.Literal(found, constant_type(found))
        return self.captured(f"{owner.name}.{name}", found)

    def _cached(self, owner: ObjectType, value: typed.Expression, name: str, found: Any, span: Span) -> typed.Expression:
        """A cached_property: computed at the first read, an attribute from then on."""
        variable = self.field(owner, name)
        field = f"&{owner.struct}::{field_name(name)}"
        bound = self.compute(BOOL, f"python::has_attribute<{field}>", [(value, owner)], span, raises=False)

        def stored() -> None:
            computed = self.helper(found.func, f"{owner.name}.{name}", [value], {}, span)
            self.solver.include(variable, self.solver.shallow(computed.type))
            self.store_plain(owner, value, name, computed, span)

        compute, _ = self.aside(stored)
        self.emit(typed.Branch(bound, [], compute, span))
        return self.compute(
            self.solver.shallow(variable), f"python::load_attribute<{field}>", [(value, owner), (self._quoted(name), STR)], span
        )

    def field(self, owner: ObjectType, name: str) -> Type:
        """The variable of an attribute's type."""
        fields = self.info(owner).fields
        if name not in fields:
            fields[name] = self.solver.new()
            self.program.changed = True
        return fields[name]

    def store_plain(self, owner: ObjectType, value: typed.Expression, name: str, item: typed.Expression, span: Span) -> None:
        """Stores into an attribute whatever the class says about stores."""
        variable, item = self.field(owner, name), self.shared(item, span)
        self.solver.include(variable, self.solver.shallow(item.type))
        captured = self.info(owner).captured
        cpp = f"python::store_{'unfrozen_' * captured}attribute<&{owner.struct}::{field_name(name)}>"
        self.compute(NONE, cpp, [(value, owner), (item, variable)], span, raises=captured)

    def do_store_attribute(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`owner.name = value`."""
        return self.store_attribute(operands[0], node.attributes["name"], operands[1], node.span)

    def store_attribute(self, owner: typed.Expression, name: str, item: typed.Expression, span: Span) -> typed.Expression:
        """Stores into every instance that a value may be."""
        item = self.shared(item, span)
        if isinstance(owner.type, StaticType):
            return self.store_class(owner.type, name, item, span)

        def one(target: typed.Expression) -> typed.Expression | None:
            type_ = self.solver.shallow(target.type)
            if not isinstance(type_, ObjectType):
                return None
            return self.store_into(type_, target, name, item, span)

        self.on_value(owner, span, one, name)
        return typed.Literal(None, NONE)

    def store_into(self, owner: ObjectType, target: typed.Expression, name: str, item: typed.Expression, span: Span) -> typed.Expression:
        """Stores into one instance: by its class's `__setattr__`, through a property's setter, or into the attribute."""
        method = member(owner.python, "__setattr__")
        if isinstance(method, FunctionType) and not is_generated(method) and name not in OF_COLLECTIONS:
            self.helper(method, f"{owner.name}.__setattr__", [target, typed.Literal(name, STR), item], {}, span)
            return typed.Literal(None, NONE)
        if issubclass(owner.python, SimpleNamespace) and name not in owner.python.attribute_names:
            raise Unsupported(LATER, "its text and comparisons show it", "name it in the call: SimpleNamespace(…, extra=None)")
        found = member(owner.python, name)
        if isinstance(found, property):
            if not isinstance(found.fset, FunctionType):
                text = f"property '{name}' of '{owner.name}' object has no setter"
                return self.raises("AttributeError", text, span)
            self.helper(found.fset, f"{owner.name}.{name}", [target, item], {}, span)
            return typed.Literal(None, NONE)
        if is_descriptor(found, "__set__"):
            self.helper(type(found).__set__, f"{type(found).__name__}.__set__", [known_descriptor(found, name), target, item], {}, span)
            return typed.Literal(None, NONE)
        if is_descriptor(found, "__get__"):
            raise Unsupported(f"`{name}` is a descriptor of {owner.name} without `__set__`", instead="another name for the attribute")
        if is_frozen(owner.python) and not self._in_generated():
            return self.raises("FrozenInstanceError", f"cannot assign to field {name!r}", span)
        allowed = slots(owner.python)
        if allowed is not None and name not in allowed:
            return self.raises("AttributeError", f"'{owner.name}' object has no attribute '{name}'", span)
        if isinstance(found, FunctionType | staticmethod | classmethod):
            raise Unsupported(f"`{name}` is a method of {owner.name}", "an attribute of the same name would hide it", "another name")
        self.store_plain(owner, target, name, item, span)
        return typed.Literal(None, NONE)

    def _in_generated(self) -> bool:
        return str(self.key[1]).startswith("<")

    def raises(self, python_class: str, message: str, span: Span) -> typed.Expression:
        """An error that is known when compiling."""
        self.emit(typed.RaiseClass(python_class, message, span))
        return typed.Literal(None, NEVER)

    def do_delete_attribute(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`del owner.name`."""
        return self.delete_attribute(operands[0], node.attributes["name"], node.span)

    def delete_attribute(self, owner: typed.Expression, name: str, span: Span) -> typed.Expression:
        """Takes an attribute from every instance that a value may be."""

        def one(target: typed.Expression) -> typed.Expression | None:
            type_ = self.solver.shallow(target.type)
            if not isinstance(type_, ObjectType):
                return None
            if is_frozen(type_.python):
                return self.raises("FrozenInstanceError", f"cannot delete field {name!r}", span)
            found = member(type_.python, name)
            descriptor = hasattr(type(found), "__delete__") and not isinstance(found, property | MemberDescriptorType)
            if descriptor or defines(type_.python, "__delattr__"):
                raise Unsupported(f"deleting `{name}` of {type_.name} is not supported", "its class says what that means", "a method")
            if isinstance(found, property) and isinstance(found.fdel, FunctionType):
                self.helper(found.fdel, f"{type_.name}.{name}", [target], {}, span)
                return typed.Literal(None, NONE)
            if isinstance(found, property):
                return self.raises("AttributeError", f"property {name!r} of {type_.name!r} object has no deleter", span)
            self.field(type_, name)
            cpp = f"python::delete_attribute<&{type_.struct}::{field_name(name)}>"
            return self.compute(NONE, cpp, [(target, type_), (self._quoted(name), STR)], span)

        return self.on_value(owner, span, one, name)

    def do_super(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`super()` with the class whose method this is."""
        type_ = self.solver.shallow(operands[0].type)
        after = node.attributes["after"]
        if isinstance(type_, StaticType):
            raise Unsupported("`super()` in a class method is not supported", instead="name the base class")
        if not isinstance(type_, ObjectType):
            raise Unsupported("`super` of what may be of several classes is not supported", instead="`super()` in a method")
        if not issubclass(type_.python, after):
            raise Unsupported("super(type, obj): obj must be an instance or subtype of type", raises="TypeError")
        return self.compute(SuperType(after, type_), "copy", [(operands[0], type_)], node.span, raises=False, plain=True)

    # ---- methods

    def call_member(
        self, value: typed.Expression, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`value.name(arguments)` for an instance or `super()`."""
        type_ = self.solver.shallow(value.type)
        owner, after = (type_.owner, type_.after) if isinstance(type_, SuperType) else (type_, None)
        assert isinstance(owner, ObjectType)
        found = member(owner.python, name, after)
        shown = f"{owner.name}.{name}"
        if isinstance(found, FunctionType) and not is_generated(found):
            return self.helper(found, shown, [self.as_owner(value, span), *positional], keywords, span)
        if isinstance(found, classmethod):
            return self.helper(underlying(found), shown, [self._class_literal(owner), *positional], keywords, span)
        if isinstance(found, staticmethod):
            return self.helper(underlying(found), shown, positional, keywords, span)
        if isinstance(found, FunctionType):
            return self._generated(owner, name, value, positional, span)
        if isinstance(found, functools._lru_cache_wrapper):
            return self.call_value(self.captured(shown, found), [self.as_owner(value, span), *positional], keywords, span)
        if isinstance(found, functools.partialmethod | functools.singledispatchmethod):
            return self._adapted(found, shown, [self.as_owner(value, span), *positional], keywords, span)
        if found is MISSING or getattr(found, "__objclass__", None) is BaseException:
            done: typed.Expression | None = None
            if is_exception(owner.python):
                done = self.call_exception_method(self.as_owner(value, span), name, positional, span)
            if done is not None:
                return done
        if name in ("__str__", "__repr__") and getattr(found, "__objclass__", None) in (BaseException, KeyError) and not positional:
            return self.exception_text(name.strip("_"), self.as_owner(value, span), owner, span)
        if name == "__setattr__" and not isinstance(found, FunctionType):
            raise Unsupported(
                "`super().__setattr__` is not supported", "its attributes are not known when compiling", "self[name] of a dict"
            )
        if name == "__init__" and after is not None and not isinstance(found, FunctionType):
            if is_exception(owner.python):
                self.store_arguments(owner, self.as_owner(value, span), positional, span)
            return typed.Literal(None, NONE)
        callee = self.object_attribute(value, name, span)
        if callee is None or callee.type == NEVER:
            return callee
        return self.call_value(callee, positional, keywords, span)

    def _adapted(
        self, found: Any, shown: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """A method by functools.partialmethod or functools.singledispatchmethod; the instance stands first."""
        if isinstance(found, functools.partialmethod):
            if not isinstance(found.func, FunctionType):
                raise Unsupported("this partialmethod is not of a plain method", instead="a method that calls the other one")
            first = [self.captured(shown, one) for one in found.args]
            named = {name: self.captured(shown, one) for name, one in found.keywords.items()}
            return self.helper(found.func, shown, [positional[0], *first, *positional[1:]], {**named, **keywords}, span)
        if len(positional) < 2:
            raise Unsupported(f"{shown} requires at least 1 positional argument", raises="TypeError")
        return self.by_class(found.dispatcher, shown, positional, 1, keywords, span)

    def exception_text(self, kind: str, value: typed.Expression, type_: ObjectType, span: Span) -> typed.Expression:
        """Overridden by SpecialMethods: str() and repr() that exceptions have."""
        raise AssertionError(kind, value, type_, span)

    def _class_literal(self, owner: ObjectType) -> typed.Literal:
        return typed.Literal(owner.python, static(owner.name, owner.python), owner.name)

    def _generated(
        self, owner: ObjectType, name: str, value: typed.Expression, positional: list[typed.Expression], span: Span
    ) -> typed.Expression:
        """A method that `dataclasses` wrote."""
        info = self.info(owner)
        if name == "__init__":
            return self.helper(
                dataclass_init(info, set(), len(positional)), f"{owner.name}.__init__", [self.as_owner(value, span), *positional], {}, span
            )
        for other in positional:
            if self.solver.shallow(other.type) != owner:
                return typed.Literal(NotImplemented, NotImplementedType())
        return self.helper(dataclass_method(info, name), f"{owner.name}.{name}", [value, *positional], {}, span)

    def call_class_member(
        self, cls: Any, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """`Class.name(arguments)`; None when it is no member of a user's class."""
        found = member(cls, name)
        shown = f"{cls.__name__}.{name}"
        if isinstance(found, classmethod):
            return self.helper(
                underlying(found), shown, [typed.Literal(cls, static(cls.__name__, cls), cls.__name__), *positional], keywords, span
            )
        if isinstance(found, staticmethod):
            return self.helper(underlying(found), shown, positional, keywords, span)
        if isinstance(found, FunctionType) and not is_generated(found):
            return self.helper(found, shown, positional, keywords, span)
        return None

    def call_value(
        self, callee: typed.Expression, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """A call of something that is a value at run time."""
        type_ = self.solver.shallow(callee.type)
        if isinstance(type_, StaticType):
            return self.call_static(type_, positional, keywords, span)
        if isinstance(type_, BoundMethodType) and type_.function is None:
            return self.method(self.as_owner(callee, span), type_.name, positional, keywords, span)
        if isinstance(type_, BoundMethodType):
            return self.helper(type_.function, type_.name, [self.as_owner(callee, span), *positional], keywords, span)
        if isinstance(type_, ObjectType) and defines(type_.python, "__call__"):
            found = self.call_member(callee, "__call__", positional, keywords, span)
            if found is not None:
                return found
        return super().call_value(callee, positional, keywords, span)


def is_descriptor(found: Any, method: str) -> bool:
    """Whether a class's member is an instance of a user's class that says itself what an attribute is."""
    return is_user_class(type(found)) and isinstance(member(type(found), method), FunctionType)


def known_descriptor(found: Any, name: str) -> typed.Literal:
    """A descriptor as an object that is known when compiling."""
    return typed.Literal(found, static(name, found), name)


def underlying(method: Any) -> FunctionType:
    """The function of a class method or static method."""
    function: FunctionType = method.__func__
    return function


def field_name(name: str) -> str:
    """The C++ member of an attribute."""
    return "a_" + "".join(letter if letter.isascii() else f"u{ord(letter):x}" for letter in name)
