"""The C++ translation unit of one tokenizer: its tables as constants, named after what they hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from modelet_compiler.lowering.tokenizers.patterns import PatternTable, pattern_table
from modelet_compiler.lowering.tokenizers.specification import (
    Characters,
    Compose,
    OrderMarks,
    Prepend,
    Replace,
    Specification,
    Step,
    Strip,
)
from modelet_compiler.lowering.tokenizers.tables import Fusion, MappingTable, TwoStage, splitter_table, two_stage
from modelet_compiler.lowering.tokenizers.unicode import character_class, character_map, combining_classes, composition_pairs
from modelet_compiler.lowering.tokenizers.vocabulary import VocabularyTable, vocabulary_table

WIDTH = 136  # of generated lines

INCLUDES = """#include "tokenizers/calls.h"
#include "tokenizers/canonical.h"
#include "tokenizers/decode.h"
#include "tokenizers/wordpiece.h"
"""


class TableWriter:
    """Collects the definitions of one tokenizer; each method returns the C++ expression for what it wrote."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._classes: str | None = None

    def text(self) -> str:
        """All definitions, in the order they were asked for."""
        return "\n".join(self.parts)

    def array(self, type_: str, name: str, values: Iterable[int]) -> str:
        """An array of numbers; a single zero stands for none, as C++ has no empty arrays."""
        self.parts.append(f"constexpr {type_} {name}[] = {{\n{_rows(list(values) or [0])}}};")
        return name

    def table(self, type_: str, name: str, table: TwoStage) -> str:
        """A CodePointTable."""
        index = self.array("uint16_t", f"{name}_index", table.index.tolist())
        values = self.array(type_, f"{name}_values", table.values.tolist())
        self.parts.append(f"constexpr CodePointTable<{type_}> {name} = {{{index}, {values}, {table.shift}}};")
        return name

    def mapping(self, name: str, mapping: MappingTable) -> str:
        """A Mapping."""
        codes = self.table("uint16_t", f"{name}_codes", mapping.codes)
        sequences = self.array("char32_t", f"{name}_sequences", mapping.sequences)
        self.parts.append(f"constexpr Mapping {name} = {{{codes}, {sequences}}};")
        return name

    def classes(self) -> str:
        """The canonical combining classes, once."""
        if self._classes is None:
            self._classes = self.table("uint8_t", "combining_classes", _classes_table())
        return self._classes

    def vocabulary(self, table: VocabularyTable) -> str:
        """A Vocabulary."""
        self.parts.append(f"constexpr char vocabulary_text[] =\n{_text_rows(table.tokens)};")
        blocks = self.array("uint32_t", "vocabulary_blocks", table.blocks)
        offsets = self.array("uint16_t", "vocabulary_offsets", table.offsets)
        holes = self.array("uint32_t", "vocabulary_holes", table.holes)
        displacements = self.array("uint16_t", "vocabulary_displacements", table.displacements)
        slots = self.array("uint16_t", "vocabulary_slots", (identifier & 0xFFFF for identifier in table.slots))
        above = "nullptr"
        if max(table.slots) > 0xFFFF:
            above = self.array("uint8_t", "vocabulary_slots_above", (identifier >> 16 for identifier in table.slots))
        fields = [
            "vocabulary_text", blocks, offsets, len(table.tokens), f"{{{holes}, {len(table.holes)}}}", table.seed,
            displacements, len(table.displacements), slots, above, len(table.slots),
        ]  # fmt: skip
        self.parts.append(f"constexpr Vocabulary vocabulary = {{{', '.join(map(str, fields))}}};")
        return "vocabulary"

    def patterns(self, name: str, table: PatternTable) -> str:
        """The address of a Patterns."""
        edges = self.array("uint32_t", f"{name}_edges", table.edges)
        labels = self.array("char32_t", f"{name}_labels", table.labels)
        targets = self.array("uint32_t", f"{name}_targets", table.targets)
        tokens = self.array("int32_t", f"{name}_tokens", table.tokens)
        self.parts.append(f"constexpr Patterns {name} = {{{edges}, {labels}, {targets}, {tokens}}};")
        return f"&{name}"


