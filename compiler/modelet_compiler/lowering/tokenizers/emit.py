"""The C++ translation unit of one tokenizer: its tables as constants, named after what they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Any

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.automaton import automaton
from modelet_compiler.lowering.tokenizers.byte_level import bytes_of
from modelet_compiler.lowering.tokenizers.byte_pairs import BytePairs, MergesTable, cut, fallback_ids, merges_table, unit_ids, whole_bits
from modelet_compiler.lowering.tokenizers.decoders import (
    ByteFallbackDecoder,
    ByteLevelDecoder,
    Decoder,
    FuseDecoder,
    MetaspaceDecoder,
    ReplaceDecoder,
    SpacedDecoder,
    StripDecoder,
    SuffixDecoder,
    WordPieceDecoder,
    after_fusion,
)
from modelet_compiler.lowering.tokenizers.patterns import PatternTable, pattern_table
from modelet_compiler.lowering.tokenizers.perfect_hash import PerfectHash
from modelet_compiler.lowering.tokenizers.specification import Specification
from modelet_compiler.lowering.tokenizers.steps import (
    ByteLevel,
    Characters,
    Compose,
    Metaspace,
    OrderMarks,
    PatternSplit,
    PrefixSpace,
    Prepend,
    Replace,
    Split,
    Stage,
    Step,
    Strip,
)
from modelet_compiler.lowering.tokenizers.tables import Fusion, MappingTable, TwoStage, splitter_table, two_stage
from modelet_compiler.lowering.tokenizers.unicode import character_class, character_map, combining_classes, composition_pairs
from modelet_compiler.lowering.tokenizers.unigram import Unigram, score_words, trie_table, unknown_score
from modelet_compiler.lowering.tokenizers.vocabulary import VocabularyTable, vocabulary_table
from modelet_compiler.lowering.tokenizers.word_piece import WordPiece

WIDTH = 136  # of generated lines
QUOTES = '""'
SPECIAL = frozenset('"\\?')  # has a meaning in a literal

INCLUDES = """#include "tokenizers/byte_pairs.h"
#include "tokenizers/calls.h"
#include "tokenizers/canonical.h"
#include "tokenizers/decode.h"
#include "tokenizers/pattern.h"
#include "tokenizers/unigram.h"
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

    def wide(self, bits: int, name: str, values: Sequence[int]) -> str:
        """An array of char16_t or char32_t, as a string literal: that compiles several times as fast as numbers."""
        prefix = {16: "u", 32: "U"}[bits]
        lines = (values[first : first + 24] for first in range(0, len(values), 24))
        rows = "\n".join(prefix + '"' + "".join(f"\\x{value:x}" for value in line) + '"' for line in lines)
        self.parts.append(f"constexpr char{bits}_t {name}[] =\n{rows or prefix + QUOTES};")
        return name

    def bytes(self, name: str, values: bytes) -> str:
        """An array of char, as a string literal."""
        lines = (values[first : first + 32] for first in range(0, len(values), 32))
        rows = "\n".join('"' + "".join(f"\\{value:03o}" for value in line) + '"' for line in lines)
        self.parts.append(f"constexpr char {name}[] =\n{rows or QUOTES};")
        return name

    def perfect_hash(self, name: str, table: PerfectHash) -> str:
        """The value of a PerfectHash."""
        displacements = self.wide(16, f"{name}_displacements", table.displacements)
        return f"{{{table.seed}, {displacements}, {len(table.displacements)}, {table.slots}}}"

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
        blocks = self.wide(32, "vocabulary_blocks", table.blocks)
        offsets = self.wide(16, "vocabulary_offsets", table.offsets)
        holes = self.array("uint32_t", "vocabulary_holes", table.holes)
        verbatim = self.array("uint32_t", "vocabulary_verbatim", table.verbatim)
        found = self.perfect_hash("vocabulary", table.hash)
        slots = self.wide(16, "vocabulary_slots", [identifier & 0xFFFF for identifier in table.slots])
        above = "nullptr"
        if max(table.slots) > 0xFFFF:
            above = self.bytes("vocabulary_slots_above", bytes(identifier >> 16 for identifier in table.slots))
        fields = [
            "vocabulary_text", blocks, offsets, len(table.tokens), f"{{{holes}, {len(table.holes)}}}", _bool(table.bytes),
            f"{{{verbatim}, {len(table.verbatim)}}}", found, slots, above,
        ]  # fmt: skip
        self.parts.append(f"constexpr Vocabulary vocabulary = {{{', '.join(map(str, fields))}}};")
        return "vocabulary"

    def merges(self, table: MergesTable) -> str:
        """The value of a Merges."""
        found = self.perfect_hash("merges", table.hash)
        slots = self.wide(32, "merges_slots", table.slots)
        results = self.wide(32, "merges_results", table.results)
        return f"{{{found}, {slots}, {table.id_bits}, {results}}}"

    def ids(self, name: str, values: list[int] | None) -> str:
        """An array of ids, or a null pointer."""
        return "nullptr" if values is None else self.array("int32_t", name, values)

    def patterns(self, name: str, table: PatternTable) -> str:
        """The address of a Patterns."""
        edges = self.array("uint32_t", f"{name}_edges", table.edges)
        labels = self.array("char32_t", f"{name}_labels", table.labels)
        targets = self.array("uint32_t", f"{name}_targets", table.targets)
        tokens = self.array("int32_t", f"{name}_tokens", table.tokens)
        self.parts.append(f"constexpr Patterns {name} = {{{edges}, {labels}, {targets}, {tokens}}};")
        return f"&{name}"


