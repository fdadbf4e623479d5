"""The adapter of a captured SentenceTransformer: `.encode(texts, …)` as tokenizer, tensor graph and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from modelet_compiler.ir.types import ArrayType, BoolType, IntType, ListType, NoneType, StrType, Type
from modelet_compiler.lowering.adapter import Argument, NativeCall, NativeObject, NativeParts, Refused
from modelet_compiler.lowering.region_taint import is_sentence_transformer
from modelet_compiler.lowering.tensor_region import NativeRegion, TensorRegion
from modelet_compiler.lowering.tokenizers.binding import Bound, bind

if TYPE_CHECKING:
    from modelet_compiler.lowering.tokenizers.adapter import NativeTokenizer

PARAMETERS = (
    "sentences",
    "prompt_name",
    "prompt",
    "batch_size",
    "show_progress_bar",
    "output_value",
    "precision",
    "convert_to_numpy",
    "convert_to_tensor",
    "device",
    "normalize_embeddings",
    "truncate_dim",
)
"""Of `encode`, in its order. The first is called `inputs` in newer versions."""


class SentenceTransformerAdapter:
    """Takes every SentenceTransformer whose first module is a transformer with a tokenizer."""

    def matches(self, value: object) -> bool:
        """By the name of the class."""
        return is_sentence_transformer(value)

    def lower(self, value: Any, name: str, _metadata: Sequence[object] = (), /) -> NativeObject:
        """Nothing is exported before encode is called."""
        return NativeSentenceTransformer(value, name)


ADAPTERS_HERE = (SentenceTransformerAdapter(),)


@dataclass(frozen=True)
class Options:
    """What changes the graph: each combination is a region of its own."""

    normalize: bool
    truncate: int | None

    def expression(self) -> str:
        """The embedding in Python, computed from `tokens`."""
        text = "model({**tokens, 'modality': 'text'})['sentence_embedding']"
        text = f"{text}[..., :{self.truncate}]" if self.truncate is not None else text
        return f"F.normalize({text}, p=2, dim=1)" if self.normalize else text


class NativeSentenceTransformer:
    """One model of a library."""

    def __init__(self, model: Any, name: str) -> None:
        self.model = model
        self.name = name
        self._regions: dict[Options, NativeRegion] = {}
        self._functions: dict[str, tuple[str, str]] = {}  # C++ name → (signature without semicolon, body)
        self._tokenizer: NativeTokenizer | None = None

    def attribute(self, name: str) -> Argument:
        """Constants of the model."""
        if name in ("max_seq_length", "truncate_dim"):
            value = getattr(self.model, name)
            return Argument(NoneType() if value is None else IntType(), value, True)
        raise Refused(f"the SentenceTransformer's attribute {name!r} is not compiled", "compiled: encode, max_seq_length, truncate_dim")

    def call(self, method: str, positional: Sequence[Argument], keywords: Mapping[str, Argument]) -> NativeCall:
        """The rule of `model.encode(texts, …)`."""
        if method != "encode":
            raise Refused(f"the SentenceTransformer's method {method!r} is not compiled", "use encode(texts, …)")
        named = {"sentences" if name == "inputs" else name: argument for name, argument in keywords.items()}
        bound = bind("encode", PARAMETERS, positional, named)
        if "sentences" not in bound.arguments:
            raise Refused("encode needs texts", "encode(texts)")
        _check(bound)
        return self._encode(bound)

    def _encode(self, bound: Bound) -> NativeCall:
        texts = bound.arguments["sentences"].type
        single = isinstance(texts, StrType)
        if not single and texts != ListType(StrType()):
            raise Refused("encode takes a str or a list of str here", "encode(texts) with texts: list[str]")
        prompt = self._prompt(bound)
        truncate = bound.constant("truncate_dim", None)
        options = Options(bool(bound.constant("normalize_embeddings", False)), self.model.truncate_dim if truncate is None else truncate)
        region = self._region(options)
        tokens = self._tokens()
        encoded = region.call("__call__", [Argument(tokens.result)], {})
        assert isinstance(encoded.result, ArrayType)
        name = self._function(single, prompt, tokens.cpp, encoded.cpp)
        passes = bound.places["sentences"]
        if passes == "sentences" and "sentences" not in bound.arguments:
            passes = "inputs"
        return NativeCall(ArrayType("float32", 1 if single else 2), f"modelet_sentences::{name}", (passes,))

    def _prompt(self, bound: Bound) -> str:
        """The constant text before every input."""
        prompt, name = bound.constant("prompt", None), bound.constant("prompt_name", None)
        try:
            text: str = self.model._resolve_prompt(prompt, name) or ""
        except ValueError as error:
            raise Refused(str(error), "name one of the model's prompts") from error
        if text and any(getattr(module, "include_prompt", True) is False for module in self.model):
            raise Refused("the model leaves the prompt out of its pooling", "put the prompt into the texts yourself")
        return text

    def _region(self, options: Options) -> NativeRegion:
        if options not in self._regions:
            import torch.nn.functional as functional

            self.model.eval()  # as encode does
            result = ast.parse(options.expression(), mode="eval").body
            environment = {"model": self.model, "F": functional, "tokenizer": self.model.tokenizer}
            region = TensorRegion(f"{self.name}.encode", [], [result], ("tokens",), environment)
            number = len(self._regions) + 1
            self._regions[options] = NativeRegion(region, f"{self.name}_encode" + (f"_{number}" if number > 1 else ""), must_be_ragged=True)
        return self._regions[options]

    def _tokens(self) -> NativeCall:
        """The tokenizer call that `encode` makes."""
        if self._tokenizer is None:
            from modelet_compiler.lowering.tokenizers.adapter import TokenizerAdapter

            self._tokenizer = TokenizerAdapter().lower(self.model.tokenizer, f"{self.name}_tokenizer")
        options = {name: _argument(value) for name, value in _processor_options(self.model).items()}
        return self._tokenizer.call("__call__", [Argument(ListType(StrType()))], options)

    def _function(self, single: bool, prompt: str, tokenize: str, region: str) -> str:
        """The C++ function of one accepted call; equal calls share one."""
        parameter = "const modelet::python::Str &text" if single else "const modelet::python::List<modelet::python::Str> &texts"
        body = _BODY.format(
            texts=_ONE if single else _EMPTY,
            prompt=_PROMPT.format(prompt=_points(prompt)) if prompt else "",
            all="prompted" if prompt else "texts",
            tokenize=tokenize,
            region=region,
            result=_ROW if single else "  return vectors;",
        )
        for name, (known, text) in self._functions.items():
            if (known, text) == (parameter, body):
                return name
        name = f"{self.name}_{len(self._functions)}"
        self._functions[name] = (parameter, body)
        return name

    def parts(self) -> NativeParts:
        """The tokenizer's parts, the regions', and the functions that join them."""
        parts = NativeParts()
        used = [self._tokenizer] if self._tokenizer else []
        for part in [*(native.parts() for native in used), *(region.parts() for region in self._regions.values())]:
            parts.sources.update(part.sources)
            parts.header += part.header
            parts.kernels |= part.kernels
            parts.weights += [tensor for tensor in part.weights if tensor.name not in {known.name for known in parts.weights}]
            parts.codec = parts.codec or part.codec
            parts.manifest.update(part.manifest)
        signatures = [f"modelet::numpy::Array {name}(modelet::Call &call, {parameter})" for name, (parameter, _) in self._functions.items()]
        declarations = "\n".join(f"{signature};" for signature in signatures)
        parts.header += _HEADER.format(declarations=declarations)
        definitions = "\n\n".join(
            f"{signature} {{\n{body}}}" for signature, (_, body) in zip(signatures, self._functions.values(), strict=True)
        )
        if definitions:
            parts.sources[f"{self.name}_sentences.cpp"] = _SOURCE.format(name=self.name, definitions=definitions)
        return parts


def _check(bound: Bound) -> None:
    """Options that change nothing here, and those that are not compiled."""
    batch_size = bound.constant("batch_size", 32)
    if not isinstance(batch_size, int) or batch_size <= 0:
        raise Refused(f"encode(batch_size={batch_size!r}) raises ValueError", "a positive batch_size; it does not change the vectors")
    bound.constant("show_progress_bar", None)
    bound.only("output_value", ("sentence_embedding",))
    bound.only("precision", ("float32",))
    if bound.constant("convert_to_numpy", True) is False and bound.constant("convert_to_tensor", False) is False:
        raise Refused("encode(convert_to_numpy=False) gives a list of tensors", "leave it out: the result is an array")
    bound.only("device", (None, "cpu"))


def _argument(value: object) -> Argument:
    types: dict[type, Type] = {bool: BoolType(), int: IntType(), str: StrType(), type(None): NoneType()}
    if type(value) not in types:
        raise Refused(f"the model's tokenizer is called with an option of type {type(value).__name__}", "use plain options")
    return Argument(types[type(value)], value, True)


def _processor_options(model: Any) -> dict[str, object]:
    """The options that the model gives its tokenizer for texts: seen by letting it prepare one text."""
    module = model[0]
    seen: dict[str, object] = {}
    original = getattr(module, "_call_processor", None)
    if original is None:
        raise Refused(
            f"the first module of the model is a {type(module).__name__}, which has no tokenizer call to compile", "use a Transformer"
        )

    def watch(modality: str, inputs: Any, modality_options: Any, common: Any, **more: Any) -> Any:
        seen.update({**modality_options.get(modality, {}), **common})
        return original(modality, inputs, modality_options, common, **more)

    module._call_processor = watch
    try:
        prepared = module.preprocess(["a"])
    finally:
        del module._call_processor
    modality = prepared.get("modality", "text")
    if modality != "text" or not seen:
        raise Refused(
            f"the model reads texts as {modality!r}: they go through its tokenizer's chat template",
            "load a folder whose tokenizer has no chat template",
        )
    return seen


def _points(text: str) -> str:
    return "{" + ", ".join(hex(ord(character)) for character in text) + "}"


_HEADER = """#include "numpy/array.h"
#include "python/list.h"
#include "python/str.h"

