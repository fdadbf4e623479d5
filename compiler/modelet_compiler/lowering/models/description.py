"""The description of a decoder (engine/models/decoder.h), field for field, and how it is written as C++ constants."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from modelet_compiler.lowering.adapter import WeightTensor, weight_identifier
from modelet_resolver.packing.panels import Packed
from modelet_resolver.packing.promise import Promise


@dataclass(frozen=True)
class Vector:
    """A named array of float32: a norm's weight, a bias, inverse frequencies."""

    name: str
    values: np.ndarray | Promise


@dataclass(frozen=True)
class Projection:
    """y = x · wᵀ + bias."""

    name: str
    packed: Packed
    bias: Vector | None = None


@dataclass(frozen=True)
class Rotary:
    """Which angles positions have."""

    inverse_frequencies: Vector  # [rotary_dim / 2]
    attention_factor: float


@dataclass(frozen=True)
class Attention:
    """Names and meaning as in engine/models/decoder.h."""

    norm: Vector
    query_key_value: Projection
    output: Projection
    query_norm: Vector | None = None
    key_norm: Vector | None = None
    norm_after: Vector | None = None
    rotary: int = 0
    window: int = 0
    kv_heads: int | None = None  # None: the decoder's; 0: no keys and values of its own
    head_dim: int | None = None  # None: the decoder's
    cache_layer: int | None = None  # None: its own


@dataclass(frozen=True)
class FeedForward:
    """A gated feed-forward block; without projections in a layer of experts."""

    norm: Vector
    gate_up: Projection | None
    down: Projection | None
    norm_after: Vector | None = None


@dataclass(frozen=True)
class Experts:
    """The experts of one layer."""

    router: Projection
    gate_up: tuple[Projection, ...]
    down: tuple[Projection, ...]
    chosen: int
    normalize_chosen: bool
    router_norm: Vector | None = None
    norm: Vector | None = None
    norm_after: Vector | None = None
    dense_norm_after: Vector | None = None
    scales: Vector | None = None


@dataclass(frozen=True)
class LayerInput:
    """What one layer takes in of the token itself."""

    gate: Projection
    projection: Projection
    norm_after: Vector


@dataclass(frozen=True)
class Layer:
    """One layer."""

    attention: Attention
    feed_forward: FeedForward
    experts: Experts | None = None
    input: LayerInput | None = None
    scale: float = 1.0


@dataclass(frozen=True)
class Embeddings:
    """A table read by row; `format` is a value of kernels::TableFormat."""

    name: str
    format: str
    rows: np.ndarray | Promise


@dataclass(frozen=True)
class LayerInputs:
    """What all layers take in of a token."""

    width: int  # of one layer's
    table: Embeddings  # [vocabulary, layers * width]
    table_scale: float
    projection: Projection
    projection_scale: float
    norm: Vector


@dataclass(frozen=True)
class Decoder:
    """A whole decoder of one family."""

    family: str  # modelet::models::<family>, declared in models/<folder>/<folder>.h
    folder: str
    width: int
    heads: int
    kv_heads: int
    head_dim: int
    vocabulary: int
    context_length: int
    norm_epsilon: float
    attention_scale: float
    activation: str  # of kernels::Activation
    embeddings: Embeddings | None  # None: those of the head
    norm: Vector
    head: Projection
    rotaries: tuple[Rotary, ...]
    layers: tuple[Layer, ...]
    attention_softcap: float = 0.0
    logit_softcap: float = 0.0
    embedding_scale: float = 1.0
    logit_scale: float = 1.0
    layer_inputs: LayerInputs | None = None


