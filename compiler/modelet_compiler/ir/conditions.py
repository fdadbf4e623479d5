"""Type propagation through conditions: what each outcome tells about variables, and short circuits as plain branches."""

from __future__ import annotations

from dataclasses import dataclass, replace

from modelet_compiler.frontend.diagnostics import Span
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.classes import defines
from modelet_compiler.ir.environment import Environment, State
from modelet_compiler.ir.module_state import ModuleState
from modelet_compiler.ir.types import (
    BOOL,
    ERROR,
    FLOAT,
    INT,
    NEVER,
    NONE,
    STR,
    ArrayType,
    BoolType,
    ClassType,
    EnumType,
    ExceptionType,
    MatchType,
    NativeType,
    NoneType,
    ObjectType,
    PatternType,
    StaticType,
    Type,
    UnionType,
    members_of,
)

NUMBERS = (BOOL, INT, FLOAT)
COMPARED_CONSTANTS = (*NUMBERS, STR, NONE)
Outcome = tuple[typed.Expression, Environment | None, Environment | None]


@dataclass(frozen=True)
class Fact:
    """What a bool says about a variable, as long as it is in `state`."""

    variable: str
    state: State
    if_true: Type
    if_false: Type


class Conditions(ModuleState):
    """Conditions of one specialisation."""

    def walk(self, block: list[nodes.Node]) -> None:
        """Overridden by Inference, which walks statements."""
        raise AssertionError(block)

    def condition(self, condition: nodes.Condition) -> Outcome:
        """The condition as a bool, and the environments where it holds and where it does not; None: cannot happen."""
        if isinstance(condition, nodes.Not):
            value, if_true, if_false = self.condition(condition.condition)
            return self._negated(value, condition), if_false, if_true
        if isinstance(condition, nodes.Junction):
            return self._junction(condition)
        return self._test(condition)

    def _test(self, test: nodes.Test) -> Outcome:
        self.walk(test.block)
        if self.environment is None:
            return typed.Literal(False, BOOL), None, None
        facts = self._facts(test.operand)
        value = self.truth(self.operand(test.operand, test.span), test.span)
        if self.environment is None:  # `__bool__` or `__len__` never returns, as far as is known
            return typed.Literal(False, BOOL), None, None
        if isinstance(value, typed.Literal):
            environment = self.environment
            return value, environment if value.value else None, None if value.value else environment
        return value, self._narrowed(facts, True), self._narrowed(facts, False)

    def _negated(self, value: typed.Expression, condition: nodes.Not) -> typed.Expression:
        if isinstance(value, typed.Literal):
            return typed.Literal(not value.value, BOOL)
        return self.compute(BOOL, "!", [(value, BOOL)], condition.span, raises=False, plain=True)

    def _junction(self, junction: nodes.Junction) -> Outcome:
        name = f"$condition{self.label()}"
        slot = self.slot(name, BOOL)
        return self._rest(junction, list(junction.conditions), slot)

    def _rest(self, junction: nodes.Junction, conditions: list[nodes.Condition], slot: typed.Slot) -> Outcome:
        value, if_true, if_false = self.condition(conditions[0])
        if len(conditions) == 1:
            return value, if_true, if_false
        goes_on, stops = (if_true, if_false) if junction.conjunction else (if_false, if_true)
        if goes_on is None:
            return value, if_true, if_false
        if stops is None:
            self.environment = goes_on
            return self._rest(junction, conditions[1:], slot)
        self.emit(typed.Store(slot, value, junction.span))
        outer, self.block = self.block, []
        self.environment = dict(goes_on)
        rest, rest_true, rest_false = self._rest(junction, conditions[1:], slot)
        if not (isinstance(rest, typed.Read) and rest.slot is slot):
            self.block.append(typed.Store(slot, rest, junction.span))
        end, skip = typed.Pending(), typed.Pending()
        self.block.append(end)
        inner, self.block = self.block, outer
        skipped: list[typed.Statement] = [skip]
        then, orelse = (inner, skipped) if junction.conjunction else (skipped, inner)
        self.block.append(typed.Branch(value, then, orelse, junction.span))
        result = typed.Read(slot, BOOL)
        if junction.conjunction:
            return result, rest_true, self.merge([(skip, stops), (end, rest_false)], junction.span)
        return result, self.merge([(skip, stops), (end, rest_true)], junction.span), rest_false

    def _facts(self, operand: nodes.Operand) -> list[Fact]:
        """What the truth of an operand says."""
        if isinstance(operand, nodes.Value):
            return [item for item in self.facts.get(operand, []) if isinstance(item, Fact)]
        if isinstance(operand, nodes.Variable) and self.environment is not None and operand.name in self.environment:
            state = self.environment[operand.name]
            members = self.members_of(state.known)
            if_true = self.solver.union([member for member in members if member != NONE])
            plain = (ExceptionType, PatternType, MatchType)
            always = [member for member in members if isinstance(member, plain) or always_true(member)]
            if_false = self.solver.union([member for member in members if member not in always])
            return [Fact(operand.name, state, if_true, if_false)]
        return []

    def members_of(self, type_: Type) -> tuple[Type, ...]:
        """The members of a union; of another type, itself."""
        return members_of(self.solver.shallow(type_))

    def _narrowed(self, facts: list[Fact], outcome: bool) -> Environment | None:
        assert self.environment is not None
        environment = dict(self.environment)
        for fact in facts:
            state = environment.get(fact.variable)
            if state is not fact.state or state.slot is None:
                continue
            known = fact.if_true if outcome else fact.if_false
            if known == NEVER and fact.state.known != NEVER:
                return None
            if known != state.known:
                environment[fact.variable] = replace(state, known=known)
        return environment

    def truth(self, value: typed.Expression, span: Span) -> typed.Expression:
        """The truth of a value, as a bool."""
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, BoolType) or type_ == ERROR:
            return value if type_ != ERROR else self._unknown(span)
        if isinstance(type_, NoneType):
            return typed.Literal(False, BOOL)
        if isinstance(type_, StaticType):
            return typed.Literal(bool(type_.value), BOOL)
        if isinstance(type_, ClassType | ExceptionType | NativeType):
            return typed.Literal(True, BOOL)
        if isinstance(value, typed.Literal) and not value.captured:
            return typed.Literal(bool(value.value), BOOL)
        if isinstance(type_, EnumType):
            return self.enum_truth(value, type_, span)
        if isinstance(type_, ObjectType):
            return self.object_truth(value, type_, span)
        if isinstance(type_, UnionType) and any(isinstance(part, ObjectType) and not always_true(part) for part in type_.members):
            return self.switch(value, type_, lambda part: self.truth(part, span), lambda _: None, span) or self._unknown(span)
        return self.compute(BOOL, "python::truth", [(value, type_)], span, raises=isinstance(type_, ArrayType | UnionType))

    def _unknown(self, span: Span) -> typed.Expression:
        return self.compute(BOOL, "python::unknown", [], span, raises=False)

    def remember_none_test(self, node: nodes.Operation, subject: nodes.Operand, is_none: bool) -> None:
        """Records what `x is None` says about x."""
        self._remember(node, subject, lambda member: member == NONE, is_none)

    def remember_static_test(self, node: nodes.Operation, subject: nodes.Operand, type_: StaticType, positive: bool) -> None:
        """Records what `x is SENTINEL` says about x: an object that is known when compiling has a type of its own."""
        self._remember(node, subject, lambda member: isinstance(member, StaticType) and member.value is type_.value, positive)

    def remember_instance_test(self, node: nodes.Operation, subject: nodes.Operand, matches: object) -> None:
        """Records what `isinstance(x, …)` says about x."""
        self._remember(node, subject, matches, True)

    def remember_exact_test(self, node: nodes.Operation, subject: nodes.Operand, matches: object, positive: bool) -> None:
        """Records what `type(x) is …` says about x."""
        self._remember(node, subject, matches, positive)

    def remember_comparison(self, node: nodes.Operation, operands: list[typed.Expression]) -> None:
        """Records what `x == "text"` and `x is True` say about x where they hold."""
        symbol, constant = node.attributes["operator"], operands[1]
        if not isinstance(constant, typed.Literal) or constant.captured or constant.type not in COMPARED_CONSTANTS:
            return
        kinds = NUMBERS if constant.type in NUMBERS else (constant.type,)
        if symbol in ("is", "is not") and constant.type == BOOL:
            self._remember(node, node.operands[0], lambda member: member == BOOL, symbol == "is", otherwise=True)
        elif symbol in ("==", "!="):
            self._remember(
                node, node.operands[0], lambda member: member in kinds or member not in COMPARED_CONSTANTS, symbol == "==", otherwise=True
            )

    def _remember(self, node: nodes.Operation, subject: nodes.Operand, matches: object, positive: bool, otherwise: bool = False) -> None:
        """`matches` tells, or gives the types when the test holds and when not. `otherwise`: it may be there when it fails, too."""
        assert callable(matches)
        if not isinstance(subject, nodes.Variable) or self.environment is None or subject.name not in self.environment:
            return
        state = self.environment[subject.name]
        members = self.members_of(state.known)
        found = [(member, matches(member)) for member in members]
        yes = self.solver.union([member if known is True else known[0] for member, known in found if known])
        no = self.solver.union(
            [member if isinstance(known, bool) else known[1] for member, known in found if otherwise or known is not True]
        )
        fact = Fact(subject.name, state, yes if positive else no, no if positive else yes)
        self.facts.setdefault(node.result, []).append(fact)


def always_true(type_: Type) -> bool:
    """Whether instances of a class are true whatever they hold."""
    return isinstance(type_, ObjectType) and not (defines(type_.python, "__bool__") or defines(type_.python, "__len__"))
