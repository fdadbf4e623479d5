"""What a tokenizer does to a text before its model sees it, as plain data, and how tokenizer.json says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.expressions import literal_source
from modelet_compiler.lowering.tokenizers.fields import Fields


@dataclass(frozen=True)
class Characters:
    """A normalisation that looks at one character at a time; `primitive` names it in `unicode.CHARACTER_MAPS`."""

    primitive: str


@dataclass(frozen=True)
class OrderMarks:
    """Canonical ordering, after a decomposition."""


@dataclass(frozen=True)
class Compose:
    """Canonical composition, after a decomposition and ordering."""


@dataclass(frozen=True)
class Strip:
    """White space at the ends."""

    left: bool
    right: bool


@dataclass(frozen=True)
class Replace:
    """Every occurrence of a literal."""

    pattern: str
    content: str


@dataclass(frozen=True)
class Prepend:
    """Before every text that is not empty."""

    content: str


Step = Characters | OrderMarks | Compose | Strip | Replace | Prepend


@dataclass(frozen=True)
class Split:
    """Cuts a text where the members of a class stand: `kind` names it for `unicode.character_class`, or is one character."""

    kind: str
    behavior: str


@dataclass(frozen=True)
class PatternSplit:
    """Cuts a text by a regular expression; `invert`: what matches counts as what does not."""

    expression: str
    behavior: str
    invert: bool


@dataclass(frozen=True)
class Metaspace:
    """Spaces become another character, which may be put in front, and before which a text may be cut."""

    replacement: str
    prepend: str  # "always", "first", "never"
    split: bool


@dataclass(frozen=True)
class PrefixSpace:
    """A space in front of a text that begins with none."""


@dataclass(frozen=True)
class ByteLevel:
    """The words are bytes from here on."""


Stage = Split | PatternSplit | Metaspace | PrefixSpace | ByteLevel

Reader = Callable[[Fields], Any]


def read_part(value: object, readers: Mapping[str, Reader], role: str) -> Any:
    """What the reader of the object's type makes of it; an empty tuple when there is none."""
    if value is None:
        return ()
    fields = Fields(value, role)
    kind = fields.string("type")
    if kind not in readers:
        raise Refused(f"the tokenizer's {role} {kind!r} is not supported", f"supported: {', '.join(sorted(readers))}")
    return readers[kind](fields)


def read_sequence(readers: Mapping[str, Reader], role: str, field: str) -> Reader:
    """The reader of a Sequence of such parts."""

    def read(fields: Fields) -> tuple[Any, ...]:
        return tuple(part for item in fields.list(field) for part in read_part(item, readers, role))

    return read


def _bert_normalizer(fields: Fields) -> tuple[Step, ...]:
    lowercase = fields.boolean("lowercase")
    strip = fields.boolean("strip_accents", default=lowercase)
    steps: list[Step] = []
    if fields.boolean("clean_text"):
        steps.append(Characters("clean"))
    if fields.boolean("handle_chinese_chars"):
        steps.append(Characters("chinese"))
    if strip:
        steps += [Characters("NFD"), OrderMarks(), Characters("bert_accents")]
    if lowercase:
        steps.append(Characters("lowercase"))
    return tuple(steps)


def _replace(fields: Fields) -> tuple[Step, ...]:
    pattern = Fields(fields.get("pattern"), "normalizer's pattern")
    literal = pattern.optional("String")
    if not isinstance(literal, str) or literal == "":
        raise Refused("the tokenizer's normalizer replaces a regular expression", "supported: Replace of a literal that is not empty")
    return (Replace(literal, fields.string("content")),)


NORMALIZERS: dict[str, Reader] = {
    "BertNormalizer": _bert_normalizer,
    "Lowercase": lambda _: (Characters("lowercase"),),
    "NFC": lambda _: (Characters("NFD"), OrderMarks(), Compose()),
    "NFD": lambda _: (Characters("NFD"), OrderMarks()),
    "NFKC": lambda _: (Characters("NFKD"), OrderMarks(), Compose()),
    "NFKD": lambda _: (Characters("NFKD"), OrderMarks()),
    "Prepend": lambda fields: (Prepend(fields.string("prepend")),),
    "Replace": _replace,
    "Strip": lambda fields: (Strip(fields.boolean("strip_left"), fields.boolean("strip_right")),),
    "StripAccents": lambda _: (Characters("accents"),),
}
NORMALIZERS["Sequence"] = read_sequence(NORMALIZERS, "normalizer", "normalizers")