@dataclass
class Writer:
    """Writes one decoder; `prefix` makes its weights' names unique in the library."""

    prefix: str
    weights: dict[str, WeightTensor] = field(default_factory=dict)  # by name, each once

    def write(self, decoder: Decoder) -> str:
        """The C++ definitions of `decoder` and what it points to, for one namespace."""
        rotaries = ", ".join(map(self._rotary, decoder.rotaries))
        experts = [self._experts(index, layer.experts) for index, layer in enumerate(decoder.layers) if layer.experts is not None]
        inputs = [self._layer_input(index, layer.input) for index, layer in enumerate(decoder.layers) if layer.input is not None]
        layers = ",\n    ".join(self._layer(decoder, index, layer) for index, layer in enumerate(decoder.layers))
        floats = (decoder.norm_epsilon, decoder.attention_scale, decoder.attention_softcap, decoder.logit_softcap,
                  decoder.embedding_scale, decoder.logit_scale)  # fmt: skip
        numbers = (decoder.width, decoder.heads, decoder.vocabulary, decoder.context_length)
        rows = decoder.embeddings
        format_, table = ("float32", "absent") if rows is None else (rows.format, self._weight(rows.name, rows.rows))
        return "\n".join(
            [
                f"constexpr Rotary rotaries[] = {{{rotaries}}};",
                *experts,
                *inputs,
                *([self._layer_inputs(decoder.layer_inputs)] if decoder.layer_inputs else []),
                f"constexpr Layer layers[] = {{\n    {layers}}};",
                f"constexpr Decoder decoder = {{{', '.join(map(str, numbers))}, {', '.join(map(cpp_float, floats))}, "
                f"Activation::{decoder.activation}, TableFormat::{format_}, {table}, {self._vector(decoder.norm)}, "
                f"{self._projection(decoder.head)}, rotaries, layers{', &layer_inputs' if decoder.layer_inputs else ''}}};",
            ]
        )

    def _weight(self, name: str, array: np.ndarray | Promise) -> str:
        full = f"{self.prefix}.{name}"
        self.weights.setdefault(full, WeightTensor(full, array))
        return f"modelet_weights::{weight_identifier(full)}"

    def _vector(self, vector: Vector | None) -> str:
        if vector is None:
            return "absent"
        values = vector.values
        return self._weight(vector.name, values if isinstance(values, Promise) else np.ascontiguousarray(values, np.float32))

    def _projection(self, projection: Projection | None) -> str:
        if projection is None:
            return "Projection{}"
        packed = projection.packed
        panels = self._weight(projection.name, packed.panels)
        return f"{{WeightFormat::{packed.format}, {panels}, {packed.out}, {packed.depth}, {self._vector(projection.bias)}}}"

    def _rotary(self, rotary: Rotary) -> str:
        dimensions = 2 * rotary.inverse_frequencies.values.shape[0]
        return f"{{{self._vector(rotary.inverse_frequencies)}, {dimensions}, {cpp_float(rotary.attention_factor)}}}"

    def _layer(self, decoder: Decoder, index: int, layer: Layer) -> str:
        attention, feed_forward = layer.attention, layer.feed_forward
        first = (self._vector(attention.norm), self._projection(attention.query_key_value), self._projection(attention.output),
                 self._vector(attention.query_norm), self._vector(attention.key_norm), self._vector(attention.norm_after),
                 str(attention.rotary), str(attention.window), str(_or(attention.kv_heads, decoder.kv_heads)),
                 str(_or(attention.head_dim, decoder.head_dim)), str(_or(attention.cache_layer, index)))  # fmt: skip
        second = (self._vector(feed_forward.norm), self._projection(feed_forward.gate_up), self._projection(feed_forward.down),
                  self._vector(feed_forward.norm_after))  # fmt: skip
        rest = [f"&experts_{index}" if layer.experts is not None else "nullptr"]
        if layer.input is not None or layer.scale != 1.0:
            rest += [f"&input_{index}" if layer.input is not None else "nullptr", cpp_float(layer.scale)]
        return f"{{{{{', '.join(first)}}}, {{{', '.join(second)}}}, {', '.join(rest)}}}"

    def _experts(self, index: int, experts: Experts) -> str:
        gates = ", ".join(map(self._projection, experts.gate_up))
        downs = ", ".join(map(self._projection, experts.down))
        beside = (experts.router_norm, experts.norm, experts.norm_after, experts.dense_norm_after, experts.scales)
        vectors = "".join(f", {self._vector(vector)}" for vector in beside) if any(beside) else ""
        return (
            f"constexpr Projection gates_{index}[] = {{{gates}}};\n"
            f"constexpr Projection downs_{index}[] = {{{downs}}};\n"
            f"constexpr Experts experts_{index} = {{{self._projection(experts.router)}, gates_{index}, downs_{index}, "
            f"{experts.chosen}, {str(experts.normalize_chosen).lower()}{vectors}}};"
        )

    def _layer_input(self, index: int, one: LayerInput) -> str:
        fields = (self._projection(one.gate), self._projection(one.projection), self._vector(one.norm_after))
        return f"constexpr LayerInput input_{index} = {{{', '.join(fields)}}};"

    def _layer_inputs(self, all_: LayerInputs) -> str:
        table = self._weight(all_.table.name, all_.table.rows)
        fields = (str(all_.width), f"TableFormat::{all_.table.format}", table, cpp_float(all_.table_scale),
                  self._projection(all_.projection), cpp_float(all_.projection_scale), self._vector(all_.norm))  # fmt: skip
        return f"constexpr LayerInputs layer_inputs = {{{', '.join(fields)}}};"


def _or(value: int | None, default: int) -> int:
    return default if value is None else value


def cpp_float(value: float) -> str:
    """A literal that reads back as the same float32."""
    return f"{float(np.float32(value)).hex()}F"
