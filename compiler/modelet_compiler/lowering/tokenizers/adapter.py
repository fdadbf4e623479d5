"""A captured Hugging Face tokenizer, lowered: rules while types are found, tables and functions afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from modelet_compiler.ir.types import BoolType, FloatType, IntType, ListType, NoneType, StrType, Type
from modelet_compiler.lowering.adapter import Argument, NativeCall, NativeParts, Refused
from modelet_compiler.lowering.tokenizers.calls import CallRules, Wrapper
from modelet_compiler.lowering.tokenizers.captured import Captured, capture
from modelet_compiler.lowering.tokenizers.chat_formats import recognise
from modelet_compiler.lowering.tokenizers.emit import INCLUDES, write_tables

_TYPES: dict[type, Type] = {bool: BoolType(), int: IntType(), float: FloatType(), str: StrType(), type(None): NoneType()}


class TokenizerAdapter:
    """Takes every tokenizer class of transformers."""

    def matches(self, value: object) -> bool:
        """By the names of the classes, without importing transformers."""
        return any(
            base.__name__ == "PreTrainedTokenizerBase" and base.__module__.split(".")[0] == "transformers" for base in type(value).__mro__
        )

    def lower(self, value: Any, name: str, _metadata: Sequence[object] = (), /) -> NativeTokenizer:
        """Raises Refused when a part of the tokenizer is not supported."""
        return NativeTokenizer(name, capture(value))


class NativeTokenizer:
    """One tokenizer of a library; `name` is unique there."""

    def __init__(self, name: str, captured: Captured) -> None:
        self.name = name
        self._captured = captured
        self._namespace = f"modelet_tokenizers::{name}"
        self._rules = CallRules(captured, self._namespace)
        self._tables = _tables(captured)  # here already, where a refusal becomes a diagnostic

    def attribute(self, name: str) -> Argument:
        """A constant. Raises Refused."""
        if name not in self._captured.attributes:
            known = ", ".join(sorted(self._captured.attributes))
            raise Refused(f"the tokenizer's attribute {name!r} is not compiled", f"compiled: {known}")
        value = self._captured.attributes[name]
        return Argument(_type_of(value), value, True)

    def call(self, method: str, positional: Sequence[Argument], keywords: Mapping[str, Argument]) -> NativeCall:
        """The rule of one call. Raises Refused."""
        return self._rules.call(method, positional, keywords)

    def parts(self) -> NativeParts:
        """The tables, the functions that accepted calls lead to, and the codec for requests that carry token ids."""
        wrappers = self._rules.wrappers
        tools, reasoning = next(map(recognise, self._rules.chat.templates), ("", ""))
        return NativeParts(
            sources={f"tokenizer_{self.name}.cpp": self._source(wrappers)},
            header=self._header(wrappers),
            codec=f"{self._namespace}::codec",
            tool_format=tools,
            reasoning_format=reasoning,
        )

    def _source(self, wrappers: Mapping[str, Wrapper]) -> str:
        functions = "\n\n".join(f"{_signature(name, wrapper)} {{\n  {wrapper.body}\n}}" for name, wrapper in wrappers.items())
        chat = self._rules.chat.source()
        return (
            f"// The tokenizer `{self.name}`: its tables, and the functions that compiled code calls. The code is in engine/tokenizers.\n"
            f'{INCLUDES}#include "core/text_codec.h"\n#include "tokenizers/interface.h"\n{self._rules.chat.includes()}\n'
            f"namespace {self._namespace} {{\n\nusing namespace modelet::tokenizers;\n\n"
            f"{self._tables}\n\n{self._codec()}\n{functions}\n\n{chat}\n"
            f"extern const modelet::TextCodec codec;\n"
            f"const modelet::TextCodec codec = {{codec_decode_ids, codec_encode_text, {self._captured.size}, "
            f"{str(self._rules.truncates).lower()}, codec_token_bytes, codec_token_text}};\n\n"
            f"}}  // namespace {self._namespace}\n"
        )

    def _codec(self) -> str:
        return _CODEC.replace("CLEAN_UP", str(self._captured.clean_up).lower())

    def _header(self, wrappers: Mapping[str, Wrapper]) -> str:
        declarations = "\n".join(f"{_signature(name, wrapper)};" for name, wrapper in wrappers.items())
        return (
            f'#include "core/text_codec.h"\n{self._rules.chat.includes()}#include "tokenizers/calls.h"\n\n'
            f"namespace {self._namespace} {{\nextern const modelet::tokenizers::Tokenizer tokenizer;\n{declarations}\n"
            f"extern const modelet::TextCodec codec;\n{self._rules.chat.header()}\n}}  // namespace {self._namespace}\n"
        )


_CODEC = """namespace {

bool codec_decode_ids(modelet::Call &call, std::span<const int64_t> ids, std::string &text) {
  return codec_decode(call, tokenizer, ids, CLEAN_UP, text);
}

bool codec_encode_text(modelet::Call &call, std::string_view text, std::vector<int32_t> &ids) {
  return codec_encode(call, tokenizer, text, ids);
}

bool codec_token_bytes(int32_t id, std::string &bytes) {
  return !is_special_token(tokenizer, id) && append_token_bytes(tokenizer, id, bytes);
}

bool codec_token_text(int32_t id, std::string &text) {
  return append_token_bytes(tokenizer, id, text);
}

}  // namespace
"""


def _tables(captured: Captured) -> str:
    attributes = captured.attributes
    pad, unknown = attributes.get("pad_token_id"), attributes.get("unk_token_id")
    options = {
        "pad_id": -1 if pad is None else pad,
        "pad_type": attributes.get("pad_token_type_id") or 0,
        "unknown_id": -1 if unknown is None else unknown,
        "named_specials": captured.named_specials,
    }
    return write_tables(captured.specification, captured.normalized, captured.whole, options)


def _type_of(value: Any) -> Type:
    if isinstance(value, list):
        return ListType(_type_of(value[0]) if value else StrType())
    return _TYPES[type(value)]


def _signature(name: str, wrapper: Wrapper) -> str:
    parameters = "".join(f", {type_}{parameter}" for type_, parameter in wrapper.parameters)
    return f"{wrapper.result} {name}(modelet::Call &call{parameters})"
