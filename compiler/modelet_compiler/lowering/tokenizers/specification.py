"""What a tokenizer.json says, checked: the parts the engine has, as plain data.

Everything else is refused with the list of what is supported. Nothing here knows Unicode or C++.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from modelet_compiler.lowering.adapter import Refused
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
class WordPiece:
    """The greedy model of BERT; `longest_word` is in characters."""

    vocabulary: dict[str, int]
    unknown: str
    prefix: str
    longest_word: int


@dataclass(frozen=True)
class AddedToken:
    """A token that is found before anything else looks at the text."""

    content: str
    decoded: str  # what decoding makes of it; tokenizer.json does not say
    id: int
    special: bool
    single_word: bool
    left_strip: bool
    right_strip: bool
    normalized: bool


@dataclass(frozen=True)
class Template:
    """Special tokens around a single text, each (id, type), and the type of the text."""

    before: tuple[tuple[int, int], ...] = ()
    after: tuple[tuple[int, int], ...] = ()
    type: int = 0


@dataclass(frozen=True)
class WordPieceDecoder:
    """Joins pieces, and tidies the spaces around punctuation."""

    prefix: str
    cleanup: bool


@dataclass(frozen=True)
class Specification:
    """Everything a tokenizer does with one text."""

    normalizer: tuple[Step, ...]
    splits: tuple[Split, ...]
    model: WordPiece
    added: tuple[AddedToken, ...]  # by id
    template: Template
    decoder: WordPieceDecoder | None  # None joins the tokens with spaces


def read_specification(document: object) -> Specification:
    """The parsed tokenizer.json. Raises Refused for what is not supported or not well formed."""
    fields = Fields(document, "tokenizer.json")
    return Specification(
        normalizer=_read(fields.optional("normalizer"), NORMALIZERS, "normalizer"),
        splits=_read(fields.optional("pre_tokenizer"), PRE_TOKENIZERS, "pre-tokenizer"),
        model=_read(fields.get("model") or {}, MODELS, "model"),
        added=_read_added(fields.list("added_tokens")),
        template=_read(fields.optional("post_processor"), POST_PROCESSORS, "post-processor") or Template(),
        decoder=_read(fields.optional("decoder"), DECODERS, "decoder") or None,
    )


Reader = Callable[[Fields], Any]


def _read(value: object, readers: Mapping[str, Reader], role: str) -> Any:
    """What the reader of the object's type makes of it; an empty tuple when there is none."""
    if value is None:
        return ()
    fields = Fields(value, role)
    kind = fields.string("type")
    if kind not in readers:
        raise Refused(f"the tokenizer's {role} {kind!r} is not supported", f"supported: {', '.join(sorted(readers))}")
    return readers[kind](fields)


def _sequence(readers: Mapping[str, Reader], role: str, field: str) -> Reader:
    def read(fields: Fields) -> tuple[Any, ...]:
        return tuple(part for item in fields.list(field) for part in _read(item, readers, role))

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
NORMALIZERS["Sequence"] = _sequence(NORMALIZERS, "normalizer", "normalizers")

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


def _split(fields: Fields) -> tuple[Split, ...]:
    pattern = Fields(fields.get("pattern"), "pre-tokenizer's pattern")
    literal = pattern.optional("String")
    if not isinstance(literal, str) or fields.boolean("invert"):
        raise Refused("the tokenizer splits by a regular expression or an inverted pattern", "supported: a single literal character")
    return (Split(_character(literal, "the text"), _behavior(fields)),)


PRE_TOKENIZERS: dict[str, Reader] = {
    "BertPreTokenizer": lambda _: (Split("whitespace", "Removed"), Split("bert_punctuation", "Isolated")),
    "CharDelimiterSplit": lambda fields: (Split(_character(fields.string("delimiter"), "the delimiter"), "Removed"),),
    "Digits": lambda fields: (Split("digits", "Isolated" if fields.boolean("individual_digits") else "Contiguous"),),
    "Punctuation": lambda fields: (Split("punctuation", _behavior(fields)),),
    "Split": _split,
    "Whitespace": lambda _: (Split("word_spaces", "Removed"), Split("words", "Contiguous")),
    "WhitespaceSplit": lambda _: (Split("whitespace", "Removed"),),
}
PRE_TOKENIZERS["Sequence"] = _sequence(PRE_TOKENIZERS, "pre-tokenizer", "pretokenizers")


