"""Handlers of aten operations that only look at a tensor differently: they make views and compute nothing."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Any

import torch

from .import_pointwise import cast
from .importer import Extent, Handler, Importer, batch_index, dtype_name, position
from .ir import Axis, Constant, Gather, Input, PickRow, Pointwise, SelectRow, Size, Symbol, View, Walk, natural_axes

Arguments = Sequence[Any]
Keywords = Mapping[str, Any]


def _axis(dimension: int, rank: int) -> int:
    return dimension + rank if dimension < 0 else dimension


def reordered(view: View, order: Sequence[int]) -> View:
    """The view with its axes in another order."""
    return View(view.base, tuple(view.axes[index] for index in order), view.offset)


def _unsqueeze(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    view = importer.operand(arguments[0])
    place = _axis(arguments[1], len(view.axes) + 1)
    return View(view.base, (*view.axes[:place], Axis(1), *view.axes[place:]), view.offset)


def _squeeze(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    view = importer.operand(arguments[0])
    rank = len(view.axes)
    asked = arguments[1] if len(arguments) > 1 else None
    if asked is None and any(isinstance(axis.size, Symbol) for axis in view.axes):
        raise importer.refused("squeeze() without an axis drops the batch's axis too when there is one text", "name the axis: squeeze(-1)")
    dimensions = range(rank) if asked is None else [asked] if isinstance(asked, int) else asked
    drop = {_axis(dimension, rank) for dimension in dimensions}
    if any(isinstance(view.axes[index].size, Symbol) for index in drop):
        raise importer.refused(
            "squeeze of the batch's or the sequence's axis gives another rank when its size is 1", "index the axis: x[:, 0]"
        )
    return View(view.base, tuple(axis for index, axis in enumerate(view.axes) if index not in drop or axis.size != 1), view.offset)


def _transpose(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    view = importer.operand(arguments[0])
    order = list(range(len(view.axes)))
    if len(arguments) > 2:
        first, second = (_axis(dimension, len(order)) for dimension in arguments[1:3])
        order[first], order[second] = order[second], order[first]
    else:
        order.reverse()  # t()
    return reordered(view, order)


def _permute(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    view = importer.operand(arguments[0])
    return reordered(view, [_axis(dimension, len(view.axes)) for dimension in arguments[1]])


def _expand(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    return importer.broadcast(importer.operand(arguments[0]), importer.shape(node))


def _reshape(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    return reshape(importer, importer.operand(arguments[0]), importer.shape(node))


def reshape(importer: Importer, view: View, shape: tuple[Size, ...]) -> View:
    """The view with other axes over the same elements; copies when features stand in another order."""
    axes = _regroup(view, shape)
    if axes is None and view.features and not view.is_contiguous():
        view = importer.copy(view)
        axes = _regroup(view, shape)
    if axes is None:
        raise importer.refused(
            f"the reshape of {_sizes(view.shape)} to {_sizes(shape)} mixes the batch or the sequence with features",
            "keep [batch, sequence, ...] in front; transpose first, then reshape",
        )
    return View(view.base, axes, view.offset)


def _sizes(shape: Sequence[Size]) -> str:
    return "[" + ", ".join(size.value if isinstance(size, Symbol) else str(size) for size in shape) + "]"


def _regroup(view: View, shape: Sequence[Size]) -> tuple[Axis, ...] | None:
    """Axes for `shape` over the same rows and strides; None when there are none."""
    source = [axis for axis in view.axes if axis.size != 1]
    result: list[Axis] = []
    index = 0
    position = 0
    while position < len(shape):
        size = shape[position]
        if size == 1:
            result.append(Axis(1))
        elif index < len(source) and source[index].size == size:
            result.append(source[index])
            index += 1
        elif size is Symbol.TOKENS and _are_rows(source[index : index + 2]):
            result.append(Axis(size, 0, Walk.TOKENS if source[index].walk else None))
            index += 2
        elif (
            index < len(source)
            and source[index].size is Symbol.TOKENS
            and tuple(shape[position : position + 2])
            == (
                Symbol.BATCH,
                Symbol.SEQUENCE,
            )
        ):
            walks = bool(source[index].walk)
            result += [Axis(Symbol.BATCH, 0, Walk.BATCH if walks else None), Axis(Symbol.SEQUENCE, 0, Walk.SEQUENCE if walks else None)]
            index += 1
            position += 1
        else:
            taken = _regroup_features(source[index:], shape[position:])
            if taken is None:
                return None
            sources, axes = taken
            result += axes
            index += sources
            position += len(axes) - 1
        position += 1
    return tuple(result) if index == len(source) else None


def _are_rows(axes: Sequence[Axis]) -> bool:
    """Batch and sequence, side by side, both walked over or both repeated."""
    if [axis.size for axis in axes] != [Symbol.BATCH, Symbol.SEQUENCE]:
        return False
    return [axis.walk for axis in axes] in ([Walk.BATCH, Walk.SEQUENCE], [None, None])


def _regroup_features(source: Sequence[Axis], shape: Sequence[Size]) -> tuple[int, list[Axis]] | None:
    """The fewest source axes whose elements make a few of the wanted ones; how many, and the axes."""
    have = want = 1
    sources = wanted = 0
    while have != want or not sources:
        grow_source = have <= want
        if grow_source:
            if sources == len(source) or not isinstance(source[sources].size, int):
                return None
            have *= source[sources].size  # type: ignore[operator]
            sources += 1
        else:
            if wanted == len(shape) or not isinstance(shape[wanted], int):
                return None
            want *= shape[wanted]  # type: ignore[operator]
            wanted += 1
    stride = _joint_stride(source[:sources])
    if stride is None:
        return None
    axes: list[Axis] = []
    for size in reversed(shape[:wanted]):
        assert isinstance(size, int)
        axes.append(Axis(size, stride if size != 1 else 0))
        stride *= size
    return sources, list(reversed(axes))


def _joint_stride(axes: Sequence[Axis]) -> int | None:
    """The stride of one axis that walks all of these; None when there is none."""
    expected = axes[-1].stride
    for axis in reversed(axes):
        if axis.stride != expected or not isinstance(axis.size, int):
            return None
        expected *= axis.size
    return axes[-1].stride


def _slice(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    dimension, start, _, step = (list(arguments[1:]) + [0, None, None, 1][len(arguments) - 1 :])[:4]
    shape = importer.shape(node)
    source = importer.operand(arguments[0])
    place = _axis(dimension, len(source.axes))
    axis = source.axes[place]
    size = shape[place]
    if axis.size == size and step == 1:
        return source
    if isinstance(start, Extent) or not isinstance(start or 0, int):
        raise importer.refused("a slice begins at a place that depends on the batch's sizes", "begin slices at a constant")
    if axis.size is Symbol.SEQUENCE and size == 1:
        return _keep_row(importer, source, place, start or 0)
    if isinstance(axis.size, Symbol):
        raise importer.refused(
            "a slice cuts tokens off the sequence's axis", "give the padding another value by a mask instead of cutting it"
        )
    begin = max(start + axis.size if (start or 0) < 0 else (start or 0), 0)
    if isinstance(size, Symbol):
        return _along_position(importer, source, place, begin)
    new = Axis(size, axis.stride * step if size != 1 else 0)
    return View(source.base, (*source.axes[:place], new, *source.axes[place + 1 :]), source.offset + begin * axis.stride)


def _keep_row(importer: Importer, view: View, place: int, index: int) -> View:
    row = select_row(importer, view, place, index)
    return View(row.base, (*row.axes[:place], Axis(1), *row.axes[place:]), row.offset)


def _along_position(importer: Importer, view: View, place: int, begin: int) -> View:
    """A known table cut to the sequence's length: its row at each position."""
    table = importer.known(view)
    if table is None:
        raise importer.refused("a slice to the sequence's length is taken of a tensor that depends on the batch", "slice a constant table")
    limit = table.shape[place] - begin
    importer.maximum_length = min(importer.maximum_length or limit, limit)
    table = table.movedim(place, 0)
    index = position(importer)
    if table.numel() == table.shape[0] and not table.is_floating_point():
        flat = table.reshape(-1).to(torch.int64)
        step = flat - torch.arange(len(flat))
        if bool((step == step[0]).all()):
            shift = int(step[0]) + begin
            view = index if shift == 0 else importer.pointwise("add", [index, importer.scalar(shift, "int64")], "int64")
            rest = [Axis(1)] * (table.ndim - 1)
            return View(view.base, (*rest[:place], view.axes[0], *rest[place:]), view.offset)
    if bool((table == table[:1]).all()):
        row = importer.constant(table[0].contiguous())
        return View(row.base, (*row.axes[:place], Axis(Symbol.SEQUENCE), *row.axes[place:]))
    rows = look_up(importer, table.contiguous(), index, begin)
    axes = list(rows.axes)
    axes.insert(place, axes.pop(0))
    return View(rows.base, tuple(axes), rows.offset)


