"""What is read from a transformers tokenizer object, once, when it is captured."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from modelet_compiler.lowering.adapter import Refused
from modelet_compiler.lowering.tokenizers.byte_level import bytes_of
from modelet_compiler.lowering.tokenizers.byte_pairs import BytePairs
from modelet_compiler.lowering.tokenizers.chat_template import ChatSettings, chat_settings
from modelet_compiler.lowering.tokenizers.specification import AddedToken, Specification, read_specification

LARGE = 10**20  # transformers' LARGE_INTEGER: beyond, there is no maximum length

_METHODS = {
    "__call__": "tokenization_utils_base",
    "encode": "tokenization_utils_base",
    "decode": "tokenization_utils_base",
    "batch_decode": "tokenization_utils_base",
    "convert_tokens_to_ids": "tokenization_utils_base",
    "clean_up_tokenization": "tokenization_utils_base",
    "_get_padding_truncation_strategies": "tokenization_utils_base",
    "_encode_plus": "tokenization_utils_tokenizers",
    "_convert_encoding": "tokenization_utils_tokenizers",
    "_decode": "tokenization_utils_tokenizers",
    "set_truncation_and_padding": "tokenization_utils_tokenizers",
    "tokenize": "tokenization_utils_tokenizers",
    "convert_ids_to_tokens": "tokenization_utils_tokenizers",
}
"""Methods whose behaviour is compiled, and the module of transformers 5 that has it."""


@dataclass(frozen=True)
class Captured:
    """A tokenizer's pipeline, and the settings that transformers keeps beside it."""

    specification: Specification
    normalized: dict[str, int]  # normalised text of an added token → its index
    attributes: dict[str, Any]  # what Python reads from the object: None, bools, numbers and texts
    named_specials: tuple[int, ...]
    input_names: tuple[str, ...]
    maximum: int | None  # model_max_length, None when there is none
    size: int  # len(tokenizer)
    chat: ChatSettings
    whole: tuple[bool, ...]  # of each id, whether a word that is the token's text becomes this one token
    cleans_up: bool  # decoding tidies the spaces around punctuation, when asked to

    @property
    def clean_up(self) -> bool:
        """What decoding does when the call does not say."""
        return self.cleans_up and bool(self.attributes.get("clean_up_tokenization_spaces"))

    def find(self, token: object) -> int | None:
        """The id of a token by its text, an added one before the model's; None when the text is none."""
        added = {one.content: one.id for one in self.specification.added}
        return added.get(token, self.specification.model.vocabulary.get(token)) if isinstance(token, str) else None


def capture(value: Any) -> Captured:
    """Reads the object; its class is known to be a transformers tokenizer. Raises Refused."""
    if getattr(value, "backend_tokenizer", None) is None:
        raise Refused(f"{type(value).__name__} is not backed by the tokenizers library", "use AutoTokenizer, which gives a fast tokenizer")
    _check_methods(value)
    backend = value.backend_tokenizer
    specification = read_specification(json.loads(backend.to_str()))
    if backend.get_vocab_size(with_added_tokens=False) != len(specification.model.vocabulary):
        raise Refused("two tokens of the tokenizer's vocabulary share an id", "give each token an id of its own")
    if getattr(value, "split_special_tokens", False):
        raise Refused("the tokenizer has split_special_tokens=True", "set it to False")
    specification = replace(specification, added=_asked(specification.added, backend))
    return Captured(
        specification=specification,
        normalized=_normalized(specification.added),
        attributes=_attributes(value),
        named_specials=tuple(sorted(set(value.all_special_ids))),
        input_names=tuple(value.model_input_names),
        maximum=_maximum(value.model_max_length),
        size=len(value),
        chat=chat_settings(value),
        whole=_whole(specification, backend.model),
        cleans_up=_cleans_up(value),
    )


def _check_methods(value: Any) -> None:
    for name, module in _METHODS.items():
        found = getattr(getattr(type(value), name, None), "__module__", "")
        if found != f"transformers.{module}":
            raise Refused(
                f"{type(value).__name__}.{name} is not the one of transformers 5 but comes from {found or 'nowhere'}",
                "use a tokenizer class that leaves it alone, with transformers 5",
            )
    if hasattr(value, "_switch_to_input_mode"):
        raise Refused(f"{type(value).__name__} switches between input and target mode", "use a tokenizer with one mode")


def _asked(tokens: tuple[AddedToken, ...], backend: Any) -> tuple[AddedToken, ...]:
    """What tokenizer.json does not say: which tokens decoding leaves out, and that it writes the others normalised."""
    normalize = str if backend.normalizer is None else backend.normalizer.normalize_str
    return tuple(
        replace(
            token,
            special=backend.decode([token.id], skip_special_tokens=True) == "",
            decoded=normalize(token.content) if token.normalized else token.content,
        )
        for token in tokens
    )


def _normalized(tokens: tuple[AddedToken, ...]) -> dict[str, int]:
    """The texts to look for after normalisation, each with the token's index."""
    result: dict[str, int] = {}
    for index, token in enumerate(tokens):
        if not token.normalized:
            continue
        if token.decoded == "" or token.decoded in result:
            raise Refused(f"the added token {token.content!r} normalises to nothing, or to the same as another", "remove it")
        result[token.decoded] = index
    return result


def _whole(specification: Specification, model: Any) -> tuple[bool, ...]:
    """Asked of the model itself; an affix makes a word another text than its token's."""
    pairs = specification.model
    if not isinstance(pairs, BytePairs) or pairs.prefix or pairs.suffix:
        return ()
    whole = [False] * (max(pairs.vocabulary.values()) + 1)
    for text, identifier in pairs.vocabulary.items():
        reachable = text != "" and (not specification.byte_level or bytes_of(text) is not None)
        whole[identifier] = reachable and [token.id for token in model.tokenize(text)] == [identifier]
    return tuple(whole)


def _cleans_up(value: Any) -> bool:
    """Whether transformers tidies at all: it leaves the text of a BPE tokenizer alone, unless it is told twice."""
    forced = getattr(value, "clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output", False)
    return type(value.backend_tokenizer.model).__name__ != "BPE" or bool(forced)


def _maximum(length: Any) -> int | None:
    if not isinstance(length, int | float) or length > LARGE:
        return None
    if length < 0 or length >= 1 << 63:
        raise Refused(f"the tokenizer's model_max_length is {length!r}", "set it to the model's longest input")
    return int(length)


def _attributes(value: Any) -> dict[str, Any]:
    names = [f"{name}{suffix}" for name in value.SPECIAL_TOKENS_ATTRIBUTES for suffix in ("", "_id")]
    names += ["model_max_length", "vocab_size", "padding_side", "truncation_side", "pad_token_type_id", "is_fast", "name_or_path"]
    names += ["clean_up_tokenization_spaces"]
    verbose, value.verbose = value.verbose, False  # no log about tokens that are not set
    try:
        found = {name: getattr(value, name, None) for name in names}
    finally:
        value.verbose = verbose
    plain = {name: held for name, held in found.items() if held is None or isinstance(held, bool | int | float | str)}
    return plain | {"all_special_ids": list(value.all_special_ids), "all_special_tokens": list(value.all_special_tokens)}
