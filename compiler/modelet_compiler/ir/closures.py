"""Type propagation through functions as values: closures, the cells they share, and calls of whatever a variable holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from modelet_compiler.frontend.diagnostics import Span, Unsupported
from modelet_compiler.ir import nodes, typed
from modelet_compiler.ir.arguments import (
    UNPACKED,
    Binding,
    Wanted,
    WrongArguments,
    is_stored_once,
    keywords_use,
    unknown_names,
    uses_of,
)
from modelet_compiler.ir.dict_arguments import NamesInDict
from modelet_compiler.ir.environment import State, static_literal
from modelet_compiler.ir.iteration import iteration_item
from modelet_compiler.ir.types import (
    INT,
    JSON,
    JSON_UNION,
    NEVER,
    NONE,
    STR,
    CellType,
    ClassType,
    ClosureType,
    DictType,
    GeneratorType,
    IteratorType,
    ObjectType,
    RecordType,
    SpreadType,
    StaticType,
    TupleType,
    Type,
    UnionType,
    class_name,
    type_name,
)
from modelet_compiler.ir.typetests import TypeTests
from modelet_compiler.operations.matching import constant_type
from modelet_compiler.standard import builtin_classes, sorting, spreads

CLOSURE = "$closure"


def full_name(function: nodes.Function, shown: str) -> str:
    """What CPython's messages call a function; one that we generate has no name of its own."""
    return shown if function.file.startswith("<") else function.qualified or shown


def with_module(called: Any) -> str:
    """A function or class as CPython's messages about its arguments say it."""
    module = called.__module__
    return f"{called.__qualname__}()" if module in (None, "builtins") else f"{module}.{called.__qualname__}()"


