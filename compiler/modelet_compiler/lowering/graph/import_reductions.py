"""Handlers of aten operations that reduce axes, or run along one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from .import_pointwise import cast
from .importer import Extent, Handler, Importer, dtype_name
from .ir import Axis, Cumulate, Reduce, Size, Softmax, Symbol, View, Walk, natural_axes

Arguments = Sequence[Any]
Keywords = Mapping[str, Any]


def _dimensions(importer: Importer, value: Any, rank: int) -> list[int]:
    if value is None or value == []:
        return list(range(rank))
    return sorted({item + rank if item < 0 else item for item in ([value] if isinstance(value, int) else value)})


def reduce(importer: Importer, view: View, kind: str, over: Sequence[int], keep: bool) -> View:
    """The reduction over logical axes: the sequence first, then features."""
    for place in over:
        if view.axes[place].size in (Symbol.BATCH, Symbol.TOKENS):
            raise importer.refused("texts of one batch are reduced into one", "reduce the sequence (dim=1) or features (dim=-1)")
    for group in (
        [p for p in over if isinstance(view.axes[p].size, Symbol)],
        [p for p in over if not isinstance(view.axes[p].size, Symbol)],
    ):
        view = _reduce_group(importer, view, kind, group)
    if keep:
        return view
    return View(view.base, tuple(axis for place, axis in enumerate(view.axes) if place not in over), view.offset)


def _reduce_group(importer: Importer, view: View, kind: str, group: Sequence[int]) -> View:
    """The axes in `group` reduced to size 1. Repeated ones need no loop."""
    looped = [place for place in group if view.axes[place].walk or view.axes[place].stride]
    repeated = [place for place in group if place not in looped]
    if looped:
        view = _looped(importer, view, kind, looped)
    for place in repeated:
        size = view.axes[place].size
        view = View(view.base, (*view.axes[:place], Axis(1), *view.axes[place + 1 :]), view.offset)
        view = _repeated(importer, view, kind, size)
    return view


def _repeated(importer: Importer, view: View, kind: str, size: Size) -> View:
    if kind in ("maximum", "minimum") or size == 1:
        return view
    if kind == "product":
        raise importer.refused("a product over a repeated axis is not supported", "use a power")
    count = importer.scalar(size, view.dtype) if isinstance(size, int) else cast(importer, importer.operand(Extent(size, "S")), view.dtype)
    return importer.pointwise("multiply", [view, count], view.dtype)


def _looped(importer: Importer, view: View, kind: str, over: Sequence[int]) -> View:
    if any(axis.walk is Walk.KEY for axis in view.axes):
        raise importer.refused("attention scores are reduced by hand", "reduce hidden states instead")
    shape = tuple(1 if place in over else axis.size for place, axis in enumerate(view.axes))
    walks = {place: axis.walk for place, axis in enumerate(view.axes) if axis.walk and place not in over}
    repeated = frozenset(p for p, axis in enumerate(view.axes) if p not in over and not axis.walk and not axis.stride)
    axes = natural_axes(shape, walks, repeated)
    return importer.node(kind, Reduce(kind, tuple(over)), (view,), axes, view.dtype).view()


def _count(importer: Importer, view: View, over: Sequence[int], dtype: str) -> View:
    """How many elements are reduced, as a tensor of `dtype`."""
    known = math.prod(view.axes[place].size for place in over if isinstance(view.axes[place].size, int))  # type: ignore[misc]
    count = importer.scalar(known, dtype)
    if any(view.axes[place].size is Symbol.SEQUENCE for place in over):
        width = cast(importer, importer.operand(Extent(Symbol.SEQUENCE, "S")), dtype)
        return width if known == 1 else importer.pointwise("multiply", [width, count], dtype)
    return count


def _arguments(importer: Importer, view: View, arguments: Arguments, keywords: Keywords, first: int = 1) -> tuple[list[int], bool]:
    dimensions = arguments[first] if len(arguments) > first else keywords.get("dim")
    keep = arguments[first + 1] if len(arguments) > first + 1 else keywords.get("keepdim", False)
    return _dimensions(importer, dimensions, len(view.axes)), bool(keep)


def _simple(kind: str) -> Handler:
    def handle(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> Any:
        value = node.meta["val"]
        pair = isinstance(value, tuple | list)  # max.dim gives values and indices
        view = importer.operand(arguments[0])
        if not pair:
            view = cast(importer, view, dtype_name(value.dtype))
        over, keep = _arguments(importer, view, arguments, keywords)
        result = reduce(importer, view, kind, over, keep)
        return [result, None] if pair else result

    return handle


def _mean(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    dtype = dtype_name(node.meta["val"].dtype)
    view = cast(importer, importer.operand(arguments[0]), dtype)
    over, keep = _arguments(importer, view, arguments, keywords)
    return importer.pointwise("divide", [reduce(importer, view, "sum", over, keep), _count(importer, view, over, dtype)], dtype)


def _any_all(kind: str) -> Handler:
    def handle(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
        view = cast(importer, importer.operand(arguments[0]), "bool")
        over, keep = _arguments(importer, view, arguments, keywords)
        return cast(importer, reduce(importer, cast(importer, view, "int64"), kind, over, keep), "bool")

    return handle


def _vector_norm(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    order = arguments[1] if len(arguments) > 1 else 2
    view = cast(importer, importer.operand(arguments[0]), dtype_name(node.meta["val"].dtype))
    over, keep = _arguments(importer, view, arguments, keywords, 2)
    if order in (2, None):
        squares = importer.pointwise("square", [view], view.dtype)
        return importer.pointwise("sqrt", [reduce(importer, squares, "sum", over, keep)], view.dtype)
    magnitudes = importer.pointwise("absolute", [view], view.dtype)
    kinds = {1: "sum", math.inf: "maximum", -math.inf: "minimum"}
    if order in kinds:
        return reduce(importer, magnitudes, kinds[order], over, keep)
    powers = importer.pointwise("power", [magnitudes, importer.scalar(float(order), view.dtype)], view.dtype)
    root = importer.scalar(1 / order, view.dtype)
    return importer.pointwise("power", [reduce(importer, powers, "sum", over, keep), root], view.dtype)


def _variance(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    view = importer.operand(arguments[0])
    over = _dimensions(importer, arguments[1] if len(arguments) > 1 else keywords.get("dim"), len(view.axes))
    correction = keywords.get("correction", 1)
    if any(isinstance(view.axes[place].size, Symbol) for place in over):
        raise importer.refused("the variance over a sequence is not supported", "write it with masked sums")
    count = _count(importer, view, over, view.dtype)
    mean = importer.pointwise("divide", [reduce(importer, view, "sum", over, True), count], view.dtype)
    squares = importer.pointwise("square", [importer.pointwise("subtract", [view, mean], view.dtype)], view.dtype)
    number = math.prod(view.axes[place].size for place in over) - (1 if correction is None else correction)  # type: ignore[misc]
    total = reduce(importer, squares, "sum", over, bool(keywords.get("keepdim", False)))
    result = importer.pointwise("divide", [total, importer.scalar(number, view.dtype)], view.dtype)
    return importer.pointwise("sqrt", [result], view.dtype) if ".std." in str(node.target) else result


def _softmax(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    dtype = dtype_name(node.meta["val"].dtype)
    view = cast(importer, importer.operand(arguments[0]), dtype)
    (over,) = _dimensions(importer, arguments[1], len(view.axes))
    if any(axis.walk is Walk.KEY for axis in view.axes):
        return importer.node("softmax", Softmax(over), (view,), view.base.axes, dtype, view.base.rows).view()
    top = reduce(importer, view, "maximum", [over], True)
    powers = importer.pointwise("exp", [importer.pointwise("subtract", [view, top], dtype)], dtype)
    total = reduce(importer, powers, "sum", [over], True)
    if "log_softmax" in str(node.target):
        centred = importer.pointwise("subtract", [view, top], dtype)
        return importer.pointwise("subtract", [centred, importer.pointwise("log", [total], dtype)], dtype)
    return importer.pointwise("divide", [powers, total], dtype)


def _logsumexp(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    view = importer.operand(arguments[0])
    over, keep = _arguments(importer, view, arguments, keywords)
    top = reduce(importer, view, "maximum", over, True)
    powers = importer.pointwise("exp", [importer.pointwise("subtract", [view, top], view.dtype)], view.dtype)
    total = importer.pointwise("log", [reduce(importer, powers, "sum", over, True)], view.dtype)
    result = importer.pointwise("add", [total, top], view.dtype)
    return result if keep else View(result.base, tuple(a for p, a in enumerate(result.axes) if p not in over), result.offset)


def _cumulate(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    dtype = dtype_name(node.meta["val"].dtype)
    view = cast(importer, importer.operand(arguments[0]), dtype)
    (over,) = _dimensions(importer, arguments[1], len(view.axes))
    if view.axes[over].walk is not Walk.SEQUENCE or any(axis.walk is Walk.KEY for axis in view.axes):
        raise importer.refused(
            "a running sum over another axis than the sequence's is not supported", "use cumsum(dim=1) on [batch, sequence]"
        )
    walks = {place: axis.walk for place, axis in enumerate(view.axes) if axis.walk}
    repeated = frozenset(place for place, axis in enumerate(view.axes) if not axis.walk and not axis.stride)
    axes = natural_axes(view.shape, walks, repeated)
    return importer.node("cumulated", Cumulate(), (view,), axes, dtype).view()


def _overloads(name: str, handler: Handler) -> dict[str, Handler]:
    overloads = ("default", "dim", "dim_IntList", "int", "dims", "correction", "dim_int", "ScalarOpt_dim", "Scalar")
    return {f"aten.{name}.{overload}": handler for overload in overloads}


HANDLERS: dict[str, Handler] = {
    **_overloads("sum", _simple("sum")),
    **_overloads("prod", _simple("product")),
    **_overloads("amax", _simple("maximum")),
    **_overloads("amin", _simple("minimum")),
    **_overloads("max", _simple("maximum")),
    **_overloads("min", _simple("minimum")),
    **_overloads("mean", _mean),
    **_overloads("any", _any_all("maximum")),
    **_overloads("all", _any_all("minimum")),
    **_overloads("linalg_vector_norm", _vector_norm),
    **_overloads("norm", _vector_norm),
    **_overloads("var", _variance),
    **_overloads("std", _variance),
    **_overloads("softmax", _softmax),
    **_overloads("_softmax", _softmax),
    **_overloads("log_softmax", _softmax),
    **_overloads("logsumexp", _logsumexp),
    **_overloads("cumsum", _cumulate),
}
