"""The type of what `tokenizer(…)` returns, and what Python may ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from modelet_compiler.ir.types import ArrayType, IntType, ListType, NativeType, Type
from modelet_compiler.lowering.adapter import Argument, NativeCall, Refused

Form = Literal["torch", "numpy", "lists", "list"]


@dataclass(frozen=True)
class BatchEncodingType(NativeType):
    """transformers' BatchEncoding, `modelet::tokenizers::Encoding` in C++.

    `form` is what its values are: "torch" and "numpy" tensors [texts, padded] of int64, "lists" of a list for each text, or the
    "list" of a single text. `keys` are those it has, in order.
    """

    form: Form = "lists"
    keys: tuple[str, ...] = ("input_ids", "token_type_ids", "attention_mask")

    def item(self, key: Argument) -> NativeCall:
        """The rule of `encoding[key]`; the C++ function takes the encoding. Raises Refused."""
        if not key.is_constant or not isinstance(key.constant, str):
            raise Refused("the key of a BatchEncoding must be a constant string", f"keys: {', '.join(self.keys)}")
        return self.attribute(key.constant)

    def attribute(self, name: str) -> NativeCall:
        """The rule of `encoding.name`. Raises Refused."""
        if name not in self.keys:
            raise Refused(f"this BatchEncoding has no {name!r}", f"it has: {', '.join(self.keys)}")
        if self.form == "torch":
            raise Refused("torch tensors exist only between the tokenizer and the model", 'ask for return_tensors="np"')
        return NativeCall(_RESULTS[self.form], f"modelet::tokenizers::{name}_as_{_SUFFIXES[self.form]}", (0,))


_RESULTS: dict[str, Type] = {
    "numpy": ArrayType("int64", 2),
    "lists": ListType(ListType(IntType())),
    "list": ListType(IntType()),
}
_SUFFIXES = {"numpy": "array", "lists": "lists", "list": "list"}


def encoding_type(form: Form, keys: tuple[str, ...]) -> BatchEncodingType:
    """The type of one call's result."""
    return BatchEncodingType("BatchEncoding", "modelet::tokenizers::Encoding", form, keys)