class Closures(TypeTests):
    """Functions as values of one specialisation."""

    function: nodes.Function

    # ---- making functions

    def do_closure(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """A function with what it holds: stored defaults, then what it captures."""
        function: nodes.Function = node.attributes["function"]
        held: list[tuple[typed.Expression, Type]] = []
        parts: list[Type] = []
        copied = list(operands)
        for number in range(function.stored):
            parts.append(self._part(node, number, copied.pop(0), held))
        for number, taken in enumerate(function.captures, function.stored):
            if taken.mode == "value":
                parts.append(self._part(node, number, copied.pop(0), held))
            elif taken.mode == "cell":
                cell = self.cell(taken.source)
                held.append((cell, cell.type))
                parts.append(item_of(cell))
        type_ = ClosureType(function, tuple(parts))
        return self.compute_template(type_, "python::make_closure<{C}>", {"C": type_}, list(held), node.span)

    def _part(self, node: nodes.Operation, number: int, value: typed.Expression, held: list[tuple[typed.Expression, Type]]) -> Type:
        variable = self.site_variable((self.key, node, number))
        value = self.shared(value, node.span)
        self.solver.include(variable, self.solver.shallow(value.type))
        held.append((value, variable))
        return variable

    def enter_closure(self, function: nodes.Function, type_: Type) -> typed.Parameter:
        """Makes what a closure holds the variables of its function."""
        assert isinstance(type_, ClosureType)
        slot = self.slot(CLOSURE, type_)
        closure = typed.Read(slot, type_)
        number = function.stored
        assert self.environment is not None
        for taken in function.captures:
            if taken.mode == "self":
                self.environment[taken.name] = State(slot, type_, True)
                continue
            part = type_.parts[number]
            if taken.mode == "cell":
                self.cells[taken.name] = self.slot(f"{taken.name}$cell", CellType(part))
                self.emit(typed.Store(self.cells[taken.name], self.part(closure, number, CellType(part), function.span), function.span))
            else:
                self.assign(taken.name, self.part(closure, number, self.solver.shallow(part), function.span), function.span)
            number += 1
        return typed.Parameter(CLOSURE, slot, type_, nodes.EMPTY, "closure")

    def part(self, closure: typed.Expression, number: int, type_: Type, span: Span) -> typed.Expression:
        """One of the things a closure holds."""
        if isinstance(type_, StaticType):
            return static_literal(type_)
        return self.compute(type_, f"part {number}", [(closure, closure.type)], span, raises=False, plain=True)

    # ---- cells

    def cell(self, name: str) -> typed.Read:
        """The cell of a variable."""
        slot = self.cells[name]
        return typed.Read(slot, slot.type)

    def do_new_cell(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """A variable that is not bound yet."""
        del operands
        name = node.attributes["name"]
        type_ = CellType(self.site_variable((self.key, node, "cell")))
        self.cells[name] = self.slot(f"{name}$cell", type_)
        made = self.compute_template(type_, "python::new_cell<{C}>", {"C": type_}, [], node.span)
        self.emit(typed.Store(self.cells[name], made, node.span))
        return typed.Literal(None, NONE)

    def do_load_cell(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Raises while the variable is not bound."""
        del operands
        cell = self.cell(node.attributes["name"])
        type_ = self.solver.shallow(item_of(cell))
        cpp = "python::load_free" if node.attributes["free"] else "python::load_local"
        loaded = self.compute(type_, cpp, [(cell, cell.type), (self._name(node), NONE)], node.span)
        return static_literal(type_) if isinstance(type_, StaticType) else loaded

    def do_store_cell(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Everyone who shares the variable sees it."""
        cell = self.cell(node.attributes["name"])
        self.solver.include(item_of(cell), self.solver.shallow(operands[0].type))
        return self.compute(NONE, "python::store_cell", [(cell, cell.type), (operands[0], item_of(cell))], node.span, raises=False)

    def do_delete_cell(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """Makes the variable unbound."""
        del operands
        cell = self.cell(node.attributes["name"])
        if node.attributes["quiet"]:
            return self.compute(NONE, "python::forget_cell", [(cell, cell.type)], node.span, raises=False)
        cpp = "python::delete_free" if node.attributes["free"] else "python::delete_local"
        return self.compute(NONE, cpp, [(cell, cell.type), (self._name(node), NONE)], node.span)

    def _name(self, node: nodes.Operation) -> typed.Raw:
        return typed.Raw(quoted(node.attributes["name"].split("$")[0]), NONE)

    # ---- calls

    def call_value(
        self, callee: typed.Expression, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """Calls what a value is; a union's members one by one."""
        type_ = self.solver.shallow(callee.type)
        if isinstance(type_, StaticType):
            return self.call_static(type_, positional, keywords, span)
        if isinstance(type_, ClosureType):
            return self.call_closure(callee, type_, positional, keywords, span)
        if isinstance(type_, ClassType) and len(positional) == 1 and not keywords:
            name = self.compute(STR, "copy", [(callee, STR)], span, raises=False, plain=True)
            return self.helper(builtin_classes.called, "type", [name, *positional], {}, span)
        if not isinstance(type_, UnionType):
            raise WrongArguments(f"'{class_name(type_)}' object is not callable")
        said: dict[Type, tuple[str, str]] = {}

        def one(member: typed.Expression) -> typed.Expression | None:
            try:
                return self.call_value(member, positional, keywords, span)
            except Unsupported as wrong:  # for this one; others may take them
                if not wrong.raises:
                    raise
                said[member.type] = (wrong.raises, wrong.message)
                return None

        result = self.switch(callee, type_, one, said.get, span, always=True)
        if result is None:
            raise Unsupported(f"{type_name(self.solver.resolve(type_))} cannot be called so", next(iter(said.values()), ("", ""))[1])
        return result

    def call_static(
        self, callee: StaticType, positional: list[typed.Expression], keywords: dict[str, typed.Expression], span: Span
    ) -> typed.Expression:
        """Overridden by Calls."""
        raise AssertionError(callee, positional, keywords, span)

    def call_closure(
        self,
        callee: typed.Expression,
        type_: ClosureType,
        positional: list[typed.Expression],
        keywords: dict[str, typed.Expression],
        span: Span,
    ) -> typed.Expression:
        """A function made inside of another one, specialised for these types."""
        function: nodes.Function = type_.function

        def default(parameter: nodes.Parameter) -> typed.Expression:
            value = parameter.default
            if not isinstance(value, nodes.Stored):
                return typed.Literal(value, constant_type(value))
            return self.part(callee, value.index, self.solver.shallow(type_.parts[value.index]), span)

        return self.invoke(function, [callee, *self.bind(function, function.name, positional, keywords, default, span)], span)

    # ---- arguments

    def given(
        self, node: nodes.Operation, all_operands: list[typed.Expression]
    ) -> tuple[list[typed.Expression], dict[str, typed.Expression]]:
        """The positional and the named arguments of a call, behind what is called; `*` and `**` are taken apart."""
        names, stars = node.attributes["keywords"], node.attributes.get("stars", ())
        callee, *operands = all_operands
        count = len(operands) - len(names)
        positional: list[typed.Expression] = []
        for position, operand in enumerate(operands[:count]):
            positional += self._starred(operand, node.span) if position in stars else [operand]
        keywords: dict[str, typed.Expression] = {}
        for name, operand, source in zip(names, operands[count:], node.operands[len(node.operands) - len(names) :], strict=True):
            if name is None:
                operand = self._mapping(node, callee, operand)
            for key, value in self._keywords(operand, source, node.span).items() if name is None else [(name, operand)]:
                if key in keywords and key == UNPACKED:
                    raise unknown_names()
                if key in keywords:
                    raise WrongArguments(f"got multiple values for keyword argument '{key}'")
                keywords[key] = value
        return positional, keywords

    def _starred(self, value: typed.Expression, span: Span) -> list[typed.Expression]:
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, TupleType):
            return [self.tuple_item(value, type_, position, span) for position in range(len(type_.items))]
        if isinstance(type_, UnionType):
            found = self.any_iterable(value, type_, span)
            return [typed.Spread(found, SpreadType(found.type))]
        if isinstance(type_, ObjectType) and self.is_iterable(type_):
            value = self.iterator(value, type_, span)
            type_ = self.solver.shallow(value.type)
        if iteration_item(self.solver, type_) is None:
            raise Unsupported(f"argument after * must be an iterable, not {class_name(type_)}")
        return [typed.Spread(value, SpreadType(type_))]

    def _mapping(self, node: nodes.Operation, callee: typed.Expression, value: typed.Expression) -> typed.Expression:
        """What stands behind `**`, where it may be something else than a dict: that is a TypeError."""
        type_ = self.solver.shallow(value.type)
        union = JSON_UNION if type_ == JSON else type_
        if not isinstance(union, UnionType) or not any(isinstance(member, DictType) for member in union.members):
            return value

        def one(member: typed.Expression) -> typed.Expression:
            kind = self.solver.shallow(member.type)
            if isinstance(kind, DictType):
                return member
            shown = self._callee_text(node, callee)
            self.helper(spreads.no_mapping, "**", [shown, typed.Literal(class_name(kind), STR)], {}, node.span)
            return typed.Literal(None, NEVER)

        found = self.switch(value, union, one, lambda _: None, node.span)
        assert found is not None
        return found

    def _callee_text(self, node: nodes.Operation, callee: typed.Expression) -> typed.Expression:
        """What CPython's messages about a call call its function: the module's name is part of it."""
        type_ = self.solver.shallow(callee.type)
        if isinstance(type_, UnionType):
            found = self.switch(callee, type_, lambda member: self._callee_text(node, member), lambda _: None, node.span)
            assert found is not None
            return found
        called: Any = type_.value if isinstance(type_, StaticType) else getattr(type_, "function", None)
        if node.kind == "call_method":
            called = getattr(called if isinstance(type_, StaticType) else getattr(type_, "python", None), node.attributes["name"], None)
        if not hasattr(called, "__qualname__"):
            raise unknown_names()
        return typed.Literal(with_module(called), STR)

    def _keywords(self, value: typed.Expression, source: nodes.Operand, span: Span) -> dict[str, typed.Expression]:
        """The named arguments of `**value`."""
        if isinstance(source, nodes.Variable) and source.name in self.records:
            value = self.records[source.name]
        type_ = self.solver.shallow(value.type)
        if isinstance(type_, RecordType):
            return {name: self.record_item(value, type_, position, span) for position, name in enumerate(type_.names)}
        if isinstance(value, typed.Literal) and isinstance(value.value, dict) and all(isinstance(key, str) for key in value.value):
            return {key: self.captured(f"{value.captured}[{key!r}]", item) for key, item in value.value.items()}
        if isinstance(type_, DictType) and type_.kind == "dict" and self.solver.fits(type_.key, STR):
            return {UNPACKED: typed.Spread(value, SpreadType(type_))}
        raise unknown_names()

    def do_record(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`{"a": x, **more}` behind `**`."""
        items: dict[str, typed.Expression] = {}
        for name, operand, source in zip(node.attributes["names"], operands, node.operands, strict=True):
            items |= self._keywords(operand, source, node.span) if name is None else {name: operand}
        if UNPACKED in items:
            raise unknown_names()
        return self._record(items, node.span)

    def do_tuple(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """A tuple display."""
        stars = node.attributes.get("stars", ())
        items = [item for position, operand in enumerate(operands) for item in self._items(operand, position in stars, node.span)]
        return self.tuple_of(items, node.span)

    def _items(self, operand: typed.Expression, starred: bool, span: Span) -> list[typed.Expression]:
        if not starred:
            return [operand]
        return self._starred(operand, span)

    def record_item(self, value: typed.Expression, type_: RecordType, position: int, span: Span) -> typed.Expression:
        """One of the arguments that a `**` parameter got."""
        item = self.solver.shallow(type_.items[position])
        if isinstance(item, StaticType):
            return static_literal(item)
        return self.compute(item, f"std::get<{position}>", [(value, type_)], span, raises=False, plain=True)

    def bind(
        self,
        function: nodes.Function,
        shown: str,
        positional: list[typed.Expression],
        keywords: dict[str, typed.Expression],
        default: Callable[[nodes.Parameter], typed.Expression],
        span: Span,
    ) -> list[typed.Expression]:
        """An expression for every parameter of a function."""
        keywords, others = self.from_dict(function, shown, positional, keywords, default, span)
        binding = Binding(
            function,
            full_name(function, shown),
            list(positional),
            dict(keywords),
            default,
            lambda items: self.tuple_of(items, span),
            lambda items: self._record(items, span),
            lambda spread, name, before, wanted: self.unpacked(spread, name, before, wanted, span),
            others,
        )
        return binding.expressions()

    def from_dict(
        self,
        function: nodes.Function,
        shown: str,
        positional: list[typed.Expression],
        keywords: dict[str, typed.Expression],
        default: Callable[[nodes.Parameter], typed.Expression],
        span: Span,
    ) -> tuple[dict[str, typed.Expression], typed.Expression | None]:
        """The named arguments with those of a `**` whose names are known at run time only, and the dict of those without a parameter."""
        spread = keywords.get(UNPACKED)
        if not isinstance(spread, typed.Spread):
            return keywords, None
        if any(isinstance(item, typed.Spread) for item in positional):
            raise Unsupported("`*` and `**` of what is known at run time only are not supported in one call", instead="name the arguments")
        value = spread.value
        keywords = {name: item for name, item in keywords.items() if name != UNPACKED}
        called = with_module(function.identity) if hasattr(function.identity, "__qualname__") else f"{full_name(function, shown)}()"
        names = NamesInDict(function, full_name(function, shown), len(positional), list(keywords), called)
        self.helper(names.check(self.program), shown, [value], {}, span)
        for parameter in names.open:
            keywords[parameter.name] = self._from_dict(value, parameter, default, span)
        others = self.helper(names.others(self.program), shown, [value], {}, span) if names.rest else None
        return keywords, others

    def _from_dict(
        self, value: typed.Expression, parameter: nodes.Parameter, default: Callable[[nodes.Parameter], typed.Expression], span: Span
    ) -> typed.Expression:
        """What a dict holds for a parameter, or its default."""
        key = typed.Literal(parameter.name, STR)
        if parameter.default is nodes.EMPTY:
            return self.required("[]", [value, key], {}, span)
        present, otherwise = self.required("in", [key, value], {}, span), default(parameter)
        held = self.solver.shallow(value.type)
        assert isinstance(held, DictType)
        joined = self.solver.join(self.solver.shallow(held.value), self.solver.shallow(otherwise.type))
        slot = self.slot(f"$argument{self.label()}", joined)
        then = self.branch(lambda: self.required("[]", [value, key], {}, span), slot, span)
        orelse = self.branch(lambda: otherwise, slot, span)
        self.emit(typed.Branch(present, then, orelse, span))
        return typed.Read(slot, slot.type)

    def branch(self, make: Any, slot: typed.Slot, span: Span) -> list[typed.Statement]:
        """Overridden by Objects: a block that stores what `make` computes."""
        raise AssertionError(make, slot, span)

    def tuple_of(self, items: list[typed.Expression], span: Span) -> typed.Expression:
        """A tuple of values."""
        if any(isinstance(item, typed.Spread) for item in items):
            return self._long_tuple(items, span)
        items = [self.shared(item, span) for item in items]
        type_ = TupleType(tuple(self.solver.shallow(item.type) for item in items))
        return self.compute(type_, "tuple", list(zip(items, type_.items, strict=True)), span, raises=False, plain=True)

    def _long_tuple(self, items: list[typed.Expression], span: Span) -> typed.Expression:
        """A tuple whose length is known only at run time."""
        whole: typed.Expression | None = None
        for item in items:
            if isinstance(item, typed.Spread):
                part = self.helper(spreads.listed, "*", [item.value], {}, span)
            else:
                part = self.helper(spreads.single, "*", [item], {}, span)
            whole = part if whole is None else self.required("+", [whole, part], {}, span)
        assert whole is not None
        return self.required("builtins.tuple", [whole], {}, span)

    def _record(self, items: dict[str, typed.Expression], span: Span) -> typed.Expression:
        values = [self.shared(item, span) for item in items.values()]
        type_ = RecordType(tuple(items), tuple(self.solver.shallow(item.type) for item in values))
        return self.compute(type_, "tuple", list(zip(values, type_.items, strict=True)), span, raises=False, plain=True)

    def unpacked(
        self, spread: typed.Spread, name: str, before: int, wanted: Wanted, span: Span
    ) -> tuple[list[typed.Expression], list[typed.Expression]]:
        """A value for every parameter that is left, and what is behind them if there may be more; TypeError for another number."""
        value = self.helper(spreads.listed, "*", [spread.value], {}, span)
        size = self.required("builtins.len", [value], {}, span)
        missing = typed.Raw("{" + ", ".join(map(quoted, wanted.required)) + "}", NONE)
        most = typed.Literal(-1 if wanted.more else len(wanted.required) + len(wanted.optional), INT)
        arguments = [(size, INT), (typed.Literal(before, INT), INT), (missing, NONE), (typed.Raw(quoted(name), NONE), NONE), (most, INT)]
        self.compute(NONE, "python::check_spread", arguments, span)
        first = [self.required("[]", [value, typed.Literal(place, INT)], {}, span) for place in range(len(wanted.required))]
        for place, default in enumerate(wanted.optional, len(wanted.required)):
            first.append(self.helper(spreads.chosen, "*", [value, typed.Literal(place, INT), default], {}, span))
        if not wanted.more:
            return first, []
        rest = self.helper(spreads.behind, "*", [value, typed.Literal(len(first), INT)], {}, span)
        return first, [typed.Spread(rest, SpreadType(rest.type))]

    def remember_record(self, variable: str, display: nodes.Operation, span: Span) -> None:
        """A dict with names as keys that nothing changes can stand behind `**`."""
        names = [key.value if isinstance(key, nodes.Constant) else None for key in display.operands[::2]]
        forwarded = [use for use in uses_of(self.function, variable) if use == "forward"]
        if not forwarded or not all(isinstance(name, str) for name in names) or not is_stored_once(self.function, variable):
            return
        items = {str(name): self.operand(value, span) for name, value in zip(names, display.operands[1::2], strict=True)}
        record = self._record(items, span)
        slot = self.slot(f"{variable}$record", record.type)
        self.emit(typed.Store(slot, record, span))
        self.records[variable] = typed.Read(slot, record.type)

    def enter_keywords(self, parameter: nodes.Parameter, type_: RecordType) -> typed.Parameter:
        """A `**` parameter: a dict, unless its arguments are only handed on."""
        slot = self.slot(f"{parameter.name}$record", type_)
        record = typed.Read(slot, type_)
        use = keywords_use(self.function, parameter.name)
        assert self.environment is not None
        if use == "forward":
            self.environment[parameter.name] = State(slot, type_, True)
        else:
            key, value = (self.site_variable((self.key, parameter, position)) for position in range(2))
            pairs: list[tuple[typed.Expression, Type]] = []
            for position, name in enumerate(type_.names):
                item = self.record_item(record, type_, position, parameter.span)
                self.solver.include(key, STR)
                self.solver.include(value, self.solver.shallow(item.type))
                pairs += [(typed.Literal(name, STR), key), (item, value)]
            made = self.compute(DictType(key, value), "python::dict", pairs, parameter.span)
            self.assign(parameter.name, made, parameter.span)
        if use == "read":
            self.records[parameter.name] = record
        return typed.Parameter(parameter.name, slot, type_, nodes.EMPTY, parameter.kind)

    def invoke(self, function: nodes.Function, bound: list[typed.Expression], span: Span, site: Any = None) -> typed.Expression:
        """A call of a Python function with all its arguments."""
        bound = [self.shared(item, span) for item in bound]
        types = tuple(self.solver.shallow(item.type) for item in bound)
        key, result = self.program.specialise(function, types, site)
        temporary = self.temporary(self.solver.shallow(result))
        arguments = [
            (item, type_)
            for item, type_ in zip(bound, self.program.specialisations[key].types, strict=True)
            if not isinstance(type_, StaticType)
        ]
        self.emit(typed.Invoke(temporary, key, arguments, span))
        if result == NEVER:
            self.never_returns(key)
        return static_literal(temporary.type) if isinstance(temporary.type, StaticType) else temporary

    def once(self, function: Any, arguments: list[typed.Expression], span: Span) -> typed.Expression:
        """What a function returns for constants, computed when it is first asked for in a call of the entry function."""
        made = self.invoke(self.program.function(function), arguments, span)
        invoked = self.block[-1] if self.block else None
        if isinstance(invoked, typed.Invoke):
            invoked.once = True
        return made

    def never_returns(self, key: Any) -> None:
        """A function that always raises ends the block, once that is known for certain."""
        if self.program.final and key not in self.program.active:
            self.environment = None

    def do_keyed_call(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """`sorted`, `sort`, `min`, `max` by a key that is a value: as many versions as functions it may be."""
        source, key = operands[:2]
        name, span = node.attributes["name"], node.span
        keywords = dict(zip(node.attributes["keywords"], operands[2:], strict=True))
        if name == "sort":
            self.check_writeable(source)

        def one(member: typed.Expression) -> typed.Expression:
            if member.type == NONE:
                return self.required("list.sort" if name == "sort" else f"builtins.{name}", [source], keywords, span)
            function = getattr(sorting, f"{name}_by_or" if "default" in keywords else f"{name}_by")
            return self.helper(function, name, [source, member], keywords, span)

        type_ = self.solver.shallow(key.type)
        result = self.switch(key, type_, one, lambda _: None, span) if isinstance(type_, UnionType) else one(key)
        assert result is not None
        return result

    def do_iterator(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """What a generator expression runs over is asked for its iterator at once."""
        return self.iterated(operands[0], node.span)

    def send(self, generator: typed.Expression, value: typed.Expression, how: str, span: Span) -> typed.Expression:
        """Hands a value to a generator: `send` resumes it, `hand_on` leaves that to who asks for the next item."""
        type_ = self.solver.shallow(generator.type)
        assert isinstance(type_, GeneratorType)
        result = NONE if how == "hand_on" else self.solver.shallow(type_.item)
        self.solver.include(type_.sent, self.solver.shallow(value.type)) if type_.sent != NONE else None
        arguments: list[tuple[typed.Expression, Type | None]] = [(generator, type_), (value, None)]
        if how == "send" and type_.returned != NONE:
            self.note_arguments(StopIteration, TupleType((self.solver.shallow(type_.returned),)))
            templates = {"S": type_.sent, "R": type_.returned}
            return self.compute_template(result, "python::send_returning<{S}, {R}>", templates, arguments, span)
        return self.compute_template(result, f"python::{how}<{{S}}>", {"S": type_.sent}, arguments, span)

    def note_arguments(self, cls: type, type_: TupleType) -> None:
        """Overridden by Exceptions."""
        raise AssertionError(cls, type_)

    def do_generator_result(self, node: nodes.Operation, operands: list[typed.Expression]) -> typed.Expression:
        """What the generator that `yield from` ran returned."""
        type_ = self.solver.shallow(operands[0].type)
        if not isinstance(type_, GeneratorType) or type_.returned == NONE:
            return typed.Literal(None, NONE)
        returned = self.solver.shallow(type_.returned)
        arguments: list[tuple[typed.Expression, Type | None]] = [(operands[0], type_)]
        return self.compute_template(returned, "python::returned_by<{R}>", {"R": type_.returned}, arguments, node.span, raises=False)

    def iterated(self, value: typed.Expression, span: Span) -> typed.Expression:
        """`iter(value)`, with what it runs over now."""
        source = self.iterable(value, span)
        type_ = self.solver.shallow(source.type)
        item = iteration_item(self.solver, type_)
        if item is None:
            raise Unsupported(f"'{class_name(type_)}' object is not iterable")
        if isinstance(type_, GeneratorType | IteratorType):
            return source
        result = IteratorType("iterator", "py::Iterator<{0}>", item, (type_,))
        return self.compute(result, "python::iterate", [(source, type_)], span)


def quoted(text: str) -> str:
    """A narrow C++ string literal."""
    return '"' + "".join(chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.encode()) + '"'


def item_of(cell: typed.Read) -> Type:
    """The type of what a cell holds."""
    assert isinstance(cell.slot.type, CellType)
    return cell.slot.type.item
