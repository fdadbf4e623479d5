"""Handlers of aten operations that are layers: embeddings, linear layers, products, attention, norms, concatenation."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from .import_pointwise import cast
from .import_views import look_up, reshape
from .importer import Handler, Importer, dtype_name
from .ir import (
    Attention,
    Axis,
    Concatenate,
    LayerNorm,
    Linear,
    Matmul,
    RmsNorm,
    Symbol,
    View,
    Walk,
    natural_axes,
)

Arguments = Sequence[Any]
Keywords = Mapping[str, Any]


def _known(importer: Importer, value: Any, what: str) -> torch.Tensor:
    tensor = value if isinstance(value, torch.Tensor) else importer.known(value) if isinstance(value, View) else None
    if tensor is None:
        raise importer.refused(f"{what} depends on the batch", "keep weights constant")
    return tensor


def _embedding(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    table = _known(importer, arguments[0], "the table of an embedding")
    index = importer.operand(arguments[1])
    known = importer.known(index) if not any(isinstance(axis.size, Symbol) for axis in index.axes) else None
    if known is None and not index.walks():
        return _one_row(importer, table, index)
    return look_up(importer, table, index)


def _one_row(importer: Importer, table: torch.Tensor, index: View) -> View:
    """The same row for every token: a constant, repeated."""
    number = int(importer.known(View(index.base, (), index.offset)).item())  # type: ignore[union-attr]
    row = importer.constant(table[number].clone(), f"{importer.names.get(id(table), 'table')}[{number}]")
    return View(row.base, (*(Axis(axis.size) for axis in index.axes), *row.axes), row.offset)


def _row_axes(view: View, width: int) -> tuple[Axis, ...]:
    """Natural axes of a result that keeps all of the view's axes but the last, which becomes `width`."""
    shape = (*view.shape[:-1], width)
    walks = {place: axis.walk for place, axis in enumerate(view.axes[:-1]) if axis.walk}
    symbols = frozenset(place for place, axis in enumerate(view.axes[:-1]) if isinstance(axis.size, Symbol) and not axis.walk)
    return natural_axes(shape, walks, symbols)


def linear(importer: Importer, x: View, weight: torch.Tensor, bias: torch.Tensor | None) -> View:
    """X · weightᵀ + bias, weight [out, in]."""
    if x.axes[-1].walk:
        raise importer.refused(
            "a linear layer mixes the tokens of a sequence", "apply linear layers to the last axis of [batch, sequence, features]"
        )
    if x.dtype != "float32" or weight.dtype != torch.float32:
        raise importer.refused(f"a linear layer computes in {x.dtype}", "convert to float32 with .float()")
    inputs = [x, importer.constant(weight)]
    if bias is not None:
        inputs.append(importer.constant(bias))
    return importer.node("linear", Linear(bias is not None), inputs, _row_axes(x, weight.shape[0]), "float32").view()


