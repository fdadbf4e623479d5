"""How a function is started: its arguments decoded by name, its result encoded."""

from __future__ import annotations

from modelet_compiler.emit.constants import Constants
from modelet_compiler.emit.cpp_types import cpp_literal, cpp_type
from modelet_compiler.ir import typed
from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.ir.types import LiteralType, Type, type_name


def start_function(index: int, code: typed.Function, types: tuple[Type, ...], name: str, constants: Constants) -> str:
    """The C++ function that modelet::Function names."""
    del constants
    lines = [
        f"// {code.file}:{code.span.line} {code.python_name}",
        f"std::unique_ptr<modelet::Run> start_{index}(modelet::Call &call, const modelet::Values &values) {{",
        "  modelet::python::attach_heap(call, call.memory_limit);",
        f'  py::Arguments arguments(call, values, "{code.python_name}");',
    ]
    passed = []
    for parameter, declared in zip(code.parameters, types, strict=True):
        lines.append(f"  auto {parameter.slot.name} = {_taken(parameter, declared)};")
        if isinstance(declared, LiteralType):
            allowed = ", ".join(cpp_literal(value) for value in declared.values)
            words = ", ".join(map(repr, declared.values))
            lines.append(f'  arguments.one_of({parameter.slot.name}, "{parameter.name}", {_narrow(words)}, {{{allowed}}});')
        passed.append(parameter.slot.name)
    lines.append("  if (!arguments.complete()) return nullptr;")
    captured = "".join(f", {name} = std::move({name})" for name in passed)
    body = f"{name}({', '.join(['call', *passed])})"
    body += ".adopt(call)" if code.generator else ""
    maker = "generate" if code.generator else "once"
    lines += [f"  return py::{maker}(call, [{captured[2:]}](modelet::Call &call) {{ return {body}; }});", "}", ""]
    return "\n".join(lines)


def _taken(parameter: typed.Parameter, declared: Type) -> str:
    wanted = f'arguments.take<{cpp_type(parameter.slot.type)}>("{parameter.name}", {_narrow(type_name(declared))}'
    if parameter.default is EMPTY:
        return wanted + ")"
    value = cpp_literal(parameter.default)
    return f"{wanted}, py::convert<{cpp_type(parameter.slot.type)}>({value}))"


def _narrow(text: str) -> str:
    return '"' + "".join(chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.encode()) + '"'
