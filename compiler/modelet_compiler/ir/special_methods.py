"""Type propagation through what operators, builtins and loops mean for instances: their special methods, and the runtime's hooks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import typed
from modelet_compiler.ir.classes import (
    HELD,
    builtin_base,
    dataclass_method,
    defines,
    extends_collection,
    is_exception,
    is_generated,
    member,
    object_types,
    synthesized,
)
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.objects import Objects
from modelet_compiler.ir.types import (
    BOOL,
    INT,
    NEVER,
    NONE,
    STR,
    DictType,
    EngineType,
    GeneratorType,
    IteratorType,
    ListType,
    NotImplementedType,
    ObjectType,
    SetType,
    TupleType,
    Type,
    UnionType,
    class_name,
    is_tuple_of,
    members_of,
)
from modelet_compiler.standard import instance_parts
from modelet_compiler.standard.builtin_bases import Dict

NOT_IMPLEMENTED = NotImplementedType()
ARITHMETIC = {"+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
              "<<": "lshift", ">>": "rshift", "&": "and", "|": "or", "^": "xor", "builtins.divmod": "divmod"}  # fmt: skip
COMPARE = {"==": ("__eq__", "__eq__"), "!=": ("__ne__", "__ne__"), "<": ("__lt__", "__gt__"), "<=": ("__le__", "__ge__"),
           ">": ("__gt__", "__lt__"), ">=": ("__ge__", "__le__")}  # fmt: skip
SINGLE = {"unary -": "__neg__", "unary +": "__pos__", "unary ~": "__invert__", "[]": "__getitem__", "[]=": "__setitem__",
          "del []": "__delitem__", "builtins.abs": "__abs__", "builtins.len": "__len__", "builtins.int": "__int__",
          "builtins.float": "__float__", "builtins.iter": "__iter__", "builtins.next": "__next__", "builtins.reversed": "__reversed__",
          "builtins.round": "__round__", "math.floor": "__floor__", "math.ceil": "__ceil__", "math.trunc": "__trunc__"}  # fmt: skip
TEXT = {"str": "str", "builtins.str": "str", "repr": "repr", "builtins.repr": "repr"}
ORDERING = frozenset(["<", "<=", ">", ">=", "builtins.sorted", "list.sort", "keyed sort", "keyed sorted", "keyed min", "keyed max",
                      "builtins.min", "builtins.max"])  # fmt: skip
SHOWING = frozenset(["str", "repr", "ascii", "format", "builtins.str", "builtins.repr", "builtins.ascii", "builtins.format",
                     "builtins.print"])  # fmt: skip
# What `iter` of an instance with `__getitem__` alone gives.
SEQUENCE_ITERATOR = """def __iter__(self):
    index = 0
    while True:
        try:
            item = self[index]
        except (IndexError, StopIteration):
            return
        yield item
        index += 1""".splitlines()
INDEXED = frozenset(["[]", "[]=", "del []", "builtins.range", "builtins.hex", "builtins.bin", "builtins.oct"])
# What takes the keys and values of an instance that gives its keys.
FROM_MAPPINGS = frozenset(["builtins.dict", "dict.update", "collections.Counter", "Counter.update", "Counter.subtract",
                           "collections.OrderedDict", "collections.defaultdict"])  # fmt: skip
# Rules of their own look at instances.
REFLECTIVE = ("dataclasses.", "copy.", "modelet_compiler.", "builtins.getattr", "builtins.hasattr", "builtins.setattr", "builtins.delattr",
              "builtins.vars", "builtins.id", "_csv.writer", "csv.DictWriter")  # fmt: skip
SEARCHING = frozenset(["in", "not in", "list.index", "list.count", "list.remove", "tuple.index", "tuple.count", "collections.deque.index",
                       "collections.deque.count", "collections.deque.remove"])  # fmt: skip
# Operations that move values and look at none.
NEUTRAL = frozenset(["list.append", "list.extend", "list.insert", "list.pop", "list.clear", "list.reverse", "list.copy", "[]", "[]=",
                     "del []", "+", "+=", "*", "builtins.len", "builtins.list", "builtins.tuple", "builtins.enumerate", "builtins.zip",
                     "builtins.reversed", "builtins.iter", "builtins.next", "unpack", "unpack star", "dict.get", "dict.items",
                     "dict.values", "dict.keys", "dict.pop", "dict.setdefault", "is", "is not"])  # fmt: skip


class SpecialMethods(Objects):
    """Operators on instances in one specialisation."""

    def truth(self, value: typed.Expression, span: Span) -> typed.Expression:
        """Overridden by Conditions: the truth of a value, as a bool."""
        raise AssertionError(value, span)

    def object_operation(
        self, name: str, positional: Sequence[typed.Expression], keywords: Mapping[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        """What an operation means when an instance is among its operands; None: what the registry says."""
        if name.startswith((*REFLECTIVE, "_operator.")):  # those of operator are the operators themselves
            return None
        types = [self.solver.shallow(item.type) for item in positional]
        if name in ("is", "is not", "not in", "==", "!=", *COMPARE, *ARITHMETIC, "in") or name.rstrip("=") in ARITHMETIC:
            union = self._mixed_union(name, positional, types, keywords, span)
            if union is not None:
                return union
        if name in ("is", "is not") and types == [NONE, NONE]:
            return typed.Literal(name == "is", BOOL)
        if name in ("+=", "|=") and isinstance(types[1], ObjectType):
            extended = self._extended(name, positional, types, span)
            if extended is not None:
                return extended
        if len(types) == 2 and any(isinstance(type_, ObjectType) for type_ in types):
            if name in COMPARE:
                return self._compare(name, list(positional), types, span)
            if name in ("%", "%=") and types[0] == STR:
                return None  # a template takes everything
            if name in ARITHMETIC or (name.endswith("=") and name[:-1] in ARITHMETIC):
                return self._arithmetic(name, list(positional), types, span)
            if name == "in" and isinstance(types[1], ObjectType):
                return self._contains(positional[0], positional[1], types[1], span)
            if name in ("is", "is not"):
                return self._is(name, positional, types, span)
        if name in INDEXED and any(isinstance(type_, ObjectType) for type_ in types):
            indices = [self._as_index(item, name, at, isinstance(types[0], DictType), span) for at, item in enumerate(positional)]
            if any(new is not old for new, old in zip(indices, positional, strict=True)):
                return self.required(name, indices, keywords, span)
        if name in FROM_MAPPINGS and types and self._is_mapping(types[-1]):
            whole = self._mapped(positional[-1], types[-1], span)
            return self.required(name, [*positional[:-1], whole], keywords, span)
        if types and isinstance(types[0], ObjectType):
            return self._single(name, positional[0], types[0], list(positional[1:]), dict(keywords), span)
        self._hooks_for(name, types)
        return None

    def _is_mapping(self, type_: Type) -> bool:
        """Whether instances give their keys, which is what a dict asks for first."""
        return isinstance(type_, ObjectType) and defines(type_.python, "keys") and defines(type_.python, "__getitem__")

    def _extended(self, name: str, positional: Sequence[typed.Expression], types: list[Type], span: Span) -> typed.Expression | None:
        """`a_list += instance` takes what can be iterated, `a_dict |= instance` what gives its keys."""
        left, right = positional
        if name == "+=" and isinstance(types[0], ListType) and isinstance(types[1], ObjectType) and is_iterable(types[1]):
            return self.required(name, [left, self.iterator(right, types[1], span)], {}, span)
        if name == "|=" and isinstance(types[0], DictType) and self._is_mapping(types[1]):
            return self.required(name, [left, self._mapped(right, types[1], span)], {}, span)
        return None

    def _mapped(self, value: typed.Expression, type_: Type, span: Span) -> typed.Expression:
        """An instance that gives its keys as a dict. Of a subclass of dict, dict() looks at what it holds unless it iterates otherwise."""
        if (
            isinstance(type_, ObjectType)
            and member(type_.python, "__iter__") is Dict.__iter__
            and not issubclass(type_.python, OrderedDict)
        ):
            held = self.object_attribute(value, HELD, span)
            assert held is not None
            return held
        return self.helper(instance_parts.mapped, "dict", [value], {}, span)

    def _mixed_union(
        self, name: str, positional: Sequence[typed.Expression], types: list[Type], keywords: Mapping[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        holds = [isinstance(type_, UnionType) and any(isinstance(part, ObjectType) for part in type_.members) for type_ in types]
        if not any(holds) or not (any(holds) and any(isinstance(type_, UnionType) for type_ in types)):
            return None
        return self._dispatched(name, list(positional), dict(keywords), span)

    def _as_index(self, value: typed.Expression, name: str, position: int, of_dict: bool, span: Span) -> typed.Expression:
        """An instance with `__index__` where an operation takes an int."""
        indexed = position == 1 and not of_dict if name.endswith(("[]", "[]=")) else True
        found = self._method_of(value, self.solver.shallow(value.type), "__index__", [], span) if indexed else None
        return value if found is None else found

    def _is(self, name: str, positional: Sequence[typed.Expression], types: list[Type], span: Span) -> typed.Expression:
        if types[0] != types[1]:
            return typed.Literal(name == "is not", BOOL)
        cpp = "python::identical" if name == "is" else "python::not_identical"
        return self.compute(BOOL, cpp, list(zip(positional, types, strict=True)), span, raises=False)

    def _method_of(
        self, value: typed.Expression, type_: Type, name: str, arguments: list[typed.Expression], span: Span
    ) -> typed.Expression | None:
        """The result of a special method, or None when the class has none of its own."""
        if isinstance(type_, ObjectType) and lacks(type_.python, name):
            raise Unsupported(f"`{name}` of {type_.name} is not supported", f"it is that of {builtin_base(type_.python).__name__}")
        if not isinstance(type_, ObjectType) or not defines(type_.python, name) or member(type_.python, name) is None:
            return None
        return self.call_member(value, name, arguments, {}, span)

    def _attempt(
        self, tries: list[tuple[typed.Expression, Type, str, list[typed.Expression]]], otherwise: Any, span: Span
    ) -> typed.Expression | None:
        """The first special method that gives anything but NotImplemented, else what `otherwise` makes."""
        if not tries:
            result: typed.Expression | None = otherwise()
            return result
        value, type_, name, arguments = tries[0]
        found = self._method_of(value, type_, name, arguments, span)
        if found is None or found.type == NOT_IMPLEMENTED:
            return self._attempt(tries[1:], otherwise, span)
        union = self.solver.shallow(found.type)
        if not isinstance(union, UnionType) or NOT_IMPLEMENTED not in union.members:
            return found

        def one(part: typed.Expression) -> typed.Expression | None:
            return self._attempt(tries[1:], otherwise, span) if part.type == NOT_IMPLEMENTED else part

        return self.switch(found, union, one, lambda _: None, span)

    def _compare(self, name: str, positional: list[typed.Expression], types: list[Type], span: Span) -> typed.Expression | None:
        left, right = positional
        method, reflected = COMPARE[name]
        tries = [(left, types[0], method, [right]), (right, types[1], reflected, [left])]
        if issubclass_of(types[1], types[0]):
            tries.reverse()
        if name == "!=" and not any(isinstance(type_, ObjectType) and defines(type_.python, "__ne__") for type_ in types):
            equal = self._compare("==", positional, types, span)
            return None if equal is None else self.compute(BOOL, "!", [(self.truth(equal, span), BOOL)], span, raises=False, plain=True)

        def otherwise() -> typed.Expression | None:
            if name in ("==", "!="):
                return self._is("is" if name == "==" else "is not", positional, types, span)
            text = f"'{name}' not supported between instances of '{class_name(types[0])}' and '{class_name(types[1])}'"
            return self.raises("TypeError", text, span)

        return self._attempt(tries, otherwise, span)

    def _arithmetic(self, name: str, positional: list[typed.Expression], types: list[Type], span: Span) -> typed.Expression | None:
        left, right = positional
        symbol = name if name in ARITHMETIC else name[:-1]
        word = ARITHMETIC[symbol]
        tries = [(left, types[0], f"__{word}__", [right])]
        if types[0] != types[1]:
            tries.append((right, types[1], f"__r{word}__", [left]))
            if issubclass_of(types[1], types[0]) and isinstance(types[1], ObjectType) and defines(types[1].python, f"__r{word}__"):
                tries.reverse()
        if name not in ARITHMETIC:
            tries.insert(0, (left, types[0], f"__i{word}__", [right]))
        shown = {"**": "** or pow()", "builtins.divmod": "divmod()"}.get(symbol, symbol) if name in ARITHMETIC else name

        def otherwise() -> typed.Expression:
            text = f"unsupported operand type(s) for {shown}: '{class_name(types[0])}' and '{class_name(types[1])}'"
            if not isinstance(types[0], ObjectType) and symbol == "+" and class_name(types[0]) in ("str", "list", "tuple"):
                kind = class_name(types[0])
                text = f'can only concatenate {kind} (not "{class_name(types[1])}") to {kind}'
            return self.raises("TypeError", text, span)

        return self._attempt(tries, otherwise, span)

    def _contains(self, item: typed.Expression, container: typed.Expression, type_: ObjectType, span: Span) -> typed.Expression | None:
        found = self._method_of(container, type_, "__contains__", [item], span)
        if found is not None:
            return self.truth(found, span)
        if is_iterable(type_):
            return self.apply("in", [item, self.iterator(container, type_, span)], {}, span)
        return self.raises("TypeError", f"argument of type '{type_.name}' is not iterable", span)

    def _single(
        self,
        name: str,
        value: typed.Expression,
        type_: ObjectType,
        rest: list[typed.Expression],
        keywords: dict[str, typed.Expression],
        span: Span,
    ) -> typed.Expression | None:
        if name in TEXT and not rest and not keywords:
            return self._text(TEXT[name], value, type_, span)
        if name in ("format", "builtins.format"):
            found = self._method_of(value, type_, "__format__", rest or [typed.Literal("", STR)], span)
            return found if found is not None else self._plain_format(value, type_, rest, span)
        if name in ("builtins.hash",):
            return self._hash(value, type_, span)
        if name == "builtins.bool":
            return self.truth(value, span)
        if name == "builtins.next" and len(rest) == 1 and not keywords and defines(type_.python, "__next__"):
            return self.helper(instance_parts.next_or, "next", [value, *rest], {}, span)
        if name in SINGLE and not keywords:
            length = name == "builtins.len" and not rest
            found = self._length(value, type_, span) if length else self._method_of(value, type_, SINGLE[name], rest, span)
            if found is not None:
                return found
            if name == "builtins.reversed" and defines(type_.python, "__len__") and defines(type_.python, "__getitem__"):
                return self.helper(instance_parts.backwards, "reversed", [value], {}, span)
            return self._missing_special(name, type_, span)
        if is_iterable(type_):
            return self.apply(name, [self.iterator(value, type_, span), *rest], keywords, span)
        return None

    def _missing_special(self, name: str, type_: ObjectType, span: Span) -> typed.Expression | None:
        shown = type_.name
        texts = {
            "[]": f"'{shown}' object is not subscriptable", "[]=": f"'{shown}' object does not support item assignment",
            "del []": f"'{shown}' object doesn't support item deletion", "builtins.len": f"object of type '{shown}' has no len()",
            "builtins.iter": f"'{shown}' object is not iterable", "builtins.next": f"'{shown}' object is not an iterator",
            "builtins.abs": f"bad operand type for abs(): '{shown}'",
        }  # fmt: skip
        text = texts.get(name, f"bad operand type for {name}: '{shown}'" if name.startswith("unary") else "")
        return self.raises("TypeError", text, span) if text else None

    def _text(self, kind: str, value: typed.Expression, type_: ObjectType, span: Span) -> typed.Expression:
        for name in ["__str__", "__repr__"][kind == "repr" :]:
            found = self._method_of(value, type_, name, [], span)
            if found is not None:
                return found
        if is_exception(type_.python):
            return self.exception_text(kind, value, type_, span)
        return self.compute(STR, "python::default_repr", [(value, type_)], span)

    def exception_text(self, kind: str, value: typed.Expression, type_: ObjectType, span: Span) -> typed.Expression:
        """str() and repr() of an exception show its arguments."""
        arguments = self.object_attribute(value, "args", span)
        assert arguments is not None
        known = self.solver.shallow(arguments.type)
        if not isinstance(known, UnionType):
            return self._shown_arguments(kind, arguments, type_, span)
        shown = self.switch(arguments, known, lambda one: self._shown_arguments(kind, one, type_, span), lambda _: None, span)
        return shown if shown is not None else typed.Literal("", STR)

    def _shown_arguments(self, kind: str, arguments: typed.Expression, type_: ObjectType, span: Span) -> typed.Expression:
        items = self.solver.shallow(arguments.type)
        if is_tuple_of(items):
            plain = kind == "str" and not issubclass(type_.python, KeyError)
            given = [arguments, typed.Literal("" if kind == "str" else type_.name, STR), typed.Literal(plain, BOOL)]
            return self.helper(instance_parts.shown_arguments, kind, given, {}, span)
        if items == NEVER:
            return typed.Literal("", STR)
        if not isinstance(items, TupleType):
            raise Unsupported(f"the arguments of {type_.name} have too many types", instead="one message")
        if not items.items:
            return typed.Literal("" if kind == "str" else f"{type_.name}()", STR)
        one = self.tuple_item(arguments, items, 0, span) if len(items.items) == 1 else arguments
        plain = kind == "str" and len(items.items) == 1 and not issubclass(type_.python, KeyError)
        text = self.required("str" if plain else "repr", [one], {}, span)
        if kind == "str":
            return text
        before, after = (f"{type_.name}(", ")") if len(items.items) == 1 else (type_.name, "")
        parts = [typed.Literal(before, STR), text, typed.Literal(after, STR)]
        return self.compute(STR, "python::concatenate", [(part, STR) for part in parts], span)

    def _plain_format(
        self, value: typed.Expression, type_: ObjectType, rest: list[typed.Expression], span: Span
    ) -> typed.Expression | None:
        if rest and not (isinstance(rest[0], typed.Literal) and rest[0].value == ""):
            return self.raises("TypeError", f"unsupported format string passed to {type_.name}.__format__", span)
        return self._text("str", value, type_, span)

    def _hash(self, value: typed.Expression, type_: ObjectType, span: Span) -> typed.Expression:
        self.check_hashable(type_)
        self.require_hooks(type_, {"hash"})
        return self.compute(INT, "python::hash_value", [(value, type_)], span)

    def object_truth(self, value: typed.Expression, type_: ObjectType, span: Span) -> typed.Expression:
        """`bool(value)`: `__bool__`, else `__len__`, else True."""
        found = self._method_of(value, type_, "__bool__", [], span)
        if found is not None and self.solver.shallow(found.type) not in (BOOL, NEVER):
            raise Unsupported("`__bool__` must return a bool", f"this one of {type_.name} does not")
        if found is None:
            found = self._length(value, type_, span)
        return self.truth(found, span) if found is not None else typed.Literal(True, BOOL)

    def is_iterable(self, type_: ObjectType) -> bool:
        """Whether a loop can run over instances."""
        return is_iterable(type_)

    def _length(self, value: typed.Expression, type_: ObjectType, span: Span) -> typed.Expression | None:
        """`len(value)`: a length is an int that is not negative."""
        found = self._method_of(value, type_, "__len__", [], span)
        if found is None or self.solver.shallow(found.type) == NEVER:
            return found
        if self.solver.shallow(found.type) not in (INT, BOOL):
            raise Unsupported("`__len__` must return an int", f"this one of {type_.name} does not")
        return self.compute(INT, "python::length_of", [(found, INT)], span)

    def iterator(self, value: typed.Expression, type_: ObjectType, span: Span) -> typed.Expression:
        """`iter(value)`; an instance with `__next__` becomes an iterator of the runtime."""
        found = self._method_of(value, type_, "__iter__", [], span)
        if found is None:
            if not defines(type_.python, "__getitem__"):
                raise Unsupported(f"'{type_.name}' object is not iterable")
            return self.helper(synthesized(self.info(type_), "__iter__", SEQUENCE_ITERATOR, {}), "iter", [value], {}, span)
        result = self.solver.shallow(found.type)
        if not isinstance(result, ObjectType):
            return found
        if not defines(result.python, "__next__"):
            raise Unsupported(f"iter() returned non-iterator of type '{result.name}'")
        item = self.require_hook(result, "next", member(result.python, "__next__"), (result,))
        made = IteratorType("iterator", "py::InstanceIterator<{0}>", item, (result,))
        return self.compute(made, "python::instance_iterator", [(found, result)], span, raises=False)

    # ---- hooks

    def _hooks_for(self, name: str, types: list[Type]) -> None:
        """Asks for the special methods that an operation on containers of instances may call."""
        for type_ in types:
            resolved = self.solver.resolve(type_)
            found = object_types(resolved)
            if not found:
                continue
            for one in keys_in(resolved):
                self.require_hooks(one, {"eq", "hash", "repr"})  # KeyError shows the key
            wanted = {"repr"} if name in SHOWING else {"eq", "lt"} if name in ORDERING else set() if name in NEUTRAL else {"eq"}
            if name.endswith(".index"):
                wanted.add("repr")  # ValueError shows the item
            for one in found:
                self.require_hooks(one, wanted)
        resolved_types = [self.solver.resolve(type_) for type_ in types]
        looked_at = [] if name in SHOWING else resolved_types if name not in NEUTRAL else []
        self._mixed_hooks(name, [*looked_at, *(key for type_ in resolved_types for key in key_types(type_))])

    def _mixed_hooks(self, name: str, types: list[Type]) -> None:
        """Instances may equal values of other types that they are compared with, if their class says so."""
        groups = [union.members for type_ in types for union in unions_in(type_)]
        if name in SEARCHING and len(types) >= 2:
            item, container = types[:2] if name in ("in", "not in") else (types[1], types[0])
            groups.append((*members_of(item), *members_of(iteration_item(self.solver, container) or NONE)))
        for members in groups:
            for one in members:
                if isinstance(one, ObjectType) and defines(one.python, "__eq__") and not is_generated(member(one.python, "__eq__")):
                    for other in members:
                        if other != one and other != NEVER:
                            self._require_mixed(one, other)

    def _require_mixed(self, type_: ObjectType, other: Type) -> None:
        info = self.info(type_)
        function = synthesized(info, "__equals_other__", ["def __equals_other__(left, right):", "    return left == right"], {})
        for left, right in ((type_, other), (other, type_)) if isinstance(other, ObjectType) else ((type_, other),):
            assert isinstance(left, ObjectType)
            if right not in self.info(left).mixed:  # each pair is met from both sides
                self.info(left).mixed[right] = self.program.specialise(self.program.function(function), (left, right))[0]

    def require_hooks(self, type_: ObjectType, wanted: set[str]) -> None:
        """The special methods that the runtime calls for instances inside of containers."""
        cls = type_.python
        if "eq" in wanted and defines(cls, "__eq__"):
            self.require_hook(type_, "eq", member(cls, "__eq__"), (type_, type_))
        if "hash" in wanted and defines(cls, "__hash__") and member(cls, "__hash__") is not None:
            self.require_hook(type_, "hash", member(cls, "__hash__"), (type_,))
        if "lt" in wanted and defines(cls, "__lt__"):
            self.require_hook(type_, "lt", member(cls, "__lt__"), (type_, type_))
        if is_exception(cls):
            for one in sorted(wanted & {"str", "repr"}):
                text = synthesized(self.info(type_), f"__{one}__", [f"def __{one}__(self):", f"    return {one}(self)"], {})
                self.require_hook(type_, one, text, (type_,))
        elif "repr" in wanted:
            if defines(cls, "__repr__"):
                self.require_hook(type_, "repr", member(cls, "__repr__"), (type_,))
            if defines(cls, "__str__"):
                self.require_hook(type_, "str", member(cls, "__str__"), (type_,))

    def require_hook(self, type_: ObjectType, hook: str, function: Any, types: tuple[Type, ...]) -> Type:
        """Specialises one special method for the runtime. Returns its result's type."""
        info = self.info(type_)
        if is_generated(function):
            function = dataclass_method(info, function.__name__)
        if not isinstance(function, FunctionType):
            raise Unsupported(f"`{type_.name}.{hook}` is not a plain method")
        key, result = self.program.specialise(self.program.function(function), types)
        info.hooks[hook] = key
        return result


