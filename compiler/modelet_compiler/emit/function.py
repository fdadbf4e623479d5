"""One typed function as C++: its statements. Expressions are in emit/expressions.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeGuard

from modelet_compiler.emit.classes import may_call_user
from modelet_compiler.emit.cpp_types import cpp_type
from modelet_compiler.emit.expressions import ExpressionEmitter, every, holds_generator
from modelet_compiler.emit.fusion import fuse
from modelet_compiler.emit.loops import windows_of
from modelet_compiler.frontend.diagnostics import Span
from modelet_compiler.ir import typed
from modelet_compiler.ir.types import (
    GeneratorType,
    ListType,
    NeverType,
    NoneType,
    RangeType,
    StaticType,
    StrType,
    TupleType,
)


@dataclass
class Frame:
    """A construct that jumps must know: a loop, or a try while its body runs."""

    kind: str  # "loop", "handlers", "final"
    label: int
    has_else: bool = False


class FunctionEmitter(ExpressionEmitter):
    """Prints one function, statement by statement."""

    def definition(self) -> str:
        """The whole C++ definition."""
        self.lines = []
        self.frames: list[Frame] = []
        self.added: set[int] = set()  # sums of texts that were made in their variable
        self.depth = 1
        self._prologue()
        self.statements(self.function.body)
        if not self.function.generator and not self.lines[-1].startswith("  return"):
            self.line("return {};")
        head = [f"// {self.function.file}:{self.function.span.line} {self.function.python_name}", f"{self.signature()} {{"]
        return "\n".join([*head, *self.lines, "}", ""])

    def signature(self) -> str:
        """Name, parameters and result."""
        parameters = "".join(
            f", [[maybe_unused]] {cpp_type(parameter.slot.type)} {parameter.slot.name}" for parameter in self.function.parameters
        )
        return f"{cpp_type(self.function.result)} {self.name}([[maybe_unused]] modelet::Call &call{parameters})"

    def _prologue(self) -> None:
        function = self.function
        if any(isinstance(node, typed.Loop | typed.Each) for node in every(function.body)):
            self.line("uint32_t turn = 0;")
        if function.recursive and not function.generator:
            self.line("py::Depth depth(call);")
            self.line(f"if (call.failed()) {self.leaving()}")
        if function.generator and any(isinstance(node, typed.Try) and yields(node) for node in every(function.body)):
            self.line("co_await py::Unfinished{};")
        for slot in function.slots:
            if not isinstance(slot.type, StaticType):
                held = "py::Char" if slot in self.characters.slots else cpp_type(slot.type)
                self.line(f"[[maybe_unused]] {held} {slot.name}{{}};")
        for variable in sorted(function.checked):
            bound = any(parameter.name == variable for parameter in function.parameters)
            self.line(f"bool {self.flag(variable)} = {'true' if bound else 'false'};")
        if self._has_return_in_final(function.body) and not function.generator:
            self.line(f"[[maybe_unused]] {cpp_type(function.result)} returned{{}};")

    def _has_return_in_final(self, body: list[typed.Statement]) -> bool:
        return any(isinstance(node, typed.Try) and node.final for node in every(body))

    def leaving(self) -> str:
        """The statement that leaves on an error: to the innermost handler, or out."""
        for frame in reversed(self.frames):
            if frame.kind == "handlers":
                return f"goto except_{frame.label};"
            if frame.kind == "final":
                return f"{{ leaving_{frame.label} = py::Leaving::error; goto final_{frame.label}; }}"
        return "co_return;" if self.function.generator else "return {};"

    def statements(self, block: list[typed.Statement]) -> None:
        """Prints a block at the current depth."""
        fused = fuse(block, self.used)
        for place, node in enumerate(fused):
            span = getattr(node, "span", None)
            if span is not None:
                self.place(span)
            if self._is_text_added(node, fused[place + 1] if place + 1 < len(fused) else None):
                self._add_text(node)
            else:
                getattr(self, f"emit_{type(node).__name__}")(node)

    def _is_text_added(self, node: typed.Statement, behind: typed.Statement | None) -> TypeGuard[typed.Compute]:
        """`text += more`: the sum of a variable and something, stored in that variable at once."""
        if not isinstance(node, typed.Compute) or node.cpp != "python::add" or not isinstance(behind, typed.Store):
            return False
        left, source = node.arguments[0][0], behind.source
        stored = isinstance(source, typed.Temporary) and source.number == node.result.number and self.used.get(source.number) == 1
        texts = all(isinstance(self.settled(type_), StrType) for _, type_ in node.arguments)
        return stored and texts and isinstance(left, typed.Read) and left.slot is behind.slot and self._holds_text(left.slot)

    def _holds_text(self, slot: typed.Slot) -> bool:
        return isinstance(self.settled(slot.type), StrType) and slot not in self.characters.slots

    def _add_text(self, node: typed.Compute) -> None:
        left, (more, type_) = node.arguments[0][0], node.arguments[1]
        assert isinstance(left, typed.Read)
        text = self.as_character(more) if self.characters.has(more) else self.converted(more, type_)
        self.line(f"py::add_into(call, {left.slot.name}, {text});")
        self.check()
        self.added.add(node.result.number)

    def place(self, span: Span) -> None:
        """A comment where the Python line changes."""
        if (span.file, span.line) != self.last_place:
            self.last_place = (span.file, span.line)
            self.line(f"// {span.file}:{span.line}")

    def braces(self, head: str, block: list[typed.Statement]) -> None:
        """`head { block }`."""
        self.line(f"{head} {{" if head else "{")
        self.depth += 1
        self.statements(block)
        self.depth -= 1
        self.line("}")

    def check(self) -> None:
        """Leaves when the operation before raised."""
        self.line(f"if (call.failed()) [[unlikely]] {self.leaving()}")

    def emit_Pending(self, node: typed.Pending) -> None:  # noqa: N802
        """The stores of a join."""
        self.statements(node.stores)

    def emit_Compute(self, node: typed.Compute) -> None:  # noqa: N802
        """One operation."""
        text = self.operation(node)
        used_up = [argument for argument, _ in node.arguments if self._is_used_up(argument)]
        if isinstance(node.result.type, NeverType | NoneType):
            self.line("" if node.plain else f"{text};")
        else:
            unused = "" if node.result.number in self.used else "[[maybe_unused]] "
            self.line(f"{unused}{self.held_type(node.result)} t{node.result.number} = {text};")
        for argument in used_up:
            self.line(f"t{argument.number} = {{}};")
        if node.raises or any(may_call_user(self.settled(type_)) for _, type_ in node.arguments if node.cpp not in QUIET):
            self.check()

    def _is_used_up(self, argument: typed.Expression) -> TypeGuard[typed.Temporary]:
        """A generator that nothing else knows: what it has left to finish runs now."""
        if not isinstance(argument, typed.Temporary) or self.used.get(argument.number, 0) != 1:
            return False
        return holds_generator(self.settled(argument.type))

    def emit_Invoke(self, node: typed.Invoke) -> None:  # noqa: N802
        """A call of another compiled function."""
        arguments = "".join(f", {self.converted(argument, type_)}" for argument, type_ in node.arguments)
        text = f"{self.names[node.key]}(call{arguments})"
        if node.once:
            text = f"py::once_a_call<&{self.names[node.key]}>(call{arguments})"
        if isinstance(self.results[node.key], GeneratorType):
            text += ".adopt(call)"
        if isinstance(node.result.type, NeverType):
            self.line(f"{text};")
        else:
            target = self.settled(node.result.type)
            source = self.results[node.key]
            if cpp_type(source) != cpp_type(target):
                text = f"py::convert<{cpp_type(target)}>({text})"
            self.line(f"[[maybe_unused]] {cpp_type(target)} t{node.result.number} = {text};")
        self.check()

    def emit_Store(self, node: typed.Store) -> None:  # noqa: N802
        """Assignment; a variable that is checked somewhere has a flag."""
        if isinstance(node.source, typed.Temporary) and node.source.number in self.added:
            pass  # it is there already
        elif node.slot in self.characters.slots:
            self.line(f"{node.slot.name} = {self.as_character(node.source)};")
        elif not isinstance(node.slot.type, StaticType):
            self.line(f"{node.slot.name} = {self.converted(node.source, node.slot.type, last=True)};")
        if node.variable in self.function.checked:
            self.line(f"{self.flag(node.variable)} = true;")

    def emit_Bind(self, node: typed.Bind) -> None:  # noqa: N802
        """Unbound variables."""
        if node.variable not in self.function.checked:
            return
        if node.action == "unbind":
            self.line(f"{self.flag(node.variable)} = false;")
            return
        name = node.variable.split("$")[0]
        text = f"cannot access local variable '{name}' where it is not associated with a value"
        self.line(f'if (!{self.flag(node.variable)}) call.raise("UnboundLocalError", {self.bytes_literal(text)});')
        self.check()

    def emit_Branch(self, node: typed.Branch) -> None:  # noqa: N802
        """If / else."""
        self.braces(f"if ({self.converted(node.condition, node.condition.type)})", node.then)
        if any(not isinstance(item, typed.Pending) or item.stores for item in node.orelse):
            self.lines[-1] += " else {"
            self.depth += 1
            self.last_place = None
            self.statements(node.orelse)
            self.depth -= 1
            self.line("}")
        self.last_place = None

    def emit_Switch(self, node: typed.Switch) -> None:  # noqa: N802
        """One branch for each member of a union; members that became one type have one."""
        cases: dict[str, list[typed.Statement]] = {}
        for member, block in node.cases:
            cases.setdefault(cpp_type(self.settled(member)), block)
        for position, (held, block) in enumerate(cases.items()):
            last = position == len(cases) - 1
            test = "" if last else f"if (py::holds_one<{held}>({node.operand.name}))"
            if position:
                self.lines[-1] += f" else {test + ' ' if test else ''}{{"
                self.depth += 1
                self.statements(block)
                self.depth -= 1
                self.line("}")
            else:
                self.braces(test, block)

    def emit_Loop(self, node: typed.Loop) -> None:  # noqa: N802
        """While."""
        self._in_windows(node, lambda: self._loop(node, "for (;;)", lambda: self._while_head(node)))

    def _in_windows(self, node: typed.Loop | typed.Each, emit: Callable[[], None]) -> None:
        """A loop, and before it what it holds of lists that stay as long as they are."""
        inside = every([node])[1:]
        found = [slot for slot in windows_of(node, inside, self.settled) if slot not in self.windows]
        if not found:
            emit()
            return
        self.line("{")
        self.depth += 1
        for slot in found:
            self.windows[slot] = f"{slot.name.rstrip('_')}_window"
            self.line(f"const auto {self.windows[slot]} = py::window({slot.name});")
        emit()
        for slot in found:
            del self.windows[slot]
        self.depth -= 1
        self.line("}")

    def _while_head(self, node: typed.Loop) -> None:
        self.statements(node.head)
        if not (isinstance(node.condition, typed.Literal) and node.condition.value is True):
            self.line(f"if (!{self.converted(node.condition, node.condition.type)}) break;")

    def emit_Each(self, node: typed.Each) -> None:  # noqa: N802
        """For."""
        self._in_windows(node, lambda: self._each(node))

    def _each(self, node: typed.Each) -> None:
        self.line("{")
        self.depth += 1
        self.line(f"auto items_{node.label} = {self._iterated(node.iterable)};")
        if self._is_used_up(node.iterable):
            self.line(f"t{node.iterable.number} = {{}};")
        self._loop(node, "for (;;)", lambda: self._for_head(node))
        self.depth -= 1
        self.line("}")

    def _iterated(self, iterable: typed.Expression) -> str:
        window = self.window(iterable)
        step = self.unit_steps.get(iterable.number) if isinstance(iterable, typed.Temporary) else None
        if step is not None:
            return f"py::iterate_by<{step}>(call, {self.value(iterable)})"
        return f"py::iterate(call, {window or self.value(iterable)})"

    def _for_head(self, node: typed.Each) -> None:
        item = f"t{node.item.number}"
        held = f"typename decltype(items_{node.label})::Item"
        if self.characters.has(node.item) or node.item.number in self.characters.places:
            held = self.held_type(node.item)
        self.line(f"{held} {item}{{}};")
        self.line(f"const bool more_{node.label} = items_{node.label}.next(call, {item});")
        if not isinstance(self.settled(node.iterable.type), ListType | StrType | RangeType | TupleType):
            self.check()
        self.line(f"if (!more_{node.label}) break;")

    def _loop(self, node: typed.Loop | typed.Each, head: str, start: object) -> None:
        assert callable(start)
        has_else = any(not isinstance(item, typed.Pending) for item in node.orelse)
        self.frames.append(Frame("loop", node.label, has_else))
        self.line(f"{head} {{")
        self.depth += 1
        self.line(f"if (py::interrupted(call, ++turn)) [[unlikely]] {self.leaving()}")
        start()
        self.line("{")
        self.depth += 1
        self.statements(node.body)
        self.depth -= 1
        self.line("}")
        if self._jumps(node.body, node.label, "continue"):
            self.line(f"continue_{node.label}:;")
        self.depth -= 1
        self.line("}")
        self.frames.pop()
        self.last_place = None
        self.braces("", node.orelse) if has_else else self.statements(node.orelse)
        if self._jumps(node.body, node.label, "break"):
            self.line(f"broken_{node.label}:;")

    def _jumps(self, body: list[typed.Statement], label: int, kind: str) -> bool:
        return any(isinstance(node, typed.Leave) and node.label == label and node.kind == kind for node in every(body))

    def emit_Leave(self, node: typed.Leave) -> None:  # noqa: N802
        """Break and continue, through the finally blocks between."""
        target = f"goto {'broken' if node.kind == 'break' else 'continue'}_{node.label};"
        for frame in reversed(self.frames):
            if frame.kind == "loop" and frame.label == node.label:
                break
            if frame.kind == "final":
                self.exits.setdefault(frame.label, set()).add((node.kind, node.label))
                self.line(f"leaving_{frame.label} = py::Leaving::{LEAVING[node.kind]};")
                self.line(f"goto final_{frame.label};")
                return
        self.line(target)

    def emit_Return(self, node: typed.Return) -> None:  # noqa: N802
        """return, through the finally blocks around it."""
        if node.value is not None and self.function.generator and isinstance(self.function.result, GeneratorType):
            value = self.converted(node.value, self.function.result.returned)
            self.line(f"co_await py::Returning<{cpp_type(self.function.result.returned)}>{{call, {value}}};")
            value = ""
        else:
            value = self._returned(node.value) if node.value is not None else ""
        final = next((frame for frame in reversed(self.frames) if frame.kind == "final"), None)
        if final is not None:
            if value and not self.function.generator:
                self.line(f"returned = {value};")
            self.exits.setdefault(final.label, set()).add(("returned", 0))
            self.line(f"leaving_{final.label} = py::Leaving::returned;")
            self.line(f"goto final_{final.label};")
            return
        self.line("co_return;" if self.function.generator else f"return {value};")

    def _returned(self, value: typed.Expression) -> str:
        """The result; C++ itself moves a variable of the result's type."""
        stored = value.slot.type if isinstance(value, typed.Read) else value.type
        alike = cpp_type(self.settled(stored)) == cpp_type(self.function.result)
        return self.converted(value, self.function.result, last=not alike)

    def emit_Yield(self, node: typed.Yield) -> None:  # noqa: N802
        """One item; whoever asks for the next one goes on here."""
        self._yield(self.converted(node.value, self.item_type(), last=True))
        if node.source is not None:
            self._throw_on(node.source)
        self.check()
        if node.received is not None:
            text = cpp_type(self.settled(node.received.type))
            self.line(f"[[maybe_unused]] {text} t{node.received.number} = co_await py::Received<{text}>{{}};")

    def _yield(self, item: str) -> None:
        for label in reversed(self.handling):
            self.line(f"handling_{label}.pause();")
        self.line(f"co_yield {item};")
        for label in self.handling:
            self.line(f"handling_{label}.resume();")

    def _throw_on(self, source: typed.Expression) -> None:
        """What is thrown in at `yield from` is thrown into the generator behind it, which may go on with another item."""
        type_ = self.settled(source.type)
        assert isinstance(type_, GeneratorType)
        given, wanted = cpp_type(type_.item), cpp_type(self.settled(self.item_type()))
        self.line("{")
        self.line(f"{given} item{{}};")
        self.line(f"while (call.failed() && py::throw_on(call, {self.value(source)}, item)) {{")
        self._yield("item" if given == wanted else f"py::convert<{wanted}>(item)")
        self.line("}")
        self.line("}")

    def emit_Raise(self, node: typed.Raise) -> None:  # noqa: N802
        """raise; without an exception, again the one being handled."""
        if node.exception is None:
            self.line("py::raise_again(call);")
        else:
            exception = self.value(node.exception)
            if node.cause is not None:
                self.line(f"py::set_cause(py::as_exception(call, {exception}), py::as_exception(call, {self.value(node.cause)}));")
            self.line(f"py::raise(call, {exception});")
        self.line(self.leaving())

    def emit_RaiseClass(self, node: typed.RaiseClass) -> None:  # noqa: N802
        """An error that is known when compiling, where Python raises it."""
        self.line(f'call.raise("{node.python_class}", {self.bytes_literal(node.message)});')
        self.line(self.leaving())

    def emit_Try(self, node: typed.Try) -> None:  # noqa: N802
        """Errors jump to the label behind the body; `finally` runs on every way out and then goes on that way."""
        label = node.label
        if node.final:
            self.line(f"[[maybe_unused]] py::Leaving leaving_{label} = py::Leaving::normally;")
            self.frames.append(Frame("final", label))
            self.line("{")
            self.depth += 1
        if node.handlers:
            self.frames.append(Frame("handlers", label))
            self.braces("", node.body)
            self.frames.pop()
            self.braces("", node.orelse)
            self._handlers(node)
        else:
            self.braces("", node.body)
            self.braces("", node.orelse)
        if node.final:
            self.depth -= 1
            self.line("}")
            self.frames.pop()
            self._final(node)
        self.last_place = None

    def _handlers(self, node: typed.Try) -> None:
        label = node.label
        self.line(f"goto done_{label};")
        self.line(f"except_{label}: __attribute__((unused));")
        self.line("{")
        self.depth += 1
        self.line(f"[[maybe_unused]] py::Exception caught_{label} = py::caught(call);")
        for position, handler in enumerate(node.handlers):
            test = handler_test(handler, f"caught_{label}")
            self.line(f"{'} else ' if position else ''}if ({test}) {{")
            self.depth += 1
            if handler.slot is not None:
                self.line(f"{handler.slot.name} = py::handled<{cpp_type(handler.slot.type)}>(caught_{label});")
                if handler.variable in self.function.checked:
                    self.line(f"{self.flag(handler.variable)} = true;")
            self.line(f"py::Handling handling_{label}(call, caught_{label});")
            self.handling.append(label)
            self.statements(handler.body)
            self.handling.pop()
            self.depth -= 1
        self.line("} else {" if node.handlers else "{")
        self.line(f"  py::restore(call, caught_{label});")
        self.line(f"  {self.leaving()}")
        self.line("}")
        self.depth -= 1
        self.line("}")
        self.line(f"done_{label}:;")

    def _final(self, node: typed.Try) -> None:
        label = node.label
        self.line(f"final_{label}:;" if self._reaches_final(node) else "")
        self.line("{")
        self.depth += 1
        self.line(f"[[maybe_unused]] py::Exception held_{label} = py::caught(call);")
        self.line("{")
        self.depth += 1
        self.line(f"py::Handling handling_{label}(call, held_{label});")
        self.handling.append(label)
        self.statements(node.final)
        self.handling.pop()
        self.depth -= 1
        self.line("}")
        self.line(f"py::restore(call, held_{label});")
        self.depth -= 1
        self.line("}")
        self.line(f"if (leaving_{label} == py::Leaving::error) {self.leaving()}")
        self._exit(label)

    def _reaches_final(self, node: typed.Try) -> bool:
        text = f"goto final_{node.label};"
        return any(text in line for line in self.lines)

    def _exit(self, label: int) -> None:
        for kind, loop in sorted(self.exits.get(label, ())):
            self.line(f"if (leaving_{label} == py::Leaving::{LEAVING[kind]}) {{")
            self.depth += 1
            if kind == "returned":
                self._return_again()
            else:
                self.emit_Leave(typed.Leave(kind, loop, self.function.span))
            self.depth -= 1
            self.line("}")

    def _return_again(self) -> None:
        outer = next((frame for frame in reversed(self.frames) if frame.kind == "final"), None)
        if outer is not None:
            self.exits.setdefault(outer.label, set()).add(("returned", 0))
            self.line(f"leaving_{outer.label} = py::Leaving::returned;")
            self.line(f"goto final_{outer.label};")
        else:
            self.line("co_return;" if self.function.generator else "return returned;")


QUIET = frozenset(["copy", "tuple"])  # call nothing
LEAVING = {"break": "broke", "continue": "continued", "returned": "returned"}


def handler_test(handler: typed.Handler, caught: str) -> str:
    """Whether a handler takes an exception."""
    names = ", ".join(f'"{name}"' for name in handler.classes)
    tests = [f"py::matches({caught}, {{{names}}})"] if handler.classes else []
    if handler.structs:
        tests.append(f"py::is_one_of({caught}, {{{', '.join(f'&{struct}::identity' for struct in handler.structs)}}})")
    return " || ".join(tests) if tests else f"py::catchable({caught})"


def yields(node: typed.Try) -> bool:
    """Whether a generator may be left inside of a `try`."""
    return any(isinstance(inner, typed.Yield) for inner in every([node]))
