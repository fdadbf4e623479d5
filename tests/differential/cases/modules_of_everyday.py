"""queue, os.path, graphlib, json.dumps with `default`, iter with a sentinel, UTF-16."""

from __future__ import annotations

import json
import os.path
import queue
import struct
from dataclasses import asdict, dataclass
from datetime import date
from graphlib import CycleError, TopologicalSorter
from itertools import zip_longest
from typing import Any

HEADER = struct.Struct("<BHf")


@dataclass
class Point:
    x: int
    y: float


def queued(items: list[int], room: int) -> list[object]:
    first, last, sorted_ = queue.Queue(room), queue.LifoQueue(), queue.PriorityQueue()
    dropped = 0
    for item in items:
        try:
            first.put_nowait(item)
        except queue.Full:
            dropped += 1
        last.put(item)
        sorted_.put((item % 3, item))
    out: list[object] = [first.qsize(), first.full(), dropped]
    while not first.empty():
        out.append(first.get())
    while not last.empty():
        out.append(last.get())
    while sorted_.qsize():
        out.append(sorted_.get()[1])
    try:
        last.get_nowait()
    except queue.Empty as error:
        out.append(repr(error))
    return out


def paths(path: str, other: str) -> list[object]:
    stem, extension = os.path.splitext(path)
    return [
        stem,
        extension,
        os.path.basename(path),
        os.path.dirname(path),
        os.path.join(path, other, "z"),
        os.path.normpath(path),
        os.path.isabs(path),
        os.path.split(path),
    ]


def in_order(graph: dict[str, list[str]]) -> list[str]:
    try:
        return list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return [str(error), *error.args[1]]


def in_groups(graph: dict[str, list[str]]) -> list[list[str]]:
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for node, before in graph.items():
        sorter.add(node, *before)
    sorter.prepare()
    groups = []
    while sorter.is_active():
        ready = sorter.get_ready()
        groups.append(sorted(ready))
        sorter.done(*ready)
    return groups


def dumped_by_default(names: list[str], count: int) -> list[str]:
    record = {"names": set(names[:1]), "day": date(2024, 1, count), "points": [Point(1, 0.5)], "n": count, "none": None}

    def other(value: Any) -> Any:
        if isinstance(value, set):
            return sorted(value)
        return asdict(value) if isinstance(value, Point) else value.isoformat()

    return [json.dumps(record, default=other), json.dumps({"d": date(2024, 2, 3), "p": (1, "a")}, default=str, sort_keys=True)]


def dumped_without_need(names: list[str]) -> str:
    return json.dumps({"names": names}, default=str)


def until_sentinel(items: list[int]) -> list[int]:
    rest = iter(items)
    return list(iter(lambda: next(rest, -1), -1))


def offsets_in_utf16(text: str) -> list[object]:
    return [len(text.encode("utf-16-le")) // 2, text.encode("utf-16-be").hex(), text.encode("utf-16")]


def packed_by_struct(a: int, b: int, c: float) -> list[object]:
    data = HEADER.pack(a, b, c) + HEADER.pack(b % 256, a, -c)
    return [HEADER.size, data, HEADER.unpack(data[: HEADER.size]), HEADER.unpack_from(data, HEADER.size), list(HEADER.iter_unpack(data))]


def rows_of_any_length(columns: list[list[str]]) -> list[str]:
    return ["|".join(row) for row in zip_longest(*columns, fillvalue="-")]


ARGUMENTS = {
    queued: [([5, 1, 4, 3], 3), ([], 0)],
    paths: [("a/b.tar.gz", "x"), ("/", "/q"), (".bashrc", ""), ("a//b/../c/./d.", "y"), ("", "w"), ("/a/..b/.c", "..")],
    in_order: [({"d": ["b", "c"], "b": ["a"], "c": ["a"]},), ({"a": ["b"], "b": ["c"], "c": ["b"]},), ({},)],
    in_groups: [({"d": ["b", "c"], "b": ["a"], "c": ["a"]},), ({"a": ["a"]},), ({},)],
    dumped_by_default: [(["b"], 2), ([], 31), ([], 32)],
    dumped_without_need: [(["é"],)],
    until_sentinel: [([1, 2, -1, 3],), ([],)],
    offsets_in_utf16: [("aé漢😀",), ("",)],
    packed_by_struct: [(1, 2, 0.5), (300, 1, 1.0)],
    rows_of_any_length: [([["a", "b"], ["c"], []],), ([],)],
}