def write_tables(specification: Specification, normalized: dict[str, int], options: dict[str, Any]) -> str:
    """The definitions that end in that of `const Tokenizer tokenizer`.

    `normalized` holds the normalised texts of added tokens that are looked for after normalisation (text → index of the token);
    `options` the fields that transformers adds: pad_id, pad_type, unknown_id, named_specials, clean_up_spaces.
    """
    out = TableWriter()
    steps, first_mapping, local = _write_normalizer(out, specification.normalizer)
    splitter = splitter_table(specification.splits)
    classes = out.table("uint8_t", "classes", splitter.classes)
    cuts = out.array("uint32_t", "cuts", splitter.cuts)
    out.parts.append(f"constexpr Splitter splitter = {{{classes}, {splitter.removed}, {cuts}}};")
    _write_model(out, specification)
    added = _write_added(out, specification, normalized)
    portioned = local and splitter.removes_spaces and not normalized
    specials = out.array("int32_t", "named_specials", options["named_specials"])
    out.parts.append(
        "extern const Tokenizer tokenizer;\n"
        "constinit const Tokenizer tokenizer = {\n"
        f"    .normalizer = {steps},\n"
        f"    .portioned = {_bool(portioned)},\n"
        f"    .portions = {first_mapping},\n"
        "    .splitter = &splitter,\n"
        "    .model = {tokenize_wordpiece, &model},\n"
        "    .vocabulary = &vocabulary,\n"
        f"    .added = {added},\n"
        f"    .single = {_write_template(out, specification)},\n"
        f"    .decoder = {_write_decoder(out, specification)},\n"
        f"    .pad_id = {options['pad_id']},\n"
        f"    .pad_type = {options['pad_type']},\n"
        f"    .unknown_id = {options['unknown_id']},\n"
        f"    .named_specials = {{{specials}, {len(options['named_specials'])}}},\n"
        f"    .clean_up_spaces = {_bool(options['clean_up_spaces'])},\n"
        "};"
    )
    return out.text()


def _write_normalizer(out: TableWriter, steps: tuple[Step, ...]) -> tuple[str, str, bool]:
    """(the steps, the first of them when it is a mapping, whether all leave spaces alone and look past none)."""
    entries: list[str] = []
    first = "nullptr"
    local = True
    for step in _fused(steps):
        if isinstance(step, MappingTable):
            name = out.mapping(f"mapping_{len(entries)}", step)
            first = f"&{name}" if not entries else first
            entries.append(f"{{map_characters, &{name}}}")
            local = local and _keeps_spaces(step)
        else:
            local = local and isinstance(step, OrderMarks | Compose)
            entries.append(_write_step(out, step, len(entries)))
    if not entries:
        return "{}", "nullptr", True
    out.parts.append(f"constexpr Step steps[] = {{{', '.join(entries)}}};")
    return "steps", first, local


def _keeps_spaces(mapping: MappingTable) -> bool:
    codes = mapping.codes
    return int(codes.values[(int(codes.index[0x20 >> codes.shift]) << codes.shift) | (0x20 & ((1 << codes.shift) - 1))]) == 0


@cache
def _classes_table() -> TwoStage:
    return two_stage(combining_classes())


@cache
def _fused(steps: tuple[Step, ...]) -> list[Step | MappingTable]:
    """Neighbouring character maps as one table; those that change nothing are left out."""
    result: list[Step | MappingTable] = []
    fusion = Fusion()
    for step in [*steps, None]:
        if isinstance(step, Characters):
            fusion.add(character_map(step.primitive))
            continue
        if not fusion.is_identity():
            result.append(fusion.table())
        fusion = Fusion()
        if step is not None:
            result.append(step)
    return result


def _write_step(out: TableWriter, step: Step, number: int) -> str:
    name = f"step_{number}"
    if isinstance(step, OrderMarks):
        return f"{{order_marks, &{out.classes()}}}"
    if isinstance(step, Compose):
        classes = out.classes()
        rows = ",\n".join(f"    {{{first}, {second}, {composed}}}" for first, second, composed in composition_pairs())
        out.parts.append(f"constexpr Pair {name}_pairs[] = {{\n{rows}}};\nconstexpr Composition {name} = {{&{classes}, {name}_pairs}};")
        return f"{{compose_characters, &{name}}}"
    if isinstance(step, Strip):
        spaces = out.table("uint8_t", f"{name}_spaces", two_stage(character_class("whitespace").astype("uint8")))
        out.parts.append(f"constexpr Strip {name} = {{{_bool(step.left)}, {_bool(step.right)}, &{spaces}}};")
        return f"{{strip_spaces, &{name}}}"
    if isinstance(step, Replace):
        out.parts.append(f"constexpr Replace {name} = {{{u32_view(step.pattern)}, {u32_view(step.content)}}};")
        return f"{{replace_literal, &{name}}}"
    assert isinstance(step, Prepend)
    out.parts.append(f"constexpr std::u32string_view {name} = {u32_view(step.content)};")
    return f"{{prepend_literal, &{name}}}"


