"""Type propagation through operations: looks each up in the registry, and dispatches unions member by member."""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import messages, nodes, typed
from modelet_compiler.ir.arguments import UNPACKED, unknown_names
from modelet_compiler.ir.environment import Variables, static_literal
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.program import Program
from modelet_compiler.ir.python_errors import asked
from modelet_compiler.ir.types import (
    BOOL,
    ERROR,
    FLOAT,
    INT,
    JSON,
    JSON_UNION,
    NEVER,
    NONE,
    STR,
    ArrayType,
    EllipsisType,
    GeneratorType,
    IteratorType,
    ListType,
    ObjectType,
    SliceType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    class_name,
    members_of,
    static,
    type_name,
)
from modelet_compiler.lowering.objects import captured_type
from modelet_compiler.lowering.replaced import stand_in
from modelet_compiler.operations.matching import Match, constant_type, match, normal
from modelet_compiler.operations.optional_keys import present_keys
from modelet_compiler.operations.registry import REGISTRY

Arguments = Sequence[typed.Expression]
Keywords = Mapping[str, typed.Expression]
# What puts an item where others see it too.
KEEPING = frozenset(["list.append", "list.insert", "[]=", "dict.setdefault", "builtins.dict.fromkeys", "collections.deque.append",
                     "collections.deque.appendleft", "collections.deque.insert"])  # fmt: skip
MUTATING = frozenset([
    "append", "appendleft", "extend", "extendleft", "insert", "pop", "popleft", "remove", "clear", "sort", "reverse", "rotate", "update",
    "setdefault", "popitem", "add", "discard",
])  # fmt: skip


@dataclass(frozen=True)
class Call:
    """What a type rule looks at."""

    name: str
    positional: list[typed.Expression]
    keywords: dict[str, typed.Expression]
    span: Span


