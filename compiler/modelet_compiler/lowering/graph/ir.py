"""The tensor graph: nodes that compute, and strided views that connect them.

A node's result is stored by rows: one a token, one a sequence, or a single one; a row is `features`, C-contiguous. The batch and
sequence axes are therefore never strides: a transposition, an expansion, a reshape of features or a slice of them is a `View` and
costs nothing. A logical axis of a view either walks over rows, strides over features, or repeats (broadcast).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any


class Symbol(Enum):
    """A size known at run time only."""

    BATCH = "B"
    SEQUENCE = "S"
    TOKENS = "T"  # the two flattened into one axis: B * S


class Walk(Enum):
    """Which rows of its base an axis of a view walks over."""

    BATCH = "batch"
    SEQUENCE = "sequence"
    KEY = "key"  # the second sequence axis of pairs of tokens (attention scores)
    TOKENS = "tokens"  # both at once


class Rows(Enum):
    """How many rows a node has."""

    ONE = "one"
    SEQUENCE = "sequence"  # one a sequence
    TOKEN = "token"  # one a token
    PAIR = "pair"  # one a pair of tokens of one sequence; never stored, only part of an attention


Size = int | Symbol


@dataclass(frozen=True)
class Axis:
    """A logical axis. `walk` is None and `stride` 0: the axis repeats one value `size` times."""

    size: Size
    stride: int = 0  # in elements of the base's row
    walk: Walk | None = None

    def __str__(self) -> str:
        size = self.size.value if isinstance(self.size, Symbol) else str(self.size)
        return size + (f":{self.walk.value}" if self.walk else f":{self.stride}" if self.stride else "")


@dataclass(frozen=True)
class View:
    """How a consumer sees a node's rows: element (i, j, …) is at `offset` + Σ stride · index of the walked row."""

    base: Node
    axes: tuple[Axis, ...]
    offset: int = 0

    @property
    def shape(self) -> tuple[Size, ...]:
        """The sizes of the logical axes."""
        return tuple(axis.size for axis in self.axes)

    @property
    def dtype(self) -> str:
        """The base's type."""
        return self.base.dtype

    @property
    def features(self) -> tuple[Axis, ...]:
        """The axes within a row that are longer than 1; a repeated batch or sequence axis is none."""
        return tuple(axis for axis in self.axes if axis.walk is None and isinstance(axis.size, int) and axis.size != 1)

    def is_contiguous(self) -> bool:
        """True when the features stand one after another, in order, nothing repeated."""
        expected = 1
        for axis in reversed(self.features):
            if axis.stride != expected or not isinstance(axis.size, int):
                return False
            expected *= axis.size
        return True

    def width(self) -> int:
        """The number of elements that one row of the view has."""
        count = 1
        for axis in self.features:
            if isinstance(axis.size, int):
                count *= axis.size
        return count

    def is_whole(self) -> bool:
        """True when the view is the base's row as it is stored."""
        return self.offset == 0 and self.is_contiguous() and self.width() == self.base.width

    def walks(self) -> frozenset[Walk]:
        """Which rows the view walks over."""
        return frozenset(axis.walk for axis in self.axes if axis.walk)

    def __str__(self) -> str:
        plain = self == self.base.view()
        return self.base.name + ("" if plain else "[" + ", ".join(map(str, self.axes)) + (f" +{self.offset}" if self.offset else "") + "]")


# What a node computes. Inputs are named in the comments, in order.


@dataclass(frozen=True)
class Input:
    """`field` of the batch: input_ids, token_type_ids or attention_mask; or `position` (arange of S) or `batch_index`."""

    field: str


@dataclass(frozen=True)
class Width:
    """The padded width of the batch, a scalar: what `tensor.shape[1]` is."""


@dataclass(frozen=True)
class Constant:
    """A tensor known now; `key` names it in `Graph.constants`."""

    key: str


@dataclass(frozen=True)
class Pointwise:
    """Element by element; inputs have the node's logical axes. `function` is a key of functions.FUNCTIONS."""

    function: str


@dataclass(frozen=True)
class Reduce:
    """Input x, reduced over the axes at `over`: the sequence axis, or axes of features.

    `extent`: which rows a reduction over the sequence takes, as torch does: all of the padded width. `pad` is the value
    that the proof found in rows of padding, which a ragged program accounts for without having the rows.
    """

    kind: str  # sum, maximum, minimum, product
    over: tuple[int, ...]
    pad: float | None = None


@dataclass(frozen=True)
class Cumulate:
    """Input x [B, S, …]: the running sum along the sequence."""


@dataclass(frozen=True)
class SelectRow:
    """Input x [B, S, …]: row `index` of each sequence of the padded batch; negative counts from its end."""

    index: int


@dataclass(frozen=True)
class PickRow:
    """Inputs x [B, S, …] and index [B]: the row of each sequence that the index says."""


@dataclass(frozen=True)
class Gather:
    """Inputs: pairs of table [entries, width] and index; the rows found are added from the left."""

    offsets: tuple[int, ...]


@dataclass(frozen=True)
class Linear:
    """Inputs x, weight [out, in], then bias [out] and residual when there."""

    bias: bool
    residual: bool = False
    activation: str = "none"


@dataclass(frozen=True)
class Matmul:
    """Inputs a [..., i, j] and b [..., j, k]."""