def _write_model(out: TableWriter, specification: Specification) -> None:
    model = specification.model
    table = vocabulary_table(model.vocabulary)
    out.vocabulary(table)
    out.parts.append(
        f"constexpr WordPiece model = {{&vocabulary, {u32_view(model.prefix)}, {model.vocabulary[model.unknown]}, "
        f"{model.longest_word}u, {table.longest}}};"
    )


def _write_added(out: TableWriter, specification: Specification, normalized: dict[str, int]) -> str:
    tokens = specification.added
    if not tokens:
        return "{}"
    rows = ",\n".join(
        f"    {{{u32_view(token.content)}, {view(token.decoded)}, {token.id}, {_bool(token.special)}, {_bool(token.single_word)}, "
        f"{_bool(token.left_strip)}, {_bool(token.right_strip)}}}"
        for token in tokens
    )
    out.parts.append(f"constexpr AddedToken added_tokens[] = {{\n{rows}}};")
    raw = {token.content: index for index, token in enumerate(tokens) if not token.normalized}
    raw_name = out.patterns("raw_patterns", pattern_table(raw)) if raw else "nullptr"
    normalized_name = out.patterns("normalized_patterns", pattern_table(normalized)) if normalized else "nullptr"
    traits = "nullptr"
    if any(token.single_word or token.left_strip or token.right_strip for token in tokens):
        values = character_class("added_words").astype("uint8") | character_class("added_spaces").astype("uint8") << 1
        traits = "&" + out.table("uint8_t", "added_traits", two_stage(values))
    return f"{{added_tokens, {raw_name}, {normalized_name}, {traits}}}"


def _write_template(out: TableWriter, specification: Specification) -> str:
    template = specification.template
    sides = []
    for name, ids in (("before", template.before), ("after", template.after)):
        if ids:
            rows = ", ".join(f"{{{identifier}, {type_}}}" for identifier, type_ in ids)
            out.parts.append(f"constexpr TypedId special_{name}[] = {{{rows}}};")
        sides.append(f"special_{name}" if ids else "{}")
    return f"{{{sides[0]}, {sides[1]}, {template.type}}}"


def _write_decoder(out: TableWriter, specification: Specification) -> str:
    decoder = specification.decoder
    if decoder is None:
        return "{decode_spaced, nullptr}"
    out.parts.append(f"constexpr WordPieceDecoder decoder = {{{view(decoder.prefix)}, {_bool(decoder.cleanup)}}};")
    return "{decode_wordpiece, &decoder}"


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _rows(values: Sequence[int]) -> str:
    lines, line = [], ""
    for value in values:
        item = f"{value},"
        if len(line) + len(item) > WIDTH:
            lines.append(line + "\n")
            line = ""
        line += item
    return "".join([*lines, line])


def _text_rows(tokens: Sequence[bytes]) -> str:
    """The tokens one after another as string literals, each line with the id of its first."""
    lines: list[str] = []
    first, line = 0, ""
    for identifier, token in enumerate(tokens):
        text = escaped(token.decode("utf-8"))
        if line and len(line) + len(text) > WIDTH - 16:
            lines.append(f'/* {first:6} */ "{line}"\n')
            first, line = identifier, ""
        line += text
    return "".join([*lines, f'/* {first:6} */ "{line}"'])


def escaped(text: str) -> str:
    """The inside of a C++ string literal, the same characters in any kind of literal."""
    return "".join(_escape(character) for character in text)


def _escape(character: str) -> str:
    code = ord(character)
    if character in '"\\?':
        return "\\" + character
    if code < 0x20 or code == 0x7F:
        return f"\\{code:03o}"
    return character if character.isprintable() or code < 0x80 else f"\\U{code:08X}" if code >= 0xA0 else _octal(character)


def _octal(character: str) -> str:
    """C1 controls, which universal character names cannot say in every compiler."""
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8"))


def u32_view(text: str) -> str:
    """A std::u32string_view of the text."""
    if not text:
        return "std::u32string_view()"
    if all(0x20 <= ord(character) < 0x7F for character in text):
        return f'std::u32string_view(U"{escaped(text)}", {len(text)})'
    codes = "".join(f"\\x{ord(character):X}" for character in text)
    return f'std::u32string_view(U"{codes}", {len(text)})'


def view(text: str) -> str:
    """A std::string_view of the text's UTF-8."""
    return f'std::string_view("{escaped(text)}", {len(text.encode("utf-8"))})'
