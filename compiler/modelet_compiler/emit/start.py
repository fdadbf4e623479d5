"""How a function is started: its arguments decoded by name, its result encoded."""

from __future__ import annotations

from modelet_compiler.emit.cpp_types import cpp_literal, cpp_type
from modelet_compiler.ir import typed
from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.ir.types import ArrayType, DictType, GeneratorType, ListType, LiteralType, TupleType, Type, UnionType, type_name


def start_function(index: int, code: typed.Function, types: tuple[Type, ...], name: str, has_classes: bool) -> str:
    """The C++ function that modelet::Function names."""
    lines = [
        f"// {code.file}:{code.span.line} {code.python_name}",
        f"std::unique_ptr<modelet::Run> start_{index}(modelet::Call &call, const modelet::Values &values) {{",
        *([f"  using namespace f{index};"] if has_classes else []),
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
        lines += _array_check(code, parameter, declared)
        passed.append(parameter.slot.name)
    lines.append("  if (!arguments.complete()) return nullptr;")
    body = f"{name}({', '.join(['call', *passed])})"
    body += ".adopt(call)" if code.generator else ""
    if not code.generator and isinstance(code.result, GeneratorType):  # it runs now, the generator that it returns later
        lines += [f"  auto made = {body};", "  if (call.failed()) return nullptr;"]
        passed, body = ["made"], "(static_cast<void>(call), made)"
    captured = "".join(f", {name} = std::move({name})" for name in passed)
    maker = "generate" if isinstance(code.result, GeneratorType) else "once"
    lines += [f"  return py::{maker}(call, [{captured[2:]}](modelet::Call &call) {{ return {body}; }});", "}", ""]
    return "\n".join(lines)


def _array_check(code: typed.Function, parameter: typed.Parameter, declared: Type) -> list[str]:
    """Compiled code reads arrays of one dtype: a caller's are checked."""
    array = array_in(declared)
    if array is None:
        return []
    dtype = f"modelet::DType::{'boolean' if array.dtype == 'bool' else array.dtype}"
    expected = f'{{"{code.python_name}", "{parameter.name}", {dtype}, {-1 if array.rank is None else array.rank}}}'
    return [f"  np::check_argument(call, {parameter.slot.name}, {expected});"]


def array_in(type_: Type) -> ArrayType | None:
    """The array type that a parameter's type holds."""
    match type_:
        case ArrayType():
            return type_
        case ListType(item) | DictType(_, item):
            return array_in(item)
        case TupleType(parts) | UnionType(parts):
            return next((found for found in map(array_in, parts) if found is not None), None)
    return None


def _taken(parameter: typed.Parameter, declared: Type) -> str:
    wanted = f'arguments.take<{cpp_type(parameter.slot.type)}>("{parameter.name}", {_narrow(type_name(declared))}'
    if parameter.default is EMPTY:
        return wanted + ")"
    value = cpp_literal(parameter.default)
    return f"{wanted}, py::convert<{cpp_type(parameter.slot.type)}>({value}))"


def _narrow(text: str) -> str:
    return '"' + "".join(chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.encode()) + '"'