@dataclass(frozen=True)
class Softmax:
    """Input x, over the axis at `over`, which is the key axis of pairs."""

    over: int


@dataclass(frozen=True)
class Attention:
    """Inputs q, k, v [B, heads, S, head_dim], and the bias (added; or, boolean, kept where true) when there.

    `mask` is what the proof made of the bias: none, key, causal, causal_key, biased_key or general (masks.py); with a `window`, keys
    further than that from the query are not seen either.
    """

    scale: float
    bias: bool
    causal: bool = False
    mask: str = "general"
    window: int = 0


@dataclass(frozen=True)
class LayerNorm:
    """Inputs x, then weight and bias when there; over the last `width` features."""

    epsilon: float
    weight: bool
    bias: bool


@dataclass(frozen=True)
class RmsNorm:
    """Inputs x, then weight when there."""

    epsilon: float
    weight: bool


@dataclass(frozen=True)
class Normalize:
    """Input x: each row divided by max(its Euclidean length, epsilon)."""

    epsilon: float


@dataclass(frozen=True)
class Concatenate:
    """Inputs side by side: their features one after another along one axis."""

    axis: int


Operation = (
    Input
    | Width
    | Constant
    | Pointwise
    | Reduce
    | Cumulate
    | SelectRow
    | PickRow
    | Gather
    | Linear
    | Matmul
    | Softmax
    | Attention
    | LayerNorm
    | RmsNorm
    | Normalize
    | Concatenate
)


@dataclass(eq=False)
class Node:
    """One computed tensor. `axes` are its natural logical axes; identity is by object."""

    name: str
    operation: Operation
    inputs: tuple[View, ...]
    axes: tuple[Axis, ...]
    rows: Rows
    features: tuple[int, ...]
    dtype: str  # torch's name: float32, float64, int64, int32, bool
    origin: str = ""  # module path or source line, for comments and messages

    @property
    def width(self) -> int:
        """The number of elements of a row."""
        count = 1
        for size in self.features:
            count *= size
        return count

    def view(self) -> View:
        """The node as it is."""
        return View(self, self.axes)

    def with_inputs(self, inputs: tuple[View, ...]) -> Node:
        """The node with other inputs; itself when they are the same."""
        return self if inputs == self.inputs else replace(self, inputs=inputs)

    def __str__(self) -> str:
        shape = ", ".join(map(str, self.axes))
        arguments = ", ".join(map(str, self.inputs))
        return f"{self.name}: {self.dtype}[{shape}] = {self.operation}({arguments})"


@dataclass
class Graph:
    """Outputs, and the constants that nodes name. Nodes are whatever the outputs reach."""

    outputs: tuple[View, ...]
    constants: dict[str, Any] = field(default_factory=dict)  # torch tensors, never written to
    maximum_length: int = 0  # of a sequence, padding included; 0: no limit
    ragged: bool = False  # decided by the proof

    def nodes(self) -> list[Node]:
        """Every node once, inputs first, in an order that depends on the graph only."""
        order: dict[Node, None] = {}
        stack: list[tuple[Node, Iterator[View]]] = []
        started: set[Node] = set()
        for output in self.outputs:
            stack.append((output.base, iter(output.base.inputs)))
            started.add(output.base)
            while stack:
                node, inputs = stack[-1]
                following = next((view.base for view in inputs if view.base not in started), None)
                if following is None:
                    stack.pop()
                    order.setdefault(node)
                else:
                    started.add(following)
                    stack.append((following, iter(following.inputs)))
        return list(order)

    def users(self) -> dict[Node, list[Node]]:
        """The nodes that read each node, once per use; an output counts as a use by the node itself."""
        result: dict[Node, list[Node]] = {node: [] for node in self.nodes()}
        for node in list(result):
            for view in node.inputs:
                result[view.base].append(node)
        for output in self.outputs:
            result[output.base].append(output.base)
        return result

    def __str__(self) -> str:
        lines = [str(node) for node in self.nodes()]
        return "\n".join([*lines, "return " + ", ".join(map(str, self.outputs))])


def natural_axes(shape: tuple[Size, ...], walks: dict[int, Walk], repeated: frozenset[int] = frozenset()) -> tuple[Axis, ...]:
    """Axes of a node that stores `shape`: positions in `walks` walk over rows, those in `repeated` are not stored."""
    axes: list[Axis] = []
    stride = 1
    for position in range(len(shape) - 1, -1, -1):
        size = shape[position]
        if position in walks:
            axes.append(Axis(size, 0, walks[position]))
        elif position in repeated or size == 1:
            axes.append(Axis(size))
        else:
            assert isinstance(size, int)
            axes.append(Axis(size, stride))
            stride *= size
    return tuple(reversed(axes))


def stored_features(axes: tuple[Axis, ...]) -> tuple[int, ...]:
    """The sizes that a row stores, in order."""
    return tuple(axis.size for axis in axes if axis.walk is None and axis.stride and isinstance(axis.size, int))


def rows_of(walks: frozenset[Walk] | set[Walk]) -> Rows:
    """The kind of rows that walks come to."""
    if Walk.KEY in walks:
        return Rows.PAIR
    if Walk.SEQUENCE in walks or Walk.TOKENS in walks:
        return Rows.TOKEN
    return Rows.SEQUENCE if Walk.BATCH in walks else Rows.ONE
