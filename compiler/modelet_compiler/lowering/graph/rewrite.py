"""Rebuilding a graph: a pass says what each node becomes, and the views of its users follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .ir import Axis, Graph, Node, Symbol, View, Walk

Rule = Callable[[Node], "View | None"]
"""What a node becomes: a view whose axes stand for the node's own, or None to keep it."""


def rewrite(graph: Graph, rule: Rule) -> Graph:
    """The graph with the rule applied to every node, inputs first. Nodes given to the rule have their new inputs already."""
    became: dict[Node, View] = {}
    for node in graph.nodes():
        renewed = node.with_inputs(tuple(moved(view, became) for view in node.inputs))
        became[node] = rule(renewed) or renewed.view()
    return replace(graph, outputs=tuple(moved(view, became) for view in graph.outputs))


def moved(view: View, became: dict[Node, View]) -> View:
    """The view over what its base became; over a renamed base when the two store alike."""
    replacement = became[view.base]
    result = compose(view, replacement)
    if result is None:
        raise AssertionError(f"{view} does not fit {replacement}: rules return only views that `fits` accepts")
    return result


def fits(node: Node, replacement: View) -> bool:
    """True when every view of the node can be made a view of the replacement: it is dense, or the same axes."""
    return _dense(node, replacement)


def _dense(node: Node, replacement: View) -> bool:
    expected = 1
    for own, axis in zip(reversed(node.axes), reversed(replacement.axes), strict=True):
        if own.walk is not None:
            if axis.walk not in (None, own.walk) or axis.stride:
                return False
        elif own.stride:
            if axis.stride not in (expected, 0) or not isinstance(own.size, int):
                return False
            expected *= own.size
    strides = [axis.stride for own, axis in zip(node.axes, replacement.axes, strict=True) if own.stride]
    return all(strides) or not any(strides)


def compose(view: View, replacement: View) -> View | None:
    """`view` looks at a node; the same look at the node's replacement, which must fit."""
    base = view.base
    if replacement.base is base:
        return view
    own = {axis.walk: new for axis, new in zip(base.axes, replacement.axes, strict=True) if axis.walk}
    constant = not any(new.stride for axis, new in zip(base.axes, replacement.axes, strict=True) if axis.stride)
    axes: list[Axis] = []
    for axis in view.axes:
        if axis.walk is Walk.TOKENS and Walk.TOKENS not in own:
            walks = {own[Walk.BATCH].walk, own[Walk.SEQUENCE].walk} if Walk.BATCH in own and Walk.SEQUENCE in own else {None}
            if walks == {None}:
                axes.append(Axis(Symbol.TOKENS))
            elif walks == {Walk.BATCH, Walk.SEQUENCE}:
                axes.append(axis)
            else:
                return None
        elif axis.walk:
            axes.append(Axis(axis.size, 0, own[axis.walk].walk) if axis.walk in own else axis)
        else:
            axes.append(Axis(axis.size, 0 if constant else axis.stride))
    return View(replacement.base, tuple(axes), replacement.offset + (0 if constant else view.offset))
