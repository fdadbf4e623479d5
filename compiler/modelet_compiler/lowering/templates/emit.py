"""A template's program as C++ tables."""

from __future__ import annotations

from modelet_compiler.lowering.templates.program import Program

_WORDS_A_LINE = 24


def text_view(text: str) -> str:
    """A std::u32string_view of the text, surrogates included."""
    if not text:
        return "std::u32string_view()"
    if any(0xD800 <= ord(one) < 0xE000 for one in text):
        return f"modelet::python::points<{', '.join(str(ord(one)) for one in text)}>"
    return f'std::u32string_view(U"{"".join(map(_escaped, text))}", {len(text)})'


def _escaped(one: str) -> str:
    if one == "\n":
        return "\\n"
    if one in '"\\?':
        return "\\" + one
    code = ord(one)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return f"\\{code:03o}"
    return one if code < 0x7F else f"\\U{code:08X}"


def write_template(name: str, program: Program) -> str:
    """The definition of one `modelet::templates::Template`; a declaration of it must have been seen."""
    lines = [", ".join(map(str, program.code[at : at + _WORDS_A_LINE])) for at in range(0, len(program.code), _WORDS_A_LINE)]
    return (
        f"constexpr uint32_t {name}_code[] = {{\n    " + ",\n    ".join(lines) + "};\n"
        f"constexpr std::u32string_view {name}_texts[] = {{\n    " + ",\n    ".join(map(text_view, program.texts or [""])) + "};\n"
        f"constexpr std::u32string_view {name}_reads[] = {{{', '.join(map(text_view, program.reads or ('',)))}}};\n"
        f"const modelet::templates::Template {name} = {{{name}_code, {program.root}, {name}_texts, {name}_reads, {len(program.reads)},\n"
        f"    {text_view(program.source)}}};\n"
    )