namespace modelet_sentences {{
{declarations}
}}
"""

_SOURCE = """// encode(…) of the SentenceTransformer `{name}`.
#include <vector>

#include "natives.h"
#include "python/list.h"
#include "python/str.h"
#include "python/strings.h"

namespace modelet_sentences {{

{definitions}

}}  // namespace modelet_sentences
"""

_BODY = """{texts}{prompt}  const modelet::tokenizers::Encoding tokens = {tokenize}(call, {all});
  if (call.failed()) return {{}};
  modelet::numpy::Array vectors = {region}(call, tokens);
  if (call.failed()) return {{}};
{result}
"""

_EMPTY = """  if (texts.size() == 0) return modelet::numpy::new_array(call, modelet::DType::float64, {0});  // np.array([])
"""

_ONE = """  const auto texts = modelet::python::new_list<modelet::python::Str>(call, 1);
  if (call.failed() || !texts.push(call, text)) return {};
"""

_PROMPT = """  static constexpr char32_t prompt[] = {prompt};
  const auto prompted = modelet::python::new_list<modelet::python::Str>(call, texts.size());
  if (call.failed()) return {{}};
  for (int64_t index = 0; index < texts.size(); ++index) {{
    const modelet::python::Str before(std::u32string_view(prompt, sizeof prompt / sizeof *prompt));
    if (!prompted.push(call, modelet::python::add(call, before, texts.at(index))) || call.failed()) return {{}};
  }}
"""

_ROW = """  vectors.shape = {vectors.shape[1]};
  vectors.strides = {vectors.strides[1]};
  return vectors;"""