def write_tables(specification: Specification, normalized: dict[str, int], whole: Sequence[bool], options: dict[str, Any]) -> str:
    """The definitions that end in that of `const Tokenizer tokenizer`.

    `normalized` holds the normalised texts of added tokens that are looked for after normalisation (text → index of the token);
    `whole` says of each id whether a word that is its text becomes it; `options` are the fields that transformers adds: pad_id, pad_type,
    unknown_id, named_specials.
    """
    out = TableWriter()
    steps, first_mapping, local = _write_normalizer(out, specification.normalizer)
    stages, removes_spaces = _write_stages(out, specification.stages)
    model = MODELS[type(specification.model)](out, specification, whole)
    added = _write_added(out, specification, normalized)
    portioned = local and removes_spaces and not normalized
    specials = out.array("int32_t", "named_specials", options["named_specials"])
    out.parts.append(
        "extern const Tokenizer tokenizer;\n"
        "constinit const Tokenizer tokenizer = {\n"
        f"    .normalizer = {steps},\n"
        f"    .portioned = {_bool(portioned)},\n"
        f"    .portions = {first_mapping},\n"
        f"    .stages = {stages},\n"
        f"    .model = {model},\n"
        "    .vocabulary = &vocabulary,\n"
        f"    .added = {added},\n"
        f"    .single = {_write_template(out, specification)},\n"
        f"    .decoder = {_write_decoder(out, specification.decoder)},\n"
        f"    .decodes_bytes = {_bool(_decodes_bytes(specification))},\n"
        f"    .pad_id = {options['pad_id']},\n"
        f"    .pad_type = {options['pad_type']},\n"
        f"    .unknown_id = {options['unknown_id']},\n"
        f"    .named_specials = {{{specials}, {len(options['named_specials'])}}},\n"
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


def _write_stages(out: TableWriter, stages: tuple[Stage, ...]) -> tuple[str, bool]:
    """(the stages, whether no word begins or ends otherwise for a space before or after it)."""
    entries: list[str] = []
    grouped = [(kind, tuple(group)) for kind, group in groupby(stages, lambda stage: isinstance(stage, Split))]
    for are_splits, group in grouped:
        parts = [group] if are_splits else [(stage,) for stage in group if not isinstance(stage, ByteLevel)]
        entries += [_write_stage(out, part, len(entries)) for part in parts]
    first = grouped[0][1] if grouped and grouped[0][0] else ()
    removes_spaces = len(grouped) == 1 and splitter_table(_splits(first)).removes_spaces
    if not entries:
        return "{}", False
    out.parts.append(f"constexpr SplitStage stages[] = {{{', '.join(entries)}}};")
    return "stages", removes_spaces


def _splits(stages: Sequence[Stage]) -> tuple[Split, ...]:
    return tuple(stage for stage in stages if isinstance(stage, Split))


def _write_stage(out: TableWriter, group: tuple[Stage, ...], number: int) -> str:
    """One stage: neighbouring splits by classes of characters, or one of another kind."""
    name, stage = f"stage_{number}", group[0]
    if isinstance(stage, Split):
        splitter = splitter_table(_splits(group))
        classes = out.table("uint8_t", f"{name}_classes", splitter.classes)
        cuts = out.array("uint32_t", f"{name}_cuts", splitter.cuts)
        out.parts.append(f"constexpr Splitter {name} = {{{classes}, {splitter.removed}, {cuts}}};")
        return f"{{split_classes, &{name}}}"
    if isinstance(stage, PatternSplit):
        found = automaton(stage.expression)
        classes = out.table("uint8_t", f"{name}_classes", found.classes)
        states = out.array("uint16_t", f"{name}_next", found.next)
        out.parts.append(
            f"constexpr Pattern {name}_pattern = {{{classes}, {found.columns}, {states}}};\n"
            f"constexpr PatternSplit {name} = {{&{name}_pattern, Behavior::{BEHAVIORS[stage.behavior]}, {_bool(stage.invert)}}};"
        )
        return f"{{split_pattern, &{name}}}"
    if isinstance(stage, Metaspace):
        out.parts.append(
            f"constexpr Metaspace {name} = {{0x{ord(stage.replacement):X}, Metaspace::{stage.prepend}, {_bool(stage.split)}}};"
        )
        return f"{{split_metaspace, &{name}}}"
    assert isinstance(stage, PrefixSpace)
    return "{prefix_space, nullptr}"


BEHAVIORS = {
    "Contiguous": "contiguous",
    "Isolated": "isolated",
    "MergedWithNext": "merged_with_next",
    "MergedWithPrevious": "merged_with_previous",
    "Removed": "removed",
}


def _write_word_piece(out: TableWriter, specification: Specification, whole: Sequence[bool]) -> str:
    del whole
    model = specification.model
    assert isinstance(model, WordPiece)
    table = vocabulary_table(model.vocabulary)
    out.vocabulary(table)
    out.parts.append(
        f"constexpr WordPiece model = {{&vocabulary, {u32_view(model.prefix)}, {model.vocabulary[model.unknown]}, "
        f"{model.longest_word}u, {table.longest}}};"
    )
    return "{tokenize_wordpiece, &model}"


def _write_byte_pairs(out: TableWriter, specification: Specification, whole: Sequence[bool]) -> str:
    model, byte_level = specification.model, specification.byte_level
    assert isinstance(model, BytePairs)
    out.vocabulary(vocabulary_table(model.vocabulary, byte_level))
    before, unless_after = cut(model, byte_level)
    fields = [
        "&vocabulary",
        out.merges(merges_table(model)),
        out.bytes("whole_tokens", whole_bits(whole)) if any(whole) else "nullptr",
        out.ids("unit_ids", unit_ids(model, byte_level)),
        out.ids("fallback_ids", fallback_ids(model.vocabulary) if model.fallback else None),
        _units(model.prefix, byte_level),
        _units(model.suffix, byte_level),
        -1 if model.unknown is None else model.vocabulary[model.unknown],
        _bool(model.fuse_unknown),
        f"{{0x{ord(before or chr(0)):X}, {u32_view(unless_after)}}}",
    ]
    out.parts.append(f"constexpr BytePairs model = {{{', '.join(map(str, fields))}}};")
    return "{tokenize_byte_pairs, &model}"


def _write_unigram(out: TableWriter, specification: Specification, whole: Sequence[bool]) -> str:
    del whole
    model = specification.model
    assert isinstance(model, Unigram)
    out.vocabulary(vocabulary_table(model.vocabulary))
    trie = trie_table(model.vocabulary)
    children, tokens = out.wide(32, "trie_children", trie.children), out.wide(32, "trie_tokens", trie.tokens)
    fields = [
        "&vocabulary",
        f"{{{children}, {out.bytes('trie_labels', trie.labels)}, {tokens}}}",
        out.wide(32, "scores", score_words(model)),
        repr(unknown_score(model)),
        model.unknown,
        out.ids("fallback_ids", fallback_ids(model.vocabulary) if model.fallback else None),
    ]
    out.parts.append(f"constexpr Unigram model = {{{', '.join(map(str, fields))}}};")
    return "{tokenize_unigram, &model}"


def _units(text: str, byte_level: bool) -> str:
    """A prefix or suffix, in the units of the model."""
    if not byte_level:
        return u32_view(text)
    stood_for = bytes_of(text)
    if stood_for is None:
        raise Refused(f"the tokenizer's words are bytes, and {text!r} stands for none", "report this tokenizer")
    return u32_view(stood_for.decode("latin-1"))


MODELS: dict[type, Callable[[TableWriter, Specification, Sequence[bool]], str]] = {
    BytePairs: _write_byte_pairs,
    Unigram: _write_unigram,
    WordPiece: _write_word_piece,
}


def _write_added(out: TableWriter, specification: Specification, normalized: dict[str, int]) -> str:
    tokens = specification.added
    if not tokens:
        return "{}"
    rows = ",\n".join(
        f"    {{{u32_view(token.content)}, {byte_view(_decoded(specification, token.decoded))}, {token.id}, {_bool(token.special)}, "
        f"{_bool(token.single_word)}, {_bool(token.left_strip)}, {_bool(token.right_strip)}}}"
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


def _decodes_bytes(specification: Specification) -> bool:
    return isinstance(specification.decoder[0], ByteLevelDecoder) if specification.decoder else False


def _decoded(specification: Specification, text: str) -> bytes:
    """What a token's text is to the decoder."""
    stood_for = bytes_of(text) if _decodes_bytes(specification) else None
    return text.encode("utf-8") if stood_for is None else stood_for


def _write_decoder(out: TableWriter, steps: tuple[Decoder, ...]) -> str:
    fused = len(after_fusion(steps))
    entries: list[str] = []
    for place, step in enumerate(steps):
        entry = _decode_step(out, step, f"decoder_{place}", place >= len(steps) - fused)
        entries += [entry] if entry else []
    if not entries:
        return "{}"
    out.parts.append(f"constexpr DecodeStep decode_steps[] = {{{', '.join(entries)}}};")
    return "decode_steps"


def _decode_step(out: TableWriter, step: Decoder, name: str, fused: bool) -> str:
    """An entry of the engine's table; `fused`: the step sees all tokens as one. Empty for what needs no step."""
    if isinstance(step, FuseDecoder) or (fused and isinstance(step, ByteLevelDecoder)):
        return ""
    plain = {ByteLevelDecoder: "decode_bytes", ByteFallbackDecoder: "decode_byte_fallback", SpacedDecoder: "decode_spaced"}
    if type(step) in plain:
        return f"{{{plain[type(step)]}, nullptr}}"
    kind, function, values = _decode_tables(step, fused)
    out.parts.append(f"constexpr {kind} {name} = {{{values}}};")
    return f"{{{function}, &{name}}}"


def _decode_tables(step: Decoder, fused: bool) -> tuple[str, str, str]:
    """The engine's struct, its function, and the struct's values."""
    if isinstance(step, WordPieceDecoder):
        return "WordPieceDecoder", "decode_wordpiece", f"{view(step.prefix)}, {_bool(step.cleanup)}"
    if isinstance(step, MetaspaceDecoder):
        return "DecodeMetaspace", "decode_metaspace", f"{view(step.replacement)}, {_bool(step.prepended)}"
    if isinstance(step, SuffixDecoder):
        return "std::string_view", "decode_suffix", view(step.suffix)
    if isinstance(step, ReplaceDecoder):
        return "DecodeReplace", "replace_in_text" if fused else "replace_in_pieces", f"{view(step.pattern)}, {view(step.content)}"
    assert isinstance(step, StripDecoder)
    return "DecodeStrip", "strip_text" if fused else "strip_pieces", f"{view(step.character)}, {step.count}u"


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
        text = escaped_bytes(token)
        if line and len(line) + len(text) > WIDTH - 16:
            lines.append(f'/* {first:6} */ "{line}"\n')
            first, line = identifier, ""
        line += text
    return "".join([*lines, f'/* {first:6} */ "{line}"'])


def escaped(text: str) -> str:
    """The inside of a C++ string literal, the same characters in any kind of literal."""
    if text.isprintable() and SPECIAL.isdisjoint(text):
        return text
    return "".join(_escape(character) for character in text)


def _escape(character: str) -> str:
    code = ord(character)
    if character in SPECIAL:
        return "\\" + character
    if code < 0x20 or code == 0x7F:
        return f"\\{code:03o}"
    return character if character.isprintable() or code < 0x80 else f"\\U{code:08X}" if code >= 0xA0 else _octal(character)


def _octal(character: str) -> str:
    """C1 controls, which universal character names cannot say in every compiler."""
    return "".join(f"\\{byte:03o}" for byte in character.encode("utf-8"))


def escaped_bytes(token: bytes) -> str:
    """The inside of a literal of char; bytes that are no UTF-8 in octal."""
    try:
        return escaped(token.decode("utf-8"))
    except UnicodeDecodeError:
        return "".join(_escape(chr(byte)) if byte < 0x80 else f"\\{byte:03o}" for byte in token)


def byte_view(token: bytes) -> str:
    """A std::string_view of the bytes."""
    return f'std::string_view("{escaped_bytes(token)}", {len(token)})'


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