class Operations(Variables):
    """Operations of one specialisation. Results are typed expressions; code goes to the current block."""

    def __init__(self, program: Program, key: Any) -> None:
        super().__init__(program, key)
        self.values: dict[nodes.Value, typed.Expression] = {}
        self.facts: dict[nodes.Value, list[Any]] = {}
        self.slices: dict[typed.Expression, slice] = {}
        self.in_place = False  # while `a += b` makes a new value
        self.rows: dict[typed.Expression, typed.Expression] = {}  # results of zip(*rows), and the rows

    def temporary(self, type_: Type) -> typed.Temporary:
        """A result of its own."""
        self.temporaries += 1
        return typed.Temporary(self.temporaries, type_)

    def compute(
        self,
        result: Type,
        cpp: str,
        arguments: Sequence[tuple[typed.Expression, Type]],
        span: Span,
        raises: bool = True,
        plain: bool = False,
    ) -> typed.Expression:
        """Emits a call of a C++ function."""
        temporary = self.temporary(result)
        self.emit(typed.Compute(temporary, cpp, list(arguments), raises, span, plain))
        return temporary

    def compute_template(
        self,
        result: Type,
        cpp: str,
        templates: dict[str, Type],
        arguments: Sequence[tuple[typed.Expression, Type | None]],
        span: Span,
        raises: bool = True,
    ) -> typed.Expression:
        """Emits a call of a C++ template; an argument without a type is handed over as it is."""
        temporary = self.temporary(result)
        handed = [(argument, type_ if type_ is not None else self.solver.shallow(argument.type)) for argument, type_ in arguments]
        self.emit(typed.Compute(temporary, cpp, handed, raises, span, templates=templates))
        return temporary

    def site_variable(self, site: Any) -> Type:
        """The item type that belongs to one place in one specialisation."""
        if site not in self.program.memo:
            self.program.memo[site] = self.solver.new()
        variable: Type = self.program.memo[site]
        return variable

    def iterable(self, value: typed.Expression, span: Span) -> typed.Expression:
        """The value as something to run a loop over: a tuple's items get one type."""
        value = self.collection(value)
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, ObjectType):
            return self.iterator(value, type_, span)
        if isinstance(type_, UnionType):
            return self.any_iterable(value, type_, span)
        if not isinstance(type_, TupleType) or not type_.items:
            return value
        joined = self.solver.union([self.solver.shallow(item) for item in type_.items])
        same = TupleType((joined,) * len(type_.items))
        return value if same == type_ else self.compute(same, "copy", [(value, same)], span, raises=False, plain=True)

    def shared(self, value: typed.Expression, span: Span) -> typed.Expression:
        """An iterator that gets a name is shared by all who know it; a view of a dict is not consumed."""
        type_ = self.solver.shallow(value.type)
        if not isinstance(type_, IteratorType) or type_.view:
            return value
        return self.compute(GeneratorType(type_.item), "python::shared_iterator", [(value, type_)], span)

    def assign(self, variable: str, value: typed.Expression, span: Span) -> None:
        """Stores into a variable."""
        super().assign(variable, self.shared(value, span), span)

    def constant_slice(self, value: typed.Expression) -> slice | None:
        """The bounds of a slice when all are constants."""
        return self.slices.get(value)

    def operand(self, operand: nodes.Operand, span: Span) -> typed.Expression:
        """The typed form of an operand; reading a variable that may be unbound is checked."""
        if isinstance(operand, nodes.Value):
            return self.values.get(operand) or typed.Literal(None, ERROR)
        if isinstance(operand, nodes.Constant):
            return typed.Literal(operand.value, constant_type(operand.value))
        if isinstance(operand, nodes.Captured):
            return self.captured(operand.name, operand.value)
        return self._variable(operand.name, span)

    def captured(self, name: str, value: Any) -> typed.Expression:
        """A constant, or an object that exists only while compiling."""
        value = stand_in(value)
        type_ = captured_type(value)
        if type(value) is int and type_ is None:
            raise Unsupported(f"the integer `{name}` does not fit 64 bits", "int is 64 bit in compiled code", "a float")
        if isinstance(type_, StaticType) or type_ is None:
            return typed.Literal(value, static(name, value), name)
        return typed.Literal(value, type_, name)

    def _variable(self, name: str, span: Span) -> typed.Expression:
        assert self.environment is not None
        state = self.environment.get(name)
        if state is None:
            self._unbound(name, span)
            return typed.Literal(None, NEVER)
        if not state.certain:
            self.checked.add(name)
            self.emit(typed.Bind(name, "check", span))
        if state.slot is None:
            return state.literal or typed.Literal(None, ERROR)
        return typed.Read(state.slot, self.solver.shallow(state.known))

    def _unbound(self, name: str, span: Span) -> None:
        """Every way here leaves the variable unbound."""
        text = f"cannot access local variable '{name}' where it is not associated with a value"
        self.emit(typed.RaiseClass("UnboundLocalError", text, span))

    def operation(self, node: nodes.Operation) -> typed.Expression:
        """Types one operation and emits its code."""
        operands = [self.operand(operand, node.span) for operand in node.operands]
        types = [self.solver.shallow(operand.type) for operand in operands]
        if ERROR in types or node.kind == "error":
            return typed.Literal(None, ERROR)
        if NEVER in types:
            return typed.Literal(None, NEVER)
        handler = getattr(self, f"do_{node.kind}")
        result: typed.Expression = handler(node, operands)
        return result

    # ---- the registry

    def apply(self, name: str, positional: Arguments, keywords: Keywords, span: Span) -> typed.Expression | None:
        """The result of a registered operation, or None when it does not take these types."""
        if UNPACKED in keywords:
            raise unknown_names()
        if any(isinstance(item, typed.Spread) for item in positional):
            from modelet_compiler.operations.spreads import spread_call

            found_spread: typed.Expression | None = spread_call(cast(Any, self), Call(name, list(positional), dict(keywords), span))
            return found_spread
        if name in KEEPING:
            positional = [self.shared(item, span) for item in positional]
        keywords = {key: self.shared(item, span) for key, item in keywords.items()}
        special = self.enum_operation(name, positional, keywords, span)
        if special is None:
            special = self.tuple_operation(name, positional, span)
        if special is not None:
            return special
        special = self.object_operation(name, positional, keywords, span) if self.program.classes else None
        if special is not None:
            return special
        for rule in REGISTRY.rules.get(name, []):
            result: typed.Expression | None = rule(self, Call(name, list(positional), dict(keywords), span))
            if result is not None:
                return result
        for level in range(3):
            for overload in REGISTRY.overloads.get(name, []):
                found = match(self.solver, overload, positional, keywords, level)
                if found is not None:
                    return self._matched(found, span)
        if name in REGISTRY.compiled:
            return self.helper(REGISTRY.compiled[name], name, list(positional), dict(keywords), span)
        return self._dispatched(name, list(positional), dict(keywords), span)

    def helper(
        self,
        function: Callable[..., Any],
        shown: str,
        positional: list[typed.Expression],
        keywords: dict[str, typed.Expression],
        span: Span,
    ) -> typed.Expression:
        """Overridden by Calls: another Python function, specialised for these types."""
        raise AssertionError(function, shown, positional, keywords, span)

    def enum_operation(self, name: str, positional: Arguments, keywords: Keywords, span: Span) -> typed.Expression | None:
        """Overridden by Enums: what an operation means for members of users' Enums."""
        raise AssertionError(name, positional, keywords, span)

    def tuple_operation(self, name: str, positional: Arguments, span: Span) -> typed.Expression | None:
        """Overridden by Calls: what an operator means for named tuples."""
        raise AssertionError(name, positional, span)

    def collection(self, value: typed.Expression) -> typed.Expression:
        """Overridden by Enums: an Enum class as the list of its members."""
        raise AssertionError(value)

    def enum_by_name(self, cls: Any, name: typed.Expression, span: Span) -> typed.Expression:
        """Overridden by Enums: `Class[name]`."""
        raise AssertionError(cls, name, span)

    def object_operation(self, name: str, positional: Arguments, keywords: Keywords, span: Span) -> typed.Expression | None:
        """Overridden by Objects: what an operation means for instances of users' classes."""
        raise AssertionError(name, positional, keywords, span)

    def is_iterable(self, type_: ObjectType) -> bool:
        """Overridden by Objects: whether a loop can run over instances."""
        raise AssertionError(type_)

    def iterator(self, value: typed.Expression, type_: ObjectType, span: Span) -> typed.Expression:
        """Overridden by Objects: `iter(value)` of an instance."""
        raise AssertionError(value, type_, span)

    def _matched(self, found: Match, span: Span) -> typed.Expression:
        cpp = found.overload.cpp
        result = normal(self.solver, found.result)
        templates = [part.split("}")[0] for part in cpp.split("{")[1:]]
        temporary = self.temporary(result)
        arguments = [(argument, type_) for argument, type_ in found.arguments]
        node = typed.Compute(temporary, cpp, arguments, found.overload.raises, span)
        node.templates = {name: found.bindings.get(name, result) for name in templates}
        self.emit(node)
        return temporary

    def _dispatched(
        self, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        for position, argument in enumerate(positional):
            type_ = self.solver.shallow(argument.type)
            if type_ == JSON:
                type_ = JSON_UNION
            if isinstance(type_, UnionType):

                def one(member: typed.Expression, position: int = position) -> typed.Expression | None:
                    return self.apply(name, [*positional[:position], member, *positional[position + 1 :]], keywords, span)

                def message(member: Type, position: int = position) -> tuple[str, str] | None:
                    types = [self.solver.shallow(item.type) for item in positional]
                    types[position] = member
                    return messages.wrong_types(name + "=" * self.in_place, types)

                return self.switch(argument, type_, one, message, span)
        return self._dispatched_by_name(name, positional, keywords, span)

    def _dispatched_by_name(
        self, name: str, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression | None:
        for key, argument in keywords.items():
            type_ = self.solver.shallow(argument.type)
            type_ = JSON_UNION if type_ == JSON else type_
            if isinstance(type_, UnionType):

                def one(member: typed.Expression, key: str = key) -> typed.Expression | None:
                    return self.apply(name, positional, {**keywords, key: member}, span)

                def message(member: Type, key: str = key) -> tuple[str, str] | None:
                    types = {other: self.solver.shallow(item.type) for other, item in keywords.items()}
                    return asked(name, [self.solver.shallow(item.type) for item in positional], {**types, key: member})

                return self.switch(argument, type_, one, message, span)
        return None

    def switch(
        self, operand: typed.Expression, union: UnionType, one: Any, message: Any, span: Span, always: bool = False
    ) -> typed.Expression | None:
        """Runs `one` for each member of a union; members that have no such operation raise what Python raises.

        None when no member has it, unless it may be so (`always`).
        """
        slot = self.stored(operand, span)
        cases: list[tuple[Type, list[typed.Statement]]] = []
        results: list[typed.Expression] = []
        joined: Type = NEVER
        before, after, refused = self.environment, None, 0
        for member in union.members:
            outer, self.block = self.block, []
            self.environment = before
            result = one(typed.Read(slot, member))
            block, self.block = self.block, outer
            after = after or self.environment if result is not None else after
            if result is None:
                said = message(member)
                if said is None:
                    return None
                block.append(typed.RaiseClass(said[0], said[1], span))
                result = typed.Literal(None, NEVER)
                refused += 1
            cases.append((member, block))
            results.append(result)
            joined = self.solver.join(joined, self.solver.shallow(result.type))
        self.environment = before
        if refused == len(results) and not always:
            return None
        if joined == NEVER or isinstance(joined, StaticType):
            self.emit(typed.Switch(slot, cases, span))
            self.environment = after
            return static_literal(joined) if isinstance(joined, StaticType) else typed.Literal(None, NEVER)
        target = self.slot(f"$result{self.label()}", joined)
        for (_, block), result in zip(cases, results, strict=True):
            if result.type != NEVER:
                block.append(typed.Store(target, result, span))
        self.emit(typed.Switch(slot, cases, span))
        return typed.Read(target, joined)

    def stored(self, operand: typed.Expression, span: Span) -> typed.Slot:
        """A slot that holds the operand."""
        if isinstance(operand, typed.Read):
            return operand.slot
        slot = self.slot(f"$operand{self.label()}", operand.type)
        self.emit(typed.Store(slot, operand, span))
        return slot

    def required(self, name: str, positional: Arguments, keywords: Keywords, span: Span, shown: str = "") -> typed.Expression:
        """Like `apply`, but refuses when the operation does not take these types."""
        result = self.apply(name, positional, keywords, span)
        if result is None and "." in name:
            iterated = [self.collection(value) if at == 0 else self._iterated_instance(value, span) for at, value in enumerate(positional)]
            if any(new is not old for new, old in zip(iterated, positional, strict=True)):
                result = self.apply(name, iterated, keywords, span)
        if result is None:
            raise messages.refusal(name, [self.solver.resolve(item.type) for item in positional], list(keywords), shown)
        return result

    def _iterated_instance(self, value: typed.Expression, span: Span) -> typed.Expression:
        """An iterator of an instance, or the members of an Enum class, where an operation takes whatever can be iterated."""
        value = self.collection(value)
        type_ = self.solver.shallow(value.type)
        return self.iterator(value, type_, span) if isinstance(type_, ObjectType) and self.is_iterable(type_) else value

    # ---- kinds of operations

    def do_copy(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """A read that later stores do not change."""
        operand = operands[0]
        if not isinstance(operand, typed.Read):
            return operand
        return self.compute(operand.type, "copy", [(operand, operand.type)], node.span, raises=False, plain=True)

    def do_binary(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`a + b`; a union of classes, as isinstance takes it, is one while compiling."""
        left, right = operands
        if (
            node.attributes["operator"] == "|"
            and isinstance(left.type, StaticType)
            and (isinstance(right.type, StaticType) or right.type == NONE)
        ):
            joined = left.type.value | (right.type.value if isinstance(right.type, StaticType) else None)
            return typed.Literal(joined, static(str(joined), joined), str(joined))
        return self.required(node.attributes["operator"], operands, {}, node.span)

    def do_augmented(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`a += b`: in place where the type has an operation for it."""
        return self._augmented(node.attributes["operator"], operands[0], operands[1], node.span)

    def _augmented(self, symbol: str, target: typed.Expression, value: typed.Expression, span: Span) -> typed.Expression:
        type_ = self.solver.shallow(target.type)
        if not REGISTRY.supports(symbol + "="):
            return self._new_value(symbol, target, value, span)
        if type_ == JSON:
            type_ = JSON_UNION
        if isinstance(type_, UnionType):  # in place for some members, a new value for others

            def one(member: typed.Expression) -> typed.Expression | None:
                found = self.apply(symbol + "=", [member, value], {}, span)
                return found if found is not None else self.apply(symbol, [member, value], {}, span)

            def message(member: Type) -> tuple[str, str] | None:
                return messages.wrong_types(symbol + "=", [member, self.solver.shallow(value.type)])

            self.in_place = True
            try:
                result = self.switch(target, type_, one, message, span)
            finally:
                self.in_place = False
        else:
            result = self.apply(symbol + "=", [target, value], {}, span)
        return result if result is not None else self._new_value(symbol, target, value, span)

    def _new_value(self, symbol: str, target: typed.Expression, value: typed.Expression, span: Span) -> typed.Expression:
        """`a = a + b`; its errors name `+=`."""
        self.in_place = True
        try:
            return self.required(symbol, [target, value], {}, span)
        finally:
            self.in_place = False

    def do_unary(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`-a`."""
        return self.required("unary " + node.attributes["operator"], operands, {}, node.span)

    def do_compare(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Comparisons; `is` only with None, True, False and `...`."""
        symbol = node.attributes["operator"]
        compared = self.compare_classes(node, operands)
        if compared is not None:
            return compared
        self.remember_comparison(node, operands)
        if symbol in ("is", "is not"):
            return self._identity(node, operands, symbol == "is")
        return self.required(symbol, operands, {}, node.span)

    def compare_classes(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression | None:
        """Overridden by TypeTests: what `type(x) is int` says."""
        raise AssertionError(node, operands)

    def _identity(self, node: nodes.Operation, operands: list[typed.Expression], positive: bool) -> typed.Expression:
        left, right = operands
        if right.type != NONE:
            if isinstance(right.type, StaticType):
                self.remember_static_test(node, node.operands[0], right.type, positive)
            found = self.apply("is" if positive else "is not", operands, {}, node.span)
            if found is None:
                shown = " and ".join(dict.fromkeys(type_name(self.solver.resolve(operand.type)) for operand in operands))
                why = "whether equal values are one object is not certain in Python, either"
                raise Unsupported(f"`is` of {shown} is not supported", why, "`==`, or an `object()` as the mark")
            return found
        self.remember_none_test(node, node.operands[0], positive)
        type_ = self.solver.shallow(left.type)
        if not isinstance(type_, UnionType) and type_ != JSON:
            return typed.Literal((type_ == NONE) == positive, BOOL)
        if NONE not in members_of(type_):
            return typed.Literal(not positive, BOOL)
        return self.compute(BOOL, "python::is_none" if positive else "python::is_not_none", [(left, type_)], node.span, raises=False)

    def remember_none_test(self, node: nodes.Operation, subject: nodes.Operand, is_none: bool) -> None:
        """Overridden by Conditions, which narrows."""
        raise AssertionError(node, subject, is_none)

    def remember_static_test(self, node: nodes.Operation, subject: nodes.Operand, type_: StaticType, positive: bool) -> None:
        """Overridden by Conditions: what `x is SENTINEL` says about a variable."""
        raise AssertionError(node, subject, type_, positive)

    def remember_comparison(self, node: nodes.Operation, operands: list[typed.Expression]) -> None:
        """Overridden by Conditions: what a comparison with a constant says about a variable."""
        raise AssertionError(node, operands)

    def do_convert(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`str`, `repr`, `ascii`, or an empty format."""
        conversion = node.attributes["conversion"]
        if operands[0].type == STR and conversion in ("str", "format"):
            return operands[0]
        return self.required(conversion, operands, {}, node.span)

    def do_format(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`format(value, spec)`."""
        return self.required("format", operands, {}, node.span)

    def do_concatenate(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """The parts of an f-string."""
        if not operands:
            return typed.Literal("", STR)
        if len(operands) == 1:
            return operands[0]
        return self.compute(STR, "python::concatenate", [(operand, STR) for operand in operands], node.span)

    def do_slice(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`a:b:c`."""
        return self.sliced(operands, node.span)

    def sliced(self, operands: list[typed.Expression], span: Span) -> typed.Expression:
        """Bounds are ints or None."""
        optional = UnionType((NONE, INT))
        operands = [self._bound(operand, span) for operand in operands]
        for operand in operands:
            if not self.solver.fits(operand.type, UnionType((NONE, INT, BOOL))):
                raise Unsupported("slice indices must be integers or None", f"this is {type_name(self.solver.resolve(operand.type))}")
        result = self.compute(SliceType(), "python::slice", [(operand, optional) for operand in operands], span, raises=False)
        if all(isinstance(operand, typed.Literal) for operand in operands):
            self.slices[result] = slice(*(operand.value for operand in operands if isinstance(operand, typed.Literal)))
        return result

    def _bound(self, operand: typed.Expression, span: Span) -> typed.Expression:
        """A bound may be one of numpy's ints."""
        type_ = self.solver.shallow(operand.type)
        if isinstance(type_, ArrayType) and "int" in type_.dtype and type_.rank in (0, None):
            return self.compute(INT, "np::as_index", [(operand, type_)], span)
        return operand

    def do_index(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`a[b]`; of a class, the generic alias."""
        owner = operands[0].type
        if isinstance(owner, StaticType) and isinstance(owner.value, enum.EnumMeta):
            return self.enum_by_name(owner.value, operands[1], node.span)
        if isinstance(owner, StaticType) and isinstance(owner.value, type) and hasattr(owner.value, "__class_getitem__"):
            return typed.Literal(owner.value, owner, owner.name)
        return self.required("[]", operands, {}, node.span)

    def do_store_index(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`a[b] = c`."""
        self.check_writeable(operands[0])
        return self.required("[]=", operands, {}, node.span)

    def do_delete_index(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`del a[b]`."""
        self.check_writeable(operands[0])
        return self.required("del []", operands, {}, node.span)

    def check_writeable(self, receiver: typed.Expression) -> None:
        """Captured objects are constants."""
        if isinstance(receiver, typed.Literal) and receiver.captured:
            raise Unsupported(f"`{receiver.captured}` cannot be changed", "captured objects are constants of the compiled library",
                              f"copy it first, as in `{receiver.captured}.copy()`")  # fmt: skip

    def any_iterable(self, value: typed.Expression, union: UnionType, span: Span) -> typed.Expression:
        """Whatever of a union can be iterated, as one iterator; the rest raises Python's TypeError."""
        joined = self.site_variable((self.key, span, "items of a union"))

        def one(member: typed.Expression) -> typed.Expression | None:
            known = isinstance(member.type, ObjectType) and self.is_iterable(member.type)
            if not known and iteration_item(self.solver, member.type) is None:
                return None
            source = self.iterable(member, span)
            item = iteration_item(self.solver, self.solver.shallow(source.type))
            if item is not None:
                self.solver.include(joined, self.solver.shallow(item))
            return self.compute_template(GeneratorType(joined), "python::iterator_as<{T}>", {"T": joined}, [(source, None)], span)

        def message(member: Type) -> tuple[str, str]:
            return "TypeError", f"'{class_name(member)}' object is not iterable"

        result = self.switch(value, union, one, message, span)
        if result is None:
            raise Unsupported(f"a loop over {type_name(self.solver.resolve(union))} is not supported", "none of these can be iterated")
        return result

    def do_keyed(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`sorted`, `min`, `max`, `sort` by keys that were computed before."""
        names = node.attributes["keywords"]
        plain = operands[: len(operands) - len(names)] if names else operands
        keywords = dict(zip(names, operands[len(plain) :], strict=True))
        receiver = self.solver.shallow(operands[0].type)
        if node.attributes["name"] == "sort" and (receiver == JSON or isinstance(receiver, UnionType)):
            shown = type_name(self.solver.resolve(receiver))
            raise Unsupported(f"`.sort` of {shown} is not supported", "it may be something else than a list", "`sorted(…)`")
        keys = self._number_keys(plain[-1], node.span)
        plain = [*plain[:-1], present_keys(self, keys, node.attributes["name"], keywords.get("reverse"), node.span)]
        return self.required("keyed " + node.attributes["name"], plain, keywords, node.span)

    def _number_keys(self, keys: typed.Expression, span: Span) -> typed.Expression:
        """Keys that are scalars of numpy are compared as Python's numbers, which gives the same order."""
        type_ = self.solver.shallow(keys.type)
        item = self.solver.shallow(type_.item) if isinstance(type_, ListType) else type_
        if not isinstance(item, ArrayType) or item.rank not in (0, None):
            return keys
        number, cpp = (FLOAT, "double") if item.dtype.startswith("float") else (INT, "int64_t")
        variable = self.site_variable((self.key, span, "number keys"))
        self.solver.include(variable, number)
        return self.compute(ListType(variable), f"np::numbers<{cpp}>", [(keys, type_)], span)

    def do_error(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Already reported."""
        del node, operands
        return typed.Literal(None, ERROR)


__all__ = ["Call", "EllipsisType", "Operations"]