BEHAVIORS = ("Contiguous", "Isolated", "MergedWithNext", "MergedWithPrevious", "Removed")


def _behavior(fields: Fields) -> str:
    behavior = fields.string("behavior", default="Isolated")
    if behavior not in BEHAVIORS:
        raise Refused(f"the tokenizer splits with the behavior {behavior!r}", f"supported: {', '.join(BEHAVIORS)}")
    return behavior


def _character(text: str, what: str) -> str:
    if len(text) != 1:
        raise Refused(f"the tokenizer splits at {what} {text!r}", "supported: a single character")
    return text


def _split(fields: Fields) -> tuple[Stage, ...]:
    pattern = Fields(fields.get("pattern"), "pre-tokenizer's pattern")
    behavior, invert = _behavior(fields), fields.boolean("invert", default=False)
    if pattern.optional("Regex") is not None:
        return (PatternSplit(pattern.string("Regex"), behavior, invert),)
    literal = pattern.string("String")
    if literal == "":
        raise Refused("the tokenizer splits at an empty text", "supported: a text, or a regular expression")
    if len(literal) == 1 and not invert:
        return (Split(literal, behavior),)
    return (PatternSplit(literal_source(literal), behavior, invert),)


GPT_2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
"""The expression that a ByteLevel pre-tokenizer has."""


def _byte_level(fields: Fields) -> tuple[Stage, ...]:
    prefix = (PrefixSpace(),) if fields.boolean("add_prefix_space", default=True) else ()
    pattern = (PatternSplit(GPT_2, "Isolated", False),) if fields.boolean("use_regex", default=True) else ()
    return (*prefix, *pattern, ByteLevel())


PREPENDING = ("always", "first", "never")


def _metaspace(fields: Fields) -> tuple[Stage, ...]:
    prepend = fields.string("prepend_scheme", default="always")
    if prepend not in PREPENDING:
        raise Refused(f"the tokenizer's Metaspace has the prepend_scheme {prepend!r}", f"supported: {', '.join(PREPENDING)}")
    replacement = _character(fields.string("replacement"), "Metaspace's replacement")
    return (Metaspace(replacement, prepend, fields.boolean("split", default=True)),)


PRE_TOKENIZERS: dict[str, Reader] = {
    "ByteLevel": _byte_level,
    "BertPreTokenizer": lambda _: (Split("whitespace", "Removed"), Split("bert_punctuation", "Isolated")),
    "CharDelimiterSplit": lambda fields: (Split(_character(fields.string("delimiter"), "the delimiter"), "Removed"),),
    "Digits": lambda fields: (Split("digits", "Isolated" if fields.boolean("individual_digits") else "Contiguous"),),
    "Metaspace": _metaspace,
    "Punctuation": lambda fields: (Split("punctuation", _behavior(fields)),),
    "Split": _split,
    "Whitespace": lambda _: (Split("word_spaces", "Removed"), Split("words", "Contiguous")),
    "WhitespaceSplit": lambda _: (Split("whitespace", "Removed"),),
}
PRE_TOKENIZERS["Sequence"] = read_sequence(PRE_TOKENIZERS, "pre-tokenizer", "pretokenizers")


def read_stages(value: object) -> tuple[Stage, ...]:
    """A tokenizer.json's pre_tokenizer. Raises Refused."""
    stages: tuple[Stage, ...] = read_part(value, PRE_TOKENIZERS, "pre-tokenizer")
    if any(isinstance(stage, ByteLevel) for stage in stages[:-1]):
        raise Refused("the tokenizer has a pre-tokenizer after ByteLevel", "put ByteLevel last")
    if sum(isinstance(stage, Metaspace | PrefixSpace) for stage in stages) > 1:
        raise Refused("the tokenizer has two pre-tokenizers that put something in front of words", "keep one of them")
    return stages
