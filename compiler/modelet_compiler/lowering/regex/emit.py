"""A program as constant tables of C++."""

from __future__ import annotations

from modelet_compiler.lowering.regex.charset import Charset
from modelet_compiler.lowering.regex.program import RegexProgram


def program_definition(program: RegexProgram, name: str, literal: object) -> str:
    """Defines `name`, a `modelet::python::Program`. `literal` writes a string as a std::u32string_view."""
    assert callable(literal)
    lines = [f"static constexpr uint32_t {name}_code[] = {{{_numbers(program.code)}}};"]
    sets = []
    for number, one in enumerate(program.sets):
        tables = []
        for part, ranges in (("ranges", one.ranges), ("cased", one.cased)):
            if ranges:
                lines.append(
                    f"static constexpr uint32_t {name}_{part}_{number}[] = {{{_numbers([end for pair in ranges for end in pair])}}};"
                )
            tables += [f"{name}_{part}_{number}" if ranges else "nullptr", str(len(ranges))]
        sets.append(f"{{{_bits(one)}, {', '.join(tables)}, {one.categories}, {_bool(one.negated)}, {_bool(one.lowered)}}}")
    if sets:
        lines.append(f"static constexpr py::CharacterSet {name}_sets[] = {{{', '.join(sets)}}};")
    numbers = {group: group_name for group_name, group in program.names.items()}
    if program.groups:
        names = ", ".join(literal(numbers.get(group, "")) for group in range(1, program.groups + 1))
        lines.append(f"static constexpr std::u32string_view {name}_names[] = {{{names}}};")
    first = program.first or Charset(frozenset(), (), (), 0, False, False)
    fields = [
        f"{name}_code", f"{name}_sets" if sets else "nullptr", f"{name}_names" if program.groups else "nullptr", str(program.groups),
        str(program.least_width), literal(program.prefix), _bits(first), _bool(program.first is not None), _bool(first.beyond),
        _bool(program.anchored), literal(program.pattern), str(program.flags),
    ]  # fmt: skip
    lines.append(f"static constexpr py::Program {name} = {{{', '.join(fields)}}};")
    return "\n".join(lines) + "\n"


def _numbers(values: list[int]) -> str:
    return ", ".join(str(value) if value < 2**31 else f"{value}u" for value in values)


def _bits(one: Charset) -> str:
    words = [sum(1 << bit for bit in range(32) if word * 32 + bit in one.low) for word in range(8)]
    return f"{{{', '.join(f'0x{word:x}u' for word in words)}}}"


def _bool(value: bool) -> str:
    return "true" if value else "false"
