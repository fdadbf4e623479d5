"""How tokens become text again: what tokenizer.json says, as steps of engine/tokenizers/decode.h."""

from __future__ import annotations

from dataclasses import dataclass

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.fields import Fields
from modelet_compiler.lowering.tokenizers.steps import Reader, read_part, read_sequence


@dataclass(frozen=True)
class WordPieceDecoder:
    """Joins pieces, and tidies the spaces around punctuation."""

    prefix: str
    cleanup: bool


@dataclass(frozen=True)
class ByteLevelDecoder:
    """Tokens stand for bytes."""


@dataclass(frozen=True)
class ByteFallbackDecoder:
    """Tokens such as <0xE2> are bytes."""


@dataclass(frozen=True)
class MetaspaceDecoder:
    """A character stands for a space; the first token loses it when it was `prepended`."""

    replacement: str
    prepended: bool


@dataclass(frozen=True)
class SuffixDecoder:
    """The end of a word becomes a space."""

    suffix: str


@dataclass(frozen=True)
class ReplaceDecoder:
    """Every occurrence of a literal."""

    pattern: str
    content: str


@dataclass(frozen=True)
class StripDecoder:
    """A character at the beginning, some times at most."""

    character: str
    count: int


@dataclass(frozen=True)
class SpacedDecoder:
    """A space between tokens: what is done without a decoder."""


@dataclass(frozen=True)
class FuseDecoder:
    """All tokens are one from here on."""


Decoder = (
    WordPieceDecoder | ByteLevelDecoder | ByteFallbackDecoder | MetaspaceDecoder | SuffixDecoder | ReplaceDecoder | StripDecoder
    | SpacedDecoder | FuseDecoder
)  # fmt: skip


def _replace(fields: Fields) -> tuple[Decoder, ...]:
    literal = Fields(fields.get("pattern"), "decoder's pattern").optional("String")
    if not isinstance(literal, str) or literal == "":
        raise Refused("the tokenizer's decoder replaces a regular expression", "supported: Replace of a literal that is not empty")
    return (ReplaceDecoder(literal, fields.string("content")),)


def _strip(fields: Fields) -> tuple[Decoder, ...]:
    character = fields.string("content")
    if len(character) != 1 or fields.integer("stop") != 0:
        raise Refused("the tokenizer's decoder strips what is no single character, or at the end", "supported: Strip with stop=0")
    return (StripDecoder(character, fields.integer("start")),)


def _metaspace(fields: Fields) -> tuple[Decoder, ...]:
    replacement = fields.string("replacement")
    if len(replacement) != 1:
        raise Refused(f"the tokenizer's decoder has {replacement!r} for a space", "supported: a single character")
    return (MetaspaceDecoder(replacement, fields.string("prepend_scheme", default="always") != "never"),)


def _suffix(fields: Fields) -> tuple[Decoder, ...]:
    suffix = fields.string("suffix", default="</w>")
    if suffix == "":
        raise Refused("the tokenizer's decoder has an empty suffix", "name the end_of_word_suffix of the model")
    return (SuffixDecoder(suffix),)


DECODERS: dict[str, Reader] = {
    "BPEDecoder": _suffix,
    "ByteFallback": lambda _: (ByteFallbackDecoder(),),
    "ByteLevel": lambda _: (ByteLevelDecoder(),),
    "Fuse": lambda _: (FuseDecoder(),),
    "Metaspace": _metaspace,
    "Replace": _replace,
    "Strip": _strip,
    "WordPiece": lambda fields: (WordPieceDecoder(fields.string("prefix"), fields.boolean("cleanup")),),
}
DECODERS["Sequence"] = read_sequence(DECODERS, "decoder", "decoders")


def read_decoder(value: object) -> tuple[Decoder, ...]:
    """A tokenizer.json's decoder; without one, tokens are joined with spaces. Raises Refused."""
    if value is None:
        return (SpacedDecoder(),)
    steps: tuple[Decoder, ...] = read_part(value, DECODERS, "decoder")
    if any(isinstance(step, ByteLevelDecoder) for step in steps[1:]):
        raise Refused("the tokenizer's decoder has ByteLevel after another one", "put ByteLevel first")
    for step in after_fusion(steps):
        if not isinstance(step, ReplaceDecoder | StripDecoder | FuseDecoder | ByteLevelDecoder):
            raise Refused("the tokenizer's decoder looks at single tokens after they were fused", "supported then: Replace, Strip")
    return steps


def after_fusion(steps: tuple[Decoder, ...]) -> tuple[Decoder, ...]:
    """Those that see all tokens as one."""
    for place, step in enumerate(steps):
        if isinstance(step, FuseDecoder | ByteLevelDecoder):
            return steps[place + 1 :]
    return ()
