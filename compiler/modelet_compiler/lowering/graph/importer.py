"""From an exported program to the graph: one handler an aten operation, chosen by table.

Whatever does not depend on the batch is computed here, by torch itself. Everything else becomes views and nodes; an operation
without a handler, or a use that the handler does not know, is refused with its name and where the user's code called it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from modelet_compiler.lowering.adapter import Refused

from .digest import constant_name
from .functions import promote
from .identities import simplify
from .ir import (
    Axis,
    Constant,
    Graph,
    Input,
    Node,
    Operation,
    Pointwise,
    Size,
    Symbol,
    View,
    Walk,
    Width,
    natural_axes,
    rows_of,
    stored_features,
)


@dataclass(frozen=True)
class Extent:
    """A number that depends on the batch: what `tensor.shape[i]` is. `size` is None for an expression of several."""

    size: Size | None
    text: str


Handler = Callable[["Importer", "torch.fx.Node", Sequence[Any], Mapping[str, Any]], Any]

_DTYPES = {
    torch.float32: "float32",
    torch.float64: "float64",
    torch.int64: "int64",
    torch.int32: "int32",
    torch.bool: "bool",
    torch.int16: "int32",
    torch.int8: "int32",
    torch.uint8: "int32",
}


def dtype_name(dtype: torch.dtype) -> str:
    """Our name of a type. Raises Refused for one that graphs do not compute in."""
    name = _DTYPES.get(dtype)
    if name is None:
        raise Refused(
            f"a tensor of type {str(dtype).removeprefix('torch.')} is computed",
            "convert the model with .float(); compiled graphs compute in float32 and float64",
        )
    return name


@dataclass
class Importer:
    """One import. `symbols` maps the export's size variables to ours."""

    symbols: dict[str, Symbol]
    handlers: Mapping[str, Handler]
    names: dict[int, str] = field(default_factory=dict)  # id of a parameter's tensor → its name
    constants: dict[str, torch.Tensor] = field(default_factory=dict)
    environment: dict[torch.fx.Node, Any] = field(default_factory=dict)
    maximum_length: int = 0
    _keys: dict[int, str] = field(default_factory=dict)
    _kept: list[torch.Tensor] = field(default_factory=list)  # so that no id is used twice
    _used: dict[str, int] = field(default_factory=dict)
    _current: torch.fx.Node | None = None

    # Driving

    def run(self, module: torch.fx.GraphModule, placeholders: Mapping[str, Any]) -> Graph:
        """The graph of `module`; `placeholders` gives parameters (tensors) and the batch's fields (views)."""
        outputs: tuple[View, ...] = ()
        for node in module.graph.nodes:
            self._current = node
            if node.op == "placeholder":
                self.environment[node] = placeholders[node.name]
            elif node.op == "get_attr":
                self.environment[node] = getattr(module, node.target)
            elif node.op == "output":
                outputs = tuple(self.operand(self.value(item)) for item in node.args[0])
            else:
                self.environment[node] = self._call(node)
        return Graph(outputs, dict(self.constants), self.maximum_length)

    def _call(self, node: torch.fx.Node) -> Any:
        arguments = [self.value(argument) for argument in node.args]
        keywords = {key: self.value(argument) for key, argument in node.kwargs.items()}
        value = node.meta.get("val")
        if isinstance(value, torch.SymInt | torch.SymFloat | torch.SymBool):
            return Extent(self.size(value), str(value))
        if str(node.target) not in self.handlers and torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ()):
            raise self.refused(f"{node.target} draws random numbers", "put the model into inference: model.eval()")
        if self._is_known(arguments, keywords):
            with torch.no_grad():
                target: Any = node.target
                return target(*arguments, **keywords)
        handler = self.handlers.get(str(node.target))
        if handler is None:
            raise self.refused(f"the operation {node.target} is not supported", self._supported())
        return handler(self, node, arguments, keywords)

    def _is_known(self, arguments: Sequence[Any], keywords: Mapping[str, Any]) -> bool:
        def known(item: Any) -> bool:
            if isinstance(item, list | tuple):
                return all(known(part) for part in item)
            return not isinstance(item, View | Extent)

        return all(known(item) for item in (*arguments, *keywords.values()))

    def _supported(self) -> str:
        names = sorted({name.split(".")[1] for name in self.handlers if name.startswith("aten.")})
        return "write it with one of the supported operations: " + ", ".join(names)

    def value(self, argument: Any) -> Any:
        """What an argument of an fx node is here: a view, a known tensor, an Extent or a plain value."""
        if isinstance(argument, torch.fx.Node):
            return self.environment[argument]
        if isinstance(argument, list | tuple):
            return [self.value(item) for item in argument]
        return argument

    def refused(self, reason: str, instead: str = "") -> Refused:
        """A refusal that says where the current operation comes from."""
        place = self.place()
        return Refused(f"{reason} (at {place})" if place else reason, instead)

    def place(self) -> str:
        """The module path of the current operation, or the user's line that called it."""
        if self._current is None:
            return ""
        stack = self._current.meta.get("nn_module_stack") or {}
        paths = [str(path) for path, _ in stack.values() if path]
        if paths:
            return paths[-1].replace("L['self'].", "").removeprefix("held.")
        lines = re.findall(r'File "([^"]*)", line (\d+)', str(self._current.meta.get("stack_trace") or ""))
        return f"{Path(lines[-1][0]).name}, line {lines[-1][1]}" if lines and not lines[-1][0].startswith("<") else ""

    # Sizes

    def size(self, value: Any) -> Size | None:
        """A size as ours: a number, a symbol, or None for anything else."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        text = str(value)
        if text in self.symbols:
            return self.symbols[text]
        factors = {self.symbols.get(part) for part in text.split("*")}
        return Symbol.TOKENS if factors == {Symbol.BATCH, Symbol.SEQUENCE} else None

    def shape(self, node: torch.fx.Node | None = None, value: Any = None) -> tuple[Size, ...]:
        """The shape that the export found for the current (or a given) operation's result."""
        found = (node or self._current).meta["val"] if value is None else value  # type: ignore[union-attr]
        sizes: list[Size] = []
        for item in found.shape:
            size = self.size(item)
            if size is None:
                raise self.refused(
                    f"an axis of size {item} is a mix of the batch's and the sequence's sizes",
                    "keep [batch, sequence, ...] as axes of their own; cut or join features, not sequences",
                )
            sizes.append(size)
        return tuple(sizes)

    # Making nodes

    def node(
        self,
        name: str,
        operation: Operation,
        inputs: Sequence[View],
        axes: tuple[Axis, ...],
        dtype: str,
        rows: Any = None,
    ) -> Node:
        """A node with a name of its own, whose rows follow from its axes."""
        count = self._used[name] = self._used.get(name, -1) + 1
        walks = frozenset(axis.walk for axis in axes if axis.walk)
        return Node(f"{name}_{count}", operation, tuple(inputs), axes, rows or rows_of(walks), stored_features(axes), dtype, self.place())

    def operand(self, value: Any, dtype: str = "") -> View:
        """A view of anything that an operation takes: a view itself, a known tensor, a number, a size."""
        if isinstance(value, View):
            return value
        if isinstance(value, Extent):
            return self._extent(value)
        if isinstance(value, torch.Tensor):
            return self.constant(value)
        if isinstance(value, bool | int | float):
            return self.scalar(value, dtype or ("bool" if isinstance(value, bool) else "int64" if isinstance(value, int) else "float32"))
        raise self.refused(f"a value of type {type(value).__name__} stands where a tensor is expected")

    def _extent(self, value: Extent) -> View:
        if isinstance(value.size, int):
            return self.scalar(value.size, "int64")
        if value.size is Symbol.SEQUENCE:
            return self.node("padded_width", Width(), (), (), "int64").view()
        raise self.refused(
            f"the result depends on {value.text}, a size of the whole batch",
            "a text's result may depend on its own tokens, and on the padded width at most",
        )

    def scalar(self, value: float | int | bool, dtype: str) -> View:
        """A number as a constant."""
        return self.constant(torch.tensor(value, dtype=getattr(torch, dtype)))

    def constant(self, tensor: torch.Tensor, name: str = "") -> View:
        """A known tensor. One tensor has one key, whoever asks."""
        key = self._keys.get(id(tensor)) or self._new_key(tensor, name)
        dtype = dtype_name(tensor.dtype)
        axes = natural_axes(tuple(tensor.shape), {})
        return self.node("constant", Constant(key), (), axes, dtype).view()

    def _new_key(self, tensor: torch.Tensor, name: str) -> str:
        key = name or self.names.get(id(tensor)) or constant_name(tensor)
        self._keys[id(tensor)] = key
        self._kept.append(tensor)
        self.constants[key] = tensor.detach()
        return key

    def keep(self, tensor: torch.Tensor) -> None:
        """Holds a tensor whose id is used as a key."""
        self._kept.append(tensor)

    def known(self, view: View) -> torch.Tensor | None:
        """The tensor behind a view of a constant, in the view's shape; None when it depends on the batch."""
        if not isinstance(view.base.operation, Constant) or any(isinstance(axis.size, Symbol) for axis in view.axes):
            return None
        tensor = self.constants[view.base.operation.key].contiguous().reshape(-1)
        sizes = [axis.size for axis in view.axes if isinstance(axis.size, int)]
        return tensor.as_strided(sizes, [axis.stride for axis in view.axes], view.offset)

    def broadcast(self, view: View, shape: tuple[Size, ...]) -> View:
        """The view with `shape`, repeating axes of size 1 and adding leading ones."""
        missing = len(shape) - len(view.axes)
        axes = [Axis(1)] * missing + list(view.axes)
        for position, size in enumerate(shape):
            if axes[position].size == size:
                continue
            if axes[position].size != 1:
                raise self.refused(f"an axis of size {axes[position].size} meets one of size {size}")
            axes[position] = Axis(size)
        return View(view.base, tuple(axes), view.offset)

    def pointwise(self, function: str, operands: Sequence[View], dtype: str, shape: tuple[Size, ...] | None = None) -> View:
        """Element by element. Axes that no operand varies along are not stored."""
        if shape is None:
            shape = self.joint_shape(operands)
        inputs = [self.broadcast(operand, shape) for operand in operands]
        answer = simplify(function, inputs, dtype, self.constants)
        if answer is not None:
            return answer if isinstance(answer, View) else self.broadcast(self.scalar(answer, dtype), shape)
        walks: dict[int, Walk] = {}
        repeated: set[int] = set()
        for position, size in enumerate(shape):
            here = [view.axes[position] for view in inputs]
            if any(axis.walk for axis in here):
                walks[position] = self._walk(size, walks)
            elif isinstance(size, Symbol) or all(axis.stride == 0 for axis in here):
                repeated.add(position)
        axes = natural_axes(shape, walks, frozenset(repeated))
        return self.node(function, Pointwise(function), inputs, axes, dtype).view()

    def _walk(self, size: Size, before: dict[int, Walk]) -> Walk:
        if size is Symbol.BATCH:
            return Walk.BATCH
        if size is Symbol.TOKENS:
            return Walk.TOKENS
        if Walk.KEY in before.values():
            raise self.refused("a tensor has three sequence axes")
        return Walk.KEY if Walk.SEQUENCE in before.values() else Walk.SEQUENCE

    def joint_shape(self, operands: Sequence[View]) -> tuple[Size, ...]:
        """The shape that views broadcast to."""
        rank = max((len(view.axes) for view in operands), default=0)
        shape: list[Size] = [1] * rank
        for view in operands:
            for position, axis in enumerate(view.axes, rank - len(view.axes)):
                if axis.size != 1:
                    shape[position] = axis.size
        return tuple(shape)

    def promoted(self, operands: Sequence[View]) -> str:
        """The type that views are computed in together."""
        return promote([operand.dtype for operand in operands])

    def copy(self, view: View) -> View:
        """The view's elements stored in its own order, so that it can be cut anew. Nothing when it is so already."""
        walks = {position: axis.walk for position, axis in enumerate(view.axes) if axis.walk}
        repeated = frozenset(position for position, axis in enumerate(view.axes) if isinstance(axis.size, Symbol) and not axis.walk)
        axes = natural_axes(view.shape, walks, repeated)
        return self.node("copy", Pointwise("cast"), (view,), axes, view.dtype).view()


def batch_field(importer: Importer, name: str) -> View:
    """A field [B, S] of the tokenised batch."""
    axes = (Axis(Symbol.BATCH, 0, Walk.BATCH), Axis(Symbol.SEQUENCE, 0, Walk.SEQUENCE))
    return importer.node(name, Input(name), (), axes, "int64").view()


def position(importer: Importer) -> View:
    """0, 1, … along the sequence: [S]."""
    return importer.node("position", Input("position"), (), (Axis(Symbol.SEQUENCE, 0, Walk.SEQUENCE),), "int64").view()


def batch_index(importer: Importer) -> View:
    """0, 1, … along the batch: [B]. Only ever used as an index."""
    return importer.node("batch_index", Input("batch_index"), (), (Axis(Symbol.BATCH, 0, Walk.BATCH),), "int64").view()