def look_up(importer: Importer, table: torch.Tensor, index: View, offset: int = 0, name: str = "") -> View:
    """table[index + offset], for a known table [entries, …]: the index's axes, then the table's others."""
    if table.dtype != torch.float32:
        raise importer.refused(f"rows of a table of {table.dtype} are looked up", "keep tables of numbers in float32")
    rows = importer.constant(table.reshape(table.shape[0], -1) if table.ndim != 2 else table, name)
    shape = (*index.shape, *table.shape[1:])
    walks = {place: axis.walk for place, axis in enumerate(index.axes) if axis.walk}
    repeated = frozenset(place for place, axis in enumerate(index.axes) if not axis.walk)
    axes = natural_axes(shape, walks, repeated)
    return importer.node("embedding", Gather((offset,)), (rows, index), axes, "float32").view()


def _select(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    view = importer.operand(arguments[0])
    place = _axis(arguments[1], len(view.axes))
    index = arguments[2]
    if not isinstance(index, int):
        raise importer.refused("an index depends on the batch's sizes", "index with a constant")
    return select(importer, view, place, index)


def select(importer: Importer, view: View, place: int, index: int) -> View:
    """One index of an axis, which is dropped."""
    axis = view.axes[place]
    if axis.size is Symbol.SEQUENCE:
        return select_row(importer, view, place, index)
    if isinstance(axis.size, Symbol):
        raise importer.refused("one text is taken out of the batch", "compute for every text alike; take single texts after the model")
    index = index + axis.size if index < 0 else index
    return View(view.base, (*view.axes[:place], *view.axes[place + 1 :]), view.offset + index * axis.stride)


def select_row(importer: Importer, view: View, place: int, index: int) -> View:
    """Row `index` of each sequence."""
    rest = (*view.axes[:place], *view.axes[place + 1 :])
    if view.axes[place].walk is None:
        return View(view.base, rest, view.offset)
    if view.axes[place].walk is not Walk.SEQUENCE or any(axis.walk is Walk.KEY for axis in rest):
        raise importer.refused("one row of a matrix of tokens by tokens is taken", "take rows of the hidden states")
    walks = {position: axis.walk for position, axis in enumerate(rest) if axis.walk}
    repeated = frozenset(position for position, axis in enumerate(rest) if not axis.walk and (not axis.stride))
    axes = natural_axes(tuple(axis.size for axis in rest), walks, repeated)
    node = importer.node("row", SelectRow(index), (_first(view, place),), axes, view.dtype)
    return node.view()


def _first(view: View, place: int) -> View:
    """The view with the axis at `place` in front, so that what follows lines up with the result."""
    return reordered(view, [place, *(index for index in range(len(view.axes)) if index != place)])


def _index(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    view = importer.operand(arguments[0])
    indices = [None if item is None else importer.operand(item) for item in arguments[1]]
    given = [index for index in indices if index is not None]
    if len(given) == len(indices) == 2 and _is_rows(view, given):
        return _aligned(importer, view, given)
    if len(given) == 2 and indices[0] is given[0] and indices[1] is given[1] and _is(given[0], "batch_index") and len(given[1].axes) == 1:
        return _pick(importer, view, given[1])
    table = importer.known(view)
    if table is not None and len(given) == 1 and indices[0] is not None and given[0].dtype in ("int64", "int32"):
        return look_up(importer, table, given[0])
    raise importer.refused(
        "indexing with a tensor in this way is not supported",
        "index features with slices; take one row of each text with x[torch.arange(x.shape[0]), row]",
    )


def _is(view: View, name: str) -> bool:
    operation = view.base.operation
    return isinstance(operation, Input) and operation.field == name


def _is_rows(view: View, indices: Sequence[View]) -> bool:
    """x[batch, position]: every element of [B, S, …] where it stands, with other axes."""
    return (
        view.axes[0].size is Symbol.BATCH
        and view.axes[1].size is Symbol.SEQUENCE
        and _is(indices[0], "batch_index")
        and _is(indices[1], "position")
    )


def _aligned(importer: Importer, view: View, indices: Sequence[View]) -> View:
    shape = importer.joint_shape(indices)
    axes: list[Axis] = [Axis(1)] * len(shape)
    for index, source in zip(indices, view.axes[:2], strict=True):
        wide = importer.broadcast(index, shape)
        for place, axis in enumerate(wide.axes):
            if axis.walk:
                axes[place] = source
            elif isinstance(axis.size, Symbol) and axes[place].size == 1:
                axes[place] = Axis(axis.size)
    return View(view.base, (*axes, *view.axes[2:]), view.offset)


def _pick(importer: Importer, view: View, index: View) -> View:
    rest = (view.axes[0], *view.axes[2:])
    axes = natural_axes(tuple(axis.size for axis in rest), {0: Walk.BATCH}, frozenset(i for i, a in enumerate(rest) if i and not a.stride))
    return importer.node("picked", PickRow(), (_first(view, 1), index), axes, view.dtype).view()


def _gather(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    """torch.gather of a known table that is the same for every text."""
    view, dimension, index = arguments[:3]
    source, index = importer.operand(view), importer.operand(index)
    place = _axis(dimension, len(source.axes))
    if source.axes[place].size is Symbol.SEQUENCE and index.axes[place].size == 1 and not index.walks():
        number = importer.known(View(index.base, (), index.offset))
        if number is not None and all(axis.stride == 0 for axis in index.axes):
            return _keep_row(importer, source, place, int(number.item()))
    others = [axis for number, axis in enumerate(source.axes) if number != place]
    if isinstance(source.base.operation, Constant) and all(axis.stride == 0 for axis in others):
        flat = View(source.base, (source.axes[place],), source.offset)
        table = importer.known(flat)
        if table is not None and bool((table == table[0]).all()):
            value = importer.scalar(table[0].item(), source.dtype)
            return View(value.base, tuple(Axis(axis.size) for axis in index.axes))
        if table is not None and table.is_floating_point():
            return look_up(importer, table, index)
    raise importer.refused("gather of this kind is not supported", "take one row of each text with x[torch.arange(x.shape[0]), row]")


def _argmax(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    """Of the attention mask: the first token, which padding on the right leaves at 0."""
    view = importer.operand(arguments[0])
    base = view.base
    while isinstance(base.operation, Pointwise) and base.operation.function == "cast":
        base = base.inputs[0].base
    place = _axis(arguments[1] if len(arguments) > 1 and arguments[1] is not None else 0, len(view.axes))
    is_mask = isinstance(base.operation, Input) and base.operation.field == "attention_mask"
    if not is_mask or view.axes[place].walk is not Walk.SEQUENCE:
        raise importer.refused("argmax is not supported", "take the largest value: x.max(dim).values")
    first = importer.scalar(0, "int64")
    return View(first.base, tuple(Axis(size) for size in importer.shape(node)))


def _split(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> list[View]:
    view = importer.operand(arguments[0])
    place = _axis(arguments[2] if len(arguments) > 2 else keywords.get("dim", 0), len(view.axes))
    axis = view.axes[place]
    if isinstance(axis.size, Symbol):
        raise importer.refused("the batch or the sequence is split", "split features only")
    parts: list[View] = []
    begin = 0
    for value in node.meta["val"]:
        size = importer.shape(value=value)[place]
        assert isinstance(size, int)
        new = Axis(size, axis.stride if size != 1 else 0)
        parts.append(View(view.base, (*view.axes[:place], new, *view.axes[place + 1 :]), view.offset + begin * axis.stride))
        begin += size
    return parts


def _unbind(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> list[View]:
    view = importer.operand(arguments[0])
    place = _axis(arguments[1] if len(arguments) > 1 else 0, len(view.axes))
    return [select(importer, view, place, index) for index in range(len(node.meta["val"]))]


def _getitem(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> Any:
    return arguments[0][arguments[1]]


def _arange(importer: Importer, node: torch.fx.Node, arguments: Arguments, keywords: Keywords) -> View:
    start, end = (0, arguments[0]) if len(arguments) == 1 else arguments[:2]
    step = arguments[2] if len(arguments) > 2 else 1
    (size,) = importer.shape(node)
    if not isinstance(start, int) or step != 1 or not isinstance(end, Extent) or size is Symbol.TOKENS:
        raise importer.refused("arange over a part of the batch or the sequence is not supported", "use arange(size) and add to it")
    view = position(importer) if size is Symbol.SEQUENCE else batch_index(importer)
    dtype = dtype_name(node.meta["val"].dtype)
    view = importer.pointwise("add", [view, importer.scalar(start, "int64")], "int64")
    return cast(importer, view, dtype)


def _overloads(names: Sequence[str], handler: Handler) -> dict[str, Handler]:
    overloads = ("default", "int", "Tensor", "dim", "dims", "using_ints", "sizes", "start", "start_step")
    return {f"aten.{name}.{overload}": handler for name in names for overload in overloads}


HANDLERS: dict[str, Handler] = {
    **_overloads(["unsqueeze"], _unsqueeze),
    **_overloads(["squeeze"], _squeeze),
    **_overloads(["transpose", "t", "numpy_T", "swapaxes"], _transpose),
    **_overloads(["permute"], _permute),
    **_overloads(["expand", "expand_as", "broadcast_to"], _expand),
    **_overloads(["view", "reshape", "_unsafe_view", "flatten", "unflatten", "view_as", "reshape_as"], _reshape),
    **_overloads(["slice"], _slice),
    **_overloads(["select"], _select),
    **_overloads(["index"], _index),
    **_overloads(["gather"], _gather),
    **_overloads(["argmax"], _argmax),
    **_overloads(["split", "split_with_sizes", "chunk"], _split),
    **_overloads(["unbind"], _unbind),
    **_overloads(["arange"], _arange),
    str(operator.getitem): _getitem,
}
