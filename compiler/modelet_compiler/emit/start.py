"""How a function is started: its arguments decoded by name, its result encoded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from modelet_compiler.emit.cpp_types import cpp_literal, cpp_type
from modelet_compiler.frontend.annotations import is_container
from modelet_compiler.frontend.array_variants import Dtypes
from modelet_compiler.ir import typed
from modelet_compiler.ir.nodes import EMPTY
from modelet_compiler.ir.types import (
    ArrayType,
    DictType,
    EngineType,
    GeneratorType,
    ListType,
    LiteralType,
    TupleType,
    Type,
    UnionType,
    arrays_in,
    type_name,
)


def start_name(index: int, variant: int | None = None) -> str:
    """The C++ name of what starts a function, or one of its variants."""
    return f"start_{index}" if variant is None else f"start_{index}_{variant}"


def start_variants(index: int, code: typed.Function, dtypes: Sequence[Dtypes], names: Sequence[str]) -> str:
    """The C++ function that starts the variant which fits the dtypes of the caller's arrays."""
    open_ = [position for position, dtype in enumerate(dtypes[0]) if dtype is not None]
    rows = ["{" + ", ".join(_cpp_dtype(str(row[position])) for position in open_) + "}" for row in dtypes]
    parameters = ", ".join(f'"{code.parameters[position].name}"' for position in open_)
    return "\n".join(
        [
            f"std::unique_ptr<modelet::Run> {start_name(index)}(modelet::Call &call, const modelet::Values &values) {{",
            f"  static constexpr const char *parameters[] = {{{parameters}}};",
            f"  static constexpr modelet::DType dtypes[][{len(open_)}] = {{{', '.join(rows)}}};",
            f"  constexpr decltype(&{names[0]}) variants[] = {{{', '.join(names)}}};",
            f'  const int64_t found = np::find_variant(call, values, "{code.python_name}", parameters, dtypes);',
            "  return found < 0 ? nullptr : variants[found](call, values);",
            "}",
            "",
        ]
    )


def _cpp_dtype(name: str) -> str:
    return f"modelet::DType::{'boolean' if name == 'bool' else name}"


SHARING = "_sharing"


def start_sharing(start: str, inner: str) -> str:
    """The C++ function that starts `inner` on the heap of the module's state."""
    parameters = "modelet::Call &call, const modelet::Values &values"
    return "\n".join(
        [
            f"std::unique_ptr<modelet::Run> {start}({parameters}) {{",
            f"  return py::start_sharing(call, values, &{inner});",
            "}",
            "",
        ]
    )


def captured_default(parameter: typed.Parameter) -> tuple[typed.Literal, Type] | None:
    """A default that is no plain value, but an object of the module."""
    type_ = parameter.slot.type
    return (typed.Literal(parameter.default, type_, parameter.name), type_) if is_container(parameter.default) else None


def start_function(
    start: str, code: typed.Function, types: tuple[Type, ...], name: str, namespace: str, defaults: Mapping[str, str]
) -> str:
    """The C++ function that modelet::Function names: `start`. `namespace`: of the function's own classes, if it has any.

    `defaults` are the C++ of those that are objects of the module.
    """
    lines = [
        f"// {code.file}:{code.span.line} {code.python_name}",
        f"std::unique_ptr<modelet::Run> {start}(modelet::Call &call, const modelet::Values &values) {{",
        *([f"  using namespace {namespace};"] if namespace else []),
        "  modelet::python::attach_heap(call, call.memory_limit);",
        f'  py::Arguments arguments(call, values, "{code.python_name}");',
    ]
    passed = []
    for parameter, declared in zip(code.parameters, types, strict=True):
        lines.append(f"  auto {parameter.slot.name} = {_taken(parameter, declared, defaults)};")
        if isinstance(declared, LiteralType):
            allowed = ", ".join(cpp_literal(value) for value in declared.values)
            words = ", ".join(map(repr, declared.values))
            lines.append(f'  arguments.one_of({parameter.slot.name}, "{parameter.name}", {_narrow(words)}, {{{allowed}}});')
        lines += [f"  {line}" for line in array_checks(declared, parameter.slot.name, code.python_name, parameter.name)]
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


def array_checks(type_: Type, value: str, owner: str, name: str, depth: int = 0) -> list[str]:
    """Compiled code reads arrays of one dtype: a caller's are checked, wherever they are in the value of `name`. `value` is its C++."""
    distinct = set(arrays_in(type_))
    if len(distinct) < 2:
        return [_check(array, value, owner, name) for array in distinct]
    inner = f"part{depth}"
    match type_:
        case TupleType(parts):
            found = [array_checks(part, f"std::get<{at}>({value})", owner, name, depth) for at, part in enumerate(parts)]
            return [line for lines in found for line in lines]
        case UnionType(parts):
            head = "if (const auto *{inner} = std::get_if<{member}>(&{value})) {{"
            lines = []
            for part in parts:
                body = array_checks(part, f"(*{inner})", owner, name, depth + 1)
                lines += [head.format(inner=inner, member=cpp_type(part), value=value), *body, "}"] if body else []
            return lines
        case ListType(item):
            return [f"for (const auto &{inner} : {value}) {{", *array_checks(item, inner, owner, name, depth + 1), "}"]
        case DictType(_, item):
            head = f"for (const auto &{inner} : {value}.table().entries()) {{"
            return [head, f"if (!{inner}.live) continue;", *array_checks(item, f"{inner}.value", owner, name, depth + 1), "}"]
        case EngineType(_, _, (item,)):
            head = f"for (int64_t at{depth} = 0; at{depth} < {value}.size(); ++at{depth}) {{"
            return [head, *array_checks(item, f"{value}.at(at{depth})", owner, name, depth + 1), "}"]
    return []


def _check(array: ArrayType, value: str, owner: str, name: str) -> str:
    expected = f'{{"{owner}", "{name}", {_cpp_dtype(array.dtype)}, {-1 if array.rank is None else array.rank}}}'
    return f"np::check_argument(call, {value}, {expected});"


def _taken(parameter: typed.Parameter, declared: Type, defaults: Mapping[str, str]) -> str:
    wanted = f'arguments.take<{cpp_type(parameter.slot.type)}>("{parameter.name}", {_narrow(type_name(declared))}'
    if parameter.default is EMPTY:
        return wanted + ")"
    value = defaults.get(parameter.name) or cpp_literal(parameter.default)
    return f"{wanted}, py::convert<{cpp_type(parameter.slot.type)}>({value}))"


def _narrow(text: str) -> str:
    return '"' + "".join(chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.encode()) + '"'
