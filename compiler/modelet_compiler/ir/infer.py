"""Type propagation through one function: statements. Conditions are in ir/conditions.py, operations in ir/operations.py."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.classes import is_exception, is_user_class
from modelet_compiler.ir.contexts import Contexts
from modelet_compiler.ir.environment import Environment, Source, State, static_literal
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.program import Program, Specialisation
from modelet_compiler.ir.solver import Conflict, way_out
from modelet_compiler.ir.types import (
    ERROR,
    NEVER,
    NONE,
    EnumType,
    GeneratorType,
    ObjectType,
    RecordType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    class_name,
)


@dataclass
class LoopContext:
    label: int
    breaks: list[Source] = field(default_factory=list)
    continues: list[Source] = field(default_factory=list)


def infer(program: Program, key: Any, one: Specialisation) -> None:
    """Walks one specialisation; in the last pass leaves its typed code in `one.code`."""
    Inference(program, key, one).run()


COMPARING = ("modelet_compiler/standard/ordering.py", "modelet_compiler/standard/extremes.py")
"""Code of ours that compares what may have no order: seen when it runs."""


class Inference(Contexts):
    """One specialisation in one pass."""

    def __init__(self, program: Program, key: Any, one: Specialisation) -> None:
        super().__init__(program, key)
        self.one = one
        self.function = one.function
        self.loops: list[LoopContext] = []
        # How many `try` with handlers are around, here and where this was called first.
        self.trying = program.trying + (self.function.file in COMPARING)
        self.displays: dict[nodes.Value, nodes.Operation] = {}  # dict displays, for `**`
        self.returns_values = self.function.generator and any(
            isinstance(node, nodes.Return) and not (isinstance(node.value, nodes.Constant) and node.value.value is None)
            for node in nodes.walk(self.function.body)
        )

    def run(self) -> None:
        """Parameters, body, result."""
        parameters: list[typed.Parameter] = []
        types = list(self.one.types)
        if self.function.inner:
            parameters.append(self.enter_closure(self.function, types.pop(0)))
        for parameter, type_ in zip(self.function.parameters, types, strict=True):
            if isinstance(type_, RecordType):
                parameters.append(self.enter_keywords(parameter, type_))
                continue
            slot = self.slot(parameter.name, type_)
            if isinstance(type_, StaticType):
                self.environment = {**(self.environment or {}), parameter.name: State(None, type_, True, static_literal(type_))}
            else:
                assert self.environment is not None
                self.environment[parameter.name] = State(slot, type_, True)
                parameters.append(typed.Parameter(parameter.name, slot, type_, parameter.default, parameter.kind))
        if len(self.program.active) == 1:
            self.require_captured()
            self.keep_defaults(self.function, list(self.one.types))
        self.walk(self.function.body)
        if self.environment is not None:
            self._return(typed.Literal(None, NONE), self.function.span)
        if self.program.final:
            self.one.code = self._code(parameters)

    def _code(self, parameters: list[typed.Parameter]) -> typed.Function:
        program = self.program
        mine = {parameter.slot for parameter in parameters}
        slots = [slot for slot in self.slots.values() if slot not in mine]
        for slot in self.slots.values():
            slot.type = program.settled(slot.type)
        for parameter in parameters:
            parameter.type = program.settled(parameter.type)
        result = program.settled(self.program._result(self.key))
        return typed.Function(
            self.function.name, self.function.name, self.function.file, parameters, result, self.block, self.function.generator,
            slots, frozenset(self.checked), self.key in program.recursive, self.function.doc, self.function.span,
        )  # fmt: skip

    def walk(self, block: list[nodes.Node]) -> None:
        """Every node in order, until nothing further is reached."""
        for node in block:
            if self.environment is None:
                return
            try:
                getattr(self, f"on_{type(node).__name__}")(node)
            except Unsupported as error:
                if error.raises and self.trying and self.program.final:
                    self._certain_error(node, error)
                    return
                self.refuse(node.span, error)
                if isinstance(node, nodes.Operation):  # an early pass may be wrong, and what it learns stays
                    self.values[node.result] = typed.Literal(None, ERROR if self.program.final else NEVER)
            except Conflict as conflict:
                self.refuse(node.span, Unsupported("these types do not go together", str(conflict), way_out(conflict)))

    def _certain_error(self, node: nodes.Node, error: Unsupported) -> None:
        """What fails each time is refused, but not inside of a `try`: that may be what the code is about."""
        self.emit(typed.RaiseClass(error.raises, error.message, node.span))
        if isinstance(node, nodes.Operation):
            self.values[node.result] = typed.Literal(None, NEVER)
        self.environment = None

    def nested(self, block: list[nodes.Node], environment: Environment | None) -> tuple[list[typed.Statement], Source]:
        """Walks a block into a list of its own, which ends in a Pending for the join behind it."""
        outer, self.block = self.block, []
        self.environment = dict(environment) if environment is not None else None
        self.walk(block)
        pending = typed.Pending()
        inner, self.block = self.block, outer
        inner.append(pending)
        return inner, (pending, self.environment)

    def on_Operation(self, node: nodes.Operation) -> None:  # noqa: N802
        """Computes a value."""
        self.values[node.result] = self.operation(node)
        if node.kind == "dict" and node.operands:
            self.displays[node.result] = node

    def on_Assign(self, node: nodes.Assign) -> None:  # noqa: N802
        """Stores a value."""
        self.assign(node.variable, self.operand(node.source, node.span), node.span)
        if isinstance(node.source, nodes.Value) and node.source in self.displays and self.environment is not None:
            self.remember_record(node.variable, self.displays[node.source], node.span)

    def on_Delete(self, node: nodes.Delete) -> None:  # noqa: N802
        """Makes a variable unbound."""
        assert self.environment is not None
        if node.variable not in self.environment:
            if not node.quiet:
                self._unbound(node.variable, node.span)
            return
        state = self.environment.pop(node.variable)
        if state.slot is not None and isinstance(self.solver.shallow(state.known), GeneratorType):  # it may have something to finish
            self.emit(typed.Store(state.slot, typed.Literal(None, NEVER), node.span))
        if not state.certain and not node.quiet:
            self.checked.add(node.variable)
            self.emit(typed.Bind(node.variable, "check", node.span))
        self.emit(typed.Bind(node.variable, "unbind", node.span))

    def on_If(self, node: nodes.If) -> None:  # noqa: N802
        """Both branches, then their join."""
        condition, if_true, if_false = self.condition(node.condition)
        then, then_source = self.nested(node.then, if_true)
        orelse, else_source = self.nested(node.orelse, if_false)
        if if_false is None:
            self.block += then
        elif if_true is None:
            self.block += orelse
        else:
            self.block.append(typed.Branch(condition, then, orelse, node.span))
        self.environment = self.merge([then_source, else_source], node.span)

    def on_While(self, node: nodes.While) -> None:  # noqa: N802
        """The condition is walked at the head of every iteration."""
        loop = LoopContext(self.label())
        stored = nodes.assigned([node])
        head = self._enter_loop(node, stored)
        outer, self.block = self.block, []
        condition, if_true, if_false = self.condition(node.condition)
        head_block, self.block = self.block, outer
        body, end = self._loop_body(node, loop, if_true, stored, head)
        orelse, else_source = self.nested(node.orelse, if_false)
        self.block.append(typed.Loop(head_block, condition, body, orelse, loop.label, node.span))
        self.environment = self.merge([else_source, *loop.breaks], node.span)
        del end

    def on_For(self, node: nodes.For) -> None:  # noqa: N802
        """Item by item."""
        iterable = self.operand(node.iterable, node.span)
        iterable = self.collection(iterable)
        if isinstance(self.solver.shallow(iterable.type), EnumType):
            iterable = self.iterable(iterable, node.span)
        made = self.solver.shallow(iterable.type)
        if isinstance(made, ObjectType):
            iterable = self.iterator(iterable, made, node.span)
        if isinstance(made, UnionType) and any(isinstance(one, ObjectType) and self.is_iterable(one) for one in made.members):
            iterable = self.iterable(iterable, node.span)
        item_type = self._item_type(iterable, node.span)
        iterable = self.iterable(iterable, node.span)
        loop = LoopContext(self.label())
        stored = nodes.assigned([node])
        head = self._enter_loop(node, stored)
        item = self.temporary(item_type)
        self.values[node.item] = item
        entry = dict(head) if item_type != NEVER else None
        body, _ = self._loop_body(node, loop, entry, stored, head)
        orelse, else_source = self.nested(node.orelse, dict(head))
        self.block.append(typed.Each(iterable, item, body, orelse, loop.label, node.span))
        self.environment = self.merge([else_source, *loop.breaks], node.span)

    def _item_type(self, iterable: typed.Expression, span: Span) -> Type:
        type_ = self.solver.shallow(iterable.type)
        if type_ in (ERROR, NEVER):
            return type_
        members = type_.members if isinstance(type_, UnionType) else (type_,)
        found = [iteration_item(self.solver, member) for member in members]
        items = [self.solver.shallow(item) for item in found if item is not None]
        if not items:
            self.refuse(span, Unsupported(f"'{class_name(type_)}' object is not iterable"))
            return ERROR if self.program.final else NEVER  # an early pass may be wrong, and what it learns stays
        return self.solver.union(items)

    def _enter_loop(self, node: nodes.While | nodes.For, stored: set[str]) -> Environment:
        """Moves what the loop stores into the slots it has at the loop's head."""
        assert self.environment is not None
        known: dict[str, tuple[Type, bool]] = self.program.memo.setdefault((self.key, node), {})
        for name in sorted(stored):
            state = self.environment.get(name)
            if state is None and name not in known:
                continue
            type_, certain = known.get(name, (NEVER, True))
            joined = self.solver.join(type_, state.known) if state is not None else type_
            certain = state is not None and state.certain and certain
            if joined == ERROR or isinstance(joined, StaticType):
                literal = static_literal(joined) if isinstance(joined, StaticType) else None
                self.environment[name] = State(None, joined, certain, literal)
                continue
            slot = self.slot(name, joined)
            if state is not None and state.slot is not slot:
                self.emit(typed.Store(slot, self.source(state), node.span, name if state.certain else ""))
            self.environment[name] = State(slot, joined, certain)
        return dict(self.environment)

    def _loop_body(
        self, node: nodes.While | nodes.For, loop: LoopContext, entry: Environment | None, stored: set[str], head: Environment
    ) -> tuple[list[typed.Statement], Source]:
        self.loops.append(loop)
        body, end = self.nested(node.body, entry)
        self.loops.pop()
        for source in [end, *loop.continues]:
            self._back_edge(node, source, stored, head)
        return body, end

    def _back_edge(self, node: nodes.While | nodes.For, source: Source, stored: set[str], head: Environment) -> None:
        """Learns what reaches the head again, and moves it into the head's slots."""
        pending, environment = source
        if environment is None:
            return
        known: dict[str, tuple[Type, bool]] = self.program.memo[self.key, node]
        for name in sorted(stored):
            state = environment.get(name)
            old_type, old_certain = known.get(name, (NEVER, True))
            new_type = self.solver.join(old_type, state.known) if state is not None else old_type
            new_certain = old_certain and state is not None and state.certain
            if self.solver.canonical(new_type) != self.solver.canonical(old_type) or new_certain != old_certain:
                self.program.changed = True
            known[name] = (new_type, new_certain)
            target = head.get(name)
            if state is not None and target is not None and target.slot is not None and state.slot is not target.slot:
                pending.stores.append(typed.Store(target.slot, self.source(state), node.span, name if state.certain else ""))

    def on_Break(self, node: nodes.Break) -> None:  # noqa: N802
        """Leaves the innermost loop."""
        self._leave("break", self.loops[-1].breaks, node.span)

    def on_Continue(self, node: nodes.Continue) -> None:  # noqa: N802
        """Goes back to the head of the innermost loop."""
        self._leave("continue", self.loops[-1].continues, node.span)

    def _leave(self, kind: str, sources: list[Source], span: Span) -> None:
        pending = typed.Pending()
        self.emit(pending)
        sources.append((pending, self.environment))
        self.emit(typed.Leave(kind, self.loops[-1].label, span))
        self.environment = None

    def on_Return(self, node: nodes.Return) -> None:  # noqa: N802
        """A generator's value is lost, as no one can see it here."""
        self._return(self.operand(node.value, node.span), node.span)

    def _return(self, value: typed.Expression, span: Span) -> None:
        if self.function.generator:
            self.program.remember((self.key, "yield"), NEVER)
            if self.returns_values:
                self.solver.include(self.site_variable((self.key, "returned")), self.solver.shallow(value.type))
            self.emit(typed.Return(value if self.returns_values else None, span))
        else:
            value = self.shared(value, span)
            try:
                self.program.remember((self.key, "return"), value.type)
                self._remember_truth(value)
            except Conflict as conflict:
                raise Unsupported("this function returns too many types", str(conflict), way_out(conflict)) from None
            self.emit(typed.Return(value, span))
        self.environment = None

    def _remember_truth(self, value: typed.Expression) -> None:
        """Whether a function may return anything but constants that are false, which an `__exit__` seldom does."""
        false = self.solver.shallow(value.type) in (NONE, NEVER) or (isinstance(value, typed.Literal) and not value.value)
        if not false and not self.program.memo.get((self.key, "may be true")):
            self.program.memo[self.key, "may be true"] = self.program.changed = True

    def on_Yield(self, node: nodes.Yield) -> None:  # noqa: N802
        """One item of the generator."""
        value = self.shared(self.operand(node.value, node.span), node.span)
        self.program.remember((self.key, "yield"), value.type)
        received = None
        source = self.operand(node.source, node.span) if node.source is not None else None
        inner = self.solver.shallow(source.type) if source is not None else NONE
        forwards = isinstance(inner, GeneratorType) and inner.sent != NONE
        if node.result is not None or forwards:
            sent = self.site_variable((self.key, "sent"))
            self.solver.include(sent, NONE)
            if isinstance(inner, GeneratorType) and forwards:
                self.solver.unify(sent, inner.sent)
            received = self.temporary(self.solver.shallow(sent))
        self.emit(typed.Yield(value, node.span, received, source if isinstance(inner, GeneratorType) else None))
        if node.result is not None and received is not None:
            self.values[node.result] = received
        if source is not None and forwards and received is not None:
            self.send(source, received, "hand_on", node.span)

    def on_Raise(self, node: nodes.Raise) -> None:  # noqa: N802
        """A class is called without arguments first, as Python does."""
        exception = cause = None
        if node.exception is not None:
            exception = self.raisable(self.operand(node.exception, node.span), node.span)
            cause = self.raisable(self.operand(node.cause, node.span), node.span) if node.cause is not None else None
        self.emit(typed.Raise(exception, node.span, cause))
        self.environment = None

    def on_Try(self, node: nodes.Try) -> None:  # noqa: N802
        """What the body stores keeps one slot, since any operation may jump to a handler."""
        label = self.label()
        stored = nodes.assigned(node.body)
        if node.final:
            stored |= nodes.assigned(node.orelse) | {name for handler in node.handlers for name in nodes.assigned(handler.body)}
        before_pins = dict(self.pins)
        entry = self._pin(node, stored)
        self.trying += bool(node.handlers)
        self.program.trying += bool(node.handlers)
        body, body_source = self.nested(node.body, entry)
        self.trying -= bool(node.handlers)
        self.program.trying -= bool(node.handlers)
        caught = self._caught(entry, stored)
        orelse, else_source = self.nested(node.orelse, body_source[1])
        sources = [else_source]
        handlers = []
        for handler in node.handlers:
            found = self._handler(handler, caught)
            if found is not None:
                handlers.append(found[0])
                sources.append(found[1])
        after = self.merge(sources, node.span)
        self.pins = before_pins
        final: list[typed.Statement] = []
        if node.final:
            final_stored = nodes.assigned(node.final)
            final, (_, end) = self.nested(node.final, self._caught(entry, stored))
            changed = {name: end[name] for name in final_stored if name in end} if end is not None else {}
            after = {**after, **changed} if end is not None and after is not None else None
        self.environment = after
        self.block.append(typed.Try(body, handlers, orelse, final, label, node.span))

    def _pin(self, node: nodes.Try, stored: set[str]) -> Environment:
        assert self.environment is not None
        for name in sorted(stored):
            if name in self.pins:
                continue
            state = self.environment.get(name)
            self.pins[name] = (self.key, node, name)
            if state is not None and state.known != ERROR:
                slot = self.slot(name, state.known)
                if isinstance(slot.type, StaticType):
                    continue
                if slot is not state.slot:
                    self.emit(typed.Store(slot, self.source(state), node.span, name if state.certain else ""))
                self.environment[name] = State(slot, state.known, state.certain)
        return dict(self.environment)

    def _caught(self, entry: Environment, stored: set[str]) -> Environment:
        """What is known after any prefix of the body."""
        environment = dict(entry)
        for name in sorted(stored):
            known = self.program.memo.get(self.pins.get(name))
            if known is not None:
                state = entry.get(name)
                certain = state is not None and state.certain
                if isinstance(known, StaticType):
                    environment[name] = State(None, known, certain, static_literal(known))
                else:
                    environment[name] = State(self.slot(name, NEVER), known, certain)
        return environment

    def _handler(self, node: nodes.Handler, caught: Environment) -> tuple[typed.Handler, Source] | None:
        """None when nothing that it catches is ever made."""
        environment = dict(caught)
        self.environment = dict(caught)  # where the classes are looked up, though the body may not end
        classes = [cls for operand in node.classes for cls in self._exception_classes(operand, node.span)]
        known = self.raised_types(tuple(classes) if node.classes else (BaseException,))
        if known == NEVER:
            return None
        names = [cls.__name__ for cls in classes if not is_user_class(cls)]
        users = [member for member in self.members_of(known) if isinstance(member, ObjectType)] if node.classes else []
        slot = None
        if node.variable is not None:
            slot = self.slot(node.variable, known)
            environment[node.variable] = State(slot, known, True)
        body, source = self.nested(node.body, environment)
        return typed.Handler(names, [user.struct for user in users], slot, node.variable or "", body, node.span), source

    def _exception_classes(self, operand: nodes.Operand, span: Span) -> list[Any]:
        """The classes that a handler names, one or a tuple of them."""
        value = self.operand(operand, span)
        items = self.solver.shallow(value.type)
        types = items.items if isinstance(items, TupleType) else (items,)
        found = [type_.value for type_ in types if isinstance(type_, StaticType) and is_exception(type_.value)]
        if len(found) != len(types) and ERROR not in types:
            self.refuse(span, Unsupported("`except` needs exception classes", instead="name exception classes"))
        return found


__all__ = ["GeneratorType", "Inference", "infer"]