def _linear(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    bias = arguments[2] if len(arguments) > 2 else None
    weight = _known(importer, arguments[1], "the weight of a linear layer")
    return linear(importer, importer.operand(arguments[0]), weight, None if bias is None else _known(importer, bias, "a bias"))


def _transposed(importer: Importer, tensor: torch.Tensor) -> torch.Tensor:
    transposed = tensor.t().contiguous()
    if id(tensor) in importer.names:
        importer.names[id(transposed)] = importer.names[id(tensor)] + ".transposed"
        importer.keep(transposed)
    return transposed


def _addmm(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    if keywords.get("beta", 1) != 1 or keywords.get("alpha", 1) != 1:
        raise importer.refused("addmm with alpha or beta is not supported", "scale by hand")
    weight = _transposed(importer, _known(importer, arguments[2], "the matrix of addmm"))
    return linear(importer, importer.operand(arguments[1]), weight, _known(importer, arguments[0], "the bias of addmm"))


def _matmul(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    first, second = (importer.operand(argument) for argument in arguments[:2])
    weight = importer.known(second)
    if weight is not None and weight.ndim == 2:
        return linear(importer, first, _transposed(importer, weight), None)
    if len(first.axes) < 2 or len(second.axes) < 2:
        raise importer.refused("a product with a vector that depends on the batch is not supported", "write (a * b).sum(-1)")
    shape = importer.shape(node)
    batch = importer.joint_shape([View(v.base, v.axes[:-2], v.offset) for v in (first, second)])
    left = importer.broadcast(first, (*batch, *first.shape[-2:]))
    right = importer.broadcast(second, (*batch, *second.shape[-2:]))
    axes = _product_axes(importer, left, right, shape)
    return importer.node("product", Matmul(), (left, right), axes, "float32").view()


def _product_axes(importer: Importer, left: View, right: View, shape: tuple[Any, ...]) -> tuple[Axis, ...]:
    walks: dict[int, Walk] = {}
    for place in range(len(shape)):
        if place < len(shape) - 2:
            walk = left.axes[place].walk or right.axes[place].walk
        elif place == len(shape) - 2:
            walk = left.axes[-2].walk
        else:
            walk = right.axes[-1].walk and (Walk.KEY if Walk.SEQUENCE in walks.values() else right.axes[-1].walk)
        if walk:
            walks[place] = walk
    symbols = frozenset(place for place, size in enumerate(shape) if isinstance(size, Symbol) and place not in walks)
    return natural_axes(shape, walks, symbols)


def _attention(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    given = dict(zip(("q", "k", "v", "attn_mask", "dropout_p", "is_causal"), arguments, strict=False)) | dict(keywords)
    query, key, value = (importer.operand(given[name]) for name in ("q", "k", "v"))
    if given.get("dropout_p"):
        raise importer.refused("attention with dropout draws random numbers", "put the model into inference: model.eval()")
    head_dim = query.axes[-1].size
    assert isinstance(head_dim, int)
    scale = given.get("scale")
    mask = given.get("attn_mask")
    bias = [] if mask is None else [importer.broadcast(importer.operand(mask), (*query.shape[:-1], key.shape[-2]))]
    operation = Attention(1 / math.sqrt(head_dim) if scale is None else float(scale), bool(bias), bool(given.get("is_causal")))
    return attention(importer, operation, (query, key, value, *bias))


def attention(importer: Importer, operation: Attention, inputs: tuple[View, ...]) -> View:
    """Attention over [B, heads, S, head_dim]; the result stores [S rows][heads][head_dim]."""
    query, key, value = inputs[:3]
    for view in (query, key, value):
        if len(view.axes) != 4 or view.axes[2].size is not Symbol.SEQUENCE or view.axes[0].size is not Symbol.BATCH:
            raise importer.refused("attention over other axes than [batch, heads, sequence, head_dim] is not supported")
    walks = {0: Walk.BATCH, 2: Walk.SEQUENCE}
    axes = natural_axes((Symbol.BATCH, query.axes[1].size, Symbol.SEQUENCE, value.axes[3].size), walks)
    return importer.node("attention", operation, inputs, axes, "float32").view()


def _layer_norm(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> Any:
    x = importer.operand(arguments[0])
    shape = list(arguments[1])
    weight, bias = (arguments[place] if len(arguments) > place else None for place in (2, 3))
    epsilon = arguments[4] if len(arguments) > 4 else 1e-5
    x = _last_axes(importer, x, len(shape))
    inputs = [x, *(importer.constant(_flat(_known(importer, item, "a norm's weight"))) for item in (weight, bias) if item is not None)]
    operation = LayerNorm(float(epsilon), weight is not None, bias is not None)
    width = x.axes[-1].size
    assert isinstance(width, int)
    result = reshape(
        importer, importer.node("norm", operation, inputs, _row_axes(x, width), "float32").view(), importer.shape(value=_first(node))
    )
    return [result, None, None] if "native" in str(node.target) else result


def _flat(tensor: torch.Tensor) -> torch.Tensor:
    return tensor if tensor.ndim == 1 else tensor.reshape(-1)


def _first(node: torch.fx.Node) -> Any:
    value = node.meta["val"]
    return value[0] if isinstance(value, tuple | list) else value


def _last_axes(importer: Importer, x: View, count: int) -> View:
    """The last `count` axes joined into one."""
    if any(axis.walk or isinstance(axis.size, Symbol) for axis in x.axes[-count:]):
        raise importer.refused("a norm over the batch or the sequence is not supported", "normalise features")
    if x.dtype != "float32":
        raise importer.refused(f"a norm computes in {x.dtype}", "convert to float32 with .float()")
    width = math.prod(axis.size for axis in x.axes[-count:] if isinstance(axis.size, int))
    return reshape(importer, x, (*x.shape[:-count], width))


def _rms_norm(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    x = _last_axes(importer, importer.operand(arguments[0]), len(arguments[1]))
    weight = arguments[2] if len(arguments) > 2 else None
    epsilon = arguments[3] if len(arguments) > 3 and arguments[3] is not None else torch.finfo(torch.float32).eps
    inputs = [x] if weight is None else [x, importer.constant(_flat(_known(importer, weight, "a norm's weight")))]
    width = x.axes[-1].size
    assert isinstance(width, int)
    result = importer.node("norm", RmsNorm(float(epsilon), weight is not None), inputs, _row_axes(x, width), "float32").view()
    return reshape(importer, result, importer.shape(node))


def _concatenate(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    views = [importer.operand(item) for item in arguments[0] if not (isinstance(item, torch.Tensor) and item.numel() == 0)]
    dimension = arguments[1] if len(arguments) > 1 else keywords.get("dim", 0)
    return concatenate(importer, node, views, dimension + len(views[0].axes) if dimension < 0 else dimension)


def concatenate(importer: Importer, node: torch.fx.Node, views: Sequence[View], place: int) -> View:
    """Side by side along an axis of features; a single tensor stays as it is."""
    if len(views) == 1:
        return views[0]
    if any(isinstance(view.axes[place].size, Symbol) for view in views):
        raise importer.refused("tensors are joined along the batch or the sequence", "join features: torch.cat(..., dim=-1)")
    shape = importer.shape(node)
    dtype = dtype_name(node.meta["val"].dtype)
    views = [cast(importer, view, dtype) for view in views]
    walks = {place: axis.walk for view in views for place, axis in enumerate(view.axes) if axis.walk}
    symbols = frozenset(place for place, size in enumerate(shape) if isinstance(size, Symbol) and place not in walks)
    axes = natural_axes(shape, walks, symbols)
    return importer.node("joined", Concatenate(place), views, axes, dtype).view()


def _stack(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    views = [importer.operand(item) for item in arguments[0]]
    dimension = arguments[1] if len(arguments) > 1 else keywords.get("dim", 0)
    place = dimension + len(views[0].axes) + 1 if dimension < 0 else dimension
    wide = [View(view.base, (*view.axes[:place], Axis(1), *view.axes[place:]), view.offset) for view in views]
    return concatenate(importer, node, wide, place)


HANDLERS: dict[str, Handler] = {
    "aten.embedding.default": _embedding,
    "aten.linear.default": _linear,
    "aten.addmm.default": _addmm,
    "aten.mm.default": _matmul,
    "aten.bmm.default": _matmul,
    "aten.matmul.default": _matmul,
    "aten.scaled_dot_product_attention.default": _attention,
    "aten.layer_norm.default": _layer_norm,
    "aten.native_layer_norm.default": _layer_norm,
    "aten.rms_norm.default": _rms_norm,
    "aten.cat.default": _concatenate,
    "aten.concat.default": _concatenate,
    "aten.stack.default": _stack,
}
