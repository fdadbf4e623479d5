"""What a tokenizer.json says, checked: the parts the engine has, as plain data.

Everything else is refused with the list of what is supported. Nothing here knows Unicode or C++.
"""

from __future__ import annotations

from dataclasses import dataclass

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.byte_pairs import BytePairs, read_byte_pairs
from modelet_compiler.lowering.tokenizers.decoders import Decoder, read_decoder
from modelet_compiler.lowering.tokenizers.fields import Fields
from modelet_compiler.lowering.tokenizers.steps import (
    NORMALIZERS,
    ByteLevel,
    Metaspace,
    Prepend,
    Reader,
    Replace,
    Stage,
    Step,
    read_part,
    read_stages,
)
from modelet_compiler.lowering.tokenizers.templates import Template, read_template
from modelet_compiler.lowering.tokenizers.unigram import Unigram, read_unigram
from modelet_compiler.lowering.tokenizers.word_piece import WordPiece, read_word_piece

Model = WordPiece | BytePairs | Unigram


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
class Specification:
    """Everything a tokenizer does with one text."""

    normalizer: tuple[Step, ...]
    stages: tuple[Stage, ...]
    model: Model
    added: tuple[AddedToken, ...]  # by id
    template: Template
    decoder: tuple[Decoder, ...]

    @property
    def byte_level(self) -> bool:
        """Whether the model's words are bytes."""
        return any(isinstance(stage, ByteLevel) for stage in self.stages)


MODELS: dict[str, Reader] = {"BPE": read_byte_pairs, "Unigram": read_unigram, "WordPiece": read_word_piece}
"""A further kind is a reader in a module of its own, a writer in `emit.MODELS`, and a `modelet::tokenizers::Model` in the engine."""


def read_specification(document: object) -> Specification:
    """The parsed tokenizer.json. Raises Refused for what is not supported or not well formed."""
    fields = Fields(document, "tokenizer.json")
    specification = Specification(
        normalizer=read_part(fields.optional("normalizer"), NORMALIZERS, "normalizer"),
        stages=read_stages(fields.optional("pre_tokenizer")),
        model=read_part(fields.get("model") or {}, MODELS, "model"),
        added=_read_added(fields.list("added_tokens")),
        template=read_template(fields.optional("post_processor")),
        decoder=read_decoder(fields.optional("decoder")),
    )
    _check_together(specification)
    return specification


def _check_together(specification: Specification) -> None:
    """Parts that do not go together, though each alone does."""
    model = specification.model
    if specification.byte_level and not isinstance(model, BytePairs):
        raise Refused("the tokenizer's words are bytes (ByteLevel), but its model is not BPE", "supported: ByteLevel with BPE")
    if specification.byte_level and isinstance(model, BytePairs) and model.fallback:
        raise Refused("the tokenizer has both ByteLevel and byte_fallback", "keep one of them")
    keeps_first = all(isinstance(step, Prepend) or (isinstance(step, Replace) and step.content) for step in specification.normalizer)
    first = any(isinstance(stage, Metaspace) and stage.prepend == "first" for stage in specification.stages)
    if first and not keeps_first:
        raise Refused("the tokenizer marks the first word, and has a normalizer that may take it away", "report this tokenizer")


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