def is_iterable(type_: ObjectType) -> bool:
    """Whether a loop can run over instances."""
    return defines(type_.python, "__iter__") or defines(type_.python, "__getitem__")


def key_types(type_: Type) -> list[Type]:
    """The types of keys of dicts and items of sets in a resolved type."""
    match type_:
        case SetType(item) | EngineType("frozenset", _, (item,)):
            return [item]
        case DictType(key, value):
            return [key, *key_types(value)]
        case ListType(item) | GeneratorType(item):
            return key_types(item)
        case TupleType(parts) | UnionType(parts) | EngineType(parameters=parts):
            return [found for part in parts for found in key_types(part)]
    return []


def unions_in(type_: Type) -> list[UnionType]:
    """The unions in a resolved type; not what attributes hold."""
    match type_:
        case UnionType(parts):
            return [type_, *(found for part in parts for found in unions_in(part))]
        case ListType(item) | SetType(item) | GeneratorType(item):
            return unions_in(item)
        case DictType(key, value):
            return unions_in(key) + unions_in(value)
        case TupleType(parts) | EngineType(parameters=parts):
            return [found for part in parts for found in unions_in(part)]
    return []


def keys_in(type_: Type) -> list[ObjectType]:
    """The classes whose instances are keys of dicts or items of sets in a resolved type."""
    match type_:
        case SetType(item) | EngineType("frozenset", _, (item,)):
            return object_types(item)
        case DictType(key, value):
            return object_types(key) + keys_in(value)
    parts = [part for value in vars(type_).values() for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, Type)]
    return [found for part in parts for found in keys_in(part)]


def lacks(cls: type, name: str) -> bool:
    """Whether a subclass of a collection has a special method of that which ours does not give."""
    if not extends_collection(cls) or defines(cls, name):
        return False
    return getattr(cls, name, None) is not getattr(object, name, None)


def issubclass_of(type_: Type, other: Type) -> bool:
    """Whether one class is a proper subclass of another."""
    return isinstance(type_, ObjectType) and isinstance(other, ObjectType) and type_ != other and issubclass(type_.python, other.python)