def _word_piece(fields: Fields) -> WordPiece:
    vocabulary = fields.mapping("vocab")
    for token, identifier in vocabulary.items():
        if not isinstance(identifier, int) or isinstance(identifier, bool) or identifier < 0:
            raise Refused(f"the tokenizer's vocabulary gives {token!r} the id {identifier!r}", "use ids from 0 on")
    model = WordPiece(
        vocabulary=vocabulary,
        unknown=fields.string("unk_token"),
        prefix=fields.string("continuing_subword_prefix"),
        longest_word=fields.integer("max_input_chars_per_word", bits=63),
    )
    _check_vocabulary(model)
    return model


def _check_vocabulary(model: WordPiece) -> None:
    ids = model.vocabulary.values()
    if model.unknown not in model.vocabulary:
        raise Refused(f"the tokenizer's unknown token {model.unknown!r} is not in its vocabulary", "add it, or name another unk_token")
    if len(set(ids)) != len(ids):
        raise Refused("two tokens of the tokenizer's vocabulary share an id", "give each token an id of its own")
    if max(ids) >= min(1 << 24, 4 * len(ids) + 65536):
        raise Refused(f"the tokenizer's largest id is {max(ids)} for {len(ids)} tokens", "number the tokens from 0 on, without large gaps")


MODELS: dict[str, Reader] = {"WordPiece": _word_piece}
"""A further kind is a reader here, its tables in emit.py, and a `modelet::tokenizers::Model` in the engine."""


def _read_added(items: list[object]) -> tuple[AddedToken, ...]:
    tokens = [
        AddedToken(
            content=fields.string("content"),
            decoded=fields.string("content"),
            id=fields.integer("id"),
            special=fields.boolean("special"),
            single_word=fields.boolean("single_word"),
            left_strip=fields.boolean("lstrip"),
            right_strip=fields.boolean("rstrip"),
            normalized=fields.boolean("normalized"),
        )
        for fields in (Fields(item, "added token") for item in items)
    ]
    if len({token.id for token in tokens}) != len(tokens) or len({token.content for token in tokens}) != len(tokens):
        raise Refused("two of the tokenizer's added tokens are the same", "keep one of them")
    if any(token.content == "" for token in tokens):
        raise Refused("an added token of the tokenizer is empty", "remove it")
    return tuple(sorted(tokens, key=lambda token: token.id))


def _pair(fields: Fields, name: str) -> tuple[int, int]:
    value = fields.list(name)
    if len(value) != 2 or not isinstance(value[1], int) or isinstance(value[1], bool) or not 0 <= value[1] < 1 << 31:
        raise Refused(f"the tokenizer's post-processor has no token and id as {name!r}", "see the tokenizer.json")
    return (value[1], 0)


def _bert_processing(fields: Fields) -> Template:
    return Template(before=(_pair(fields, "cls"),), after=(_pair(fields, "sep"),))


def _template(fields: Fields) -> Template:
    specials = fields.mapping("special_tokens")
    sides: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
    text_type: int | None = None
    for item in (Fields(piece, "post-processor's template") for piece in fields.list("single")):
        if item.optional("Sequence") is not None:
            sequence = Fields(item.get("Sequence"), "post-processor's template")
            if sequence.string("id") != "A" or text_type is not None:
                raise Refused("the tokenizer's template for one text does not hold that text once", "use $A once in `single`")
            text_type = sequence.integer("type_id")
            continue
        token = Fields(item.get("SpecialToken"), "post-processor's template")
        ids = Fields(specials.get(token.string("id")), "special token of the post-processor").list("ids")
        side = sides[0] if text_type is None else sides[1]
        side.extend((_id(identifier), token.integer("type_id")) for identifier in ids)
    if text_type is None:
        raise Refused("the tokenizer's template for one text does not hold that text", "use $A once in `single`")
    return Template(tuple(sides[0]), tuple(sides[1]), text_type)


def _id(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 31:
        raise Refused(f"the tokenizer's post-processor has {value!r} as an id", "use ids of the vocabulary")
    return value


def _processors(fields: Fields) -> Template:
    templates = [_read(item, POST_PROCESSORS, "post-processor") for item in fields.list("processors")]
    adding = [template for template in templates if template != Template()]
    if len(adding) > 1:
        raise Refused("the tokenizer has two post-processors that add tokens", "use one TemplateProcessing")
    return adding[0] if adding else Template()


POST_PROCESSORS: dict[str, Reader] = {
    "BertProcessing": _bert_processing,
    "ByteLevel": lambda _: Template(),
    "RobertaProcessing": _bert_processing,
    "Sequence": _processors,
    "TemplateProcessing": _template,
}

DECODERS: dict[str, Reader] = {
    "WordPiece": lambda fields: WordPieceDecoder(fields.string("prefix"), fields.boolean("cleanup")),
}
