"""A recursion whose tuple grows with each level."""

from __future__ import annotations


def _branches(n: int, path):
    if n == 0:
        return [repr(path)]
    return _branches(n - 1, (*path, n)) + _branches(n - 1, path + (0,))


def growing_path(n: int) -> list[str]:
    return _branches(n, ())


def _visit(tree: dict[str, list[int]], names, path=()):
    if not names:
        return [".".join(map(str, path))]
    found = []
    for at, value in enumerate(tree[names[0]]):
        found += _visit(tree, names[1:], (*path, names[0], at + value))
    return found


def growing_mixed_path(tree: dict[str, list[int]], names: list[str]) -> list[str]:
    return _visit(tree, names)


ARGUMENTS = {
    growing_path: [(0,), (1,), (3,)],
    growing_mixed_path: [({"a": [1, 2], "b": [3]}, ["a", "b", "a"]), ({}, []), ({"a": []}, ["a"]), ({"a": [1]}, ["b"])],
}
