"""copy.copy and copy.deepcopy of instances."""

from __future__ import annotations
import copy
from dataclasses import dataclass, field
from enum import Enum


class E(Enum):
    A = 1


@dataclass
class In:
    v: list[int]


@dataclass
class St:
    name: str
    ins: list[In] = field(default_factory=list)
    by: dict[str, In] = field(default_factory=dict)
    e: E = E.A
    me: St | None = None
    shared: In | None = None

    def snapshot(self) -> St:
        return copy.deepcopy(self)


class Bag:
    def __init__(self):
        self.items = {"a": [1]}

    def clone(self):
        return copy.copy(self)


def copies_of_instances(n: int) -> list[object]:
    one = In([n])
    s = St("s", [one], {"k": one}, shared=one)
    s.me = s
    t = s.snapshot()
    u = copy.copy(s)
    t.ins[0].v.append(5)
    u.ins.append(In([9]))
    b = Bag()
    c = b.clone()
    c.items["z"] = [3]
    d = copy.deepcopy([b, b])
    d[0].items["q"] = []
    return [
        t.ins[0] is t.by["k"],
        t.shared is t.ins[0],
        t.me is t,
        t.e is E.A,
        s.ins[0].v,
        t.by["k"].v,
        len(s.ins),
        u.me is s,
        b.items,
        d[0] is d[1],
        len(d[1].items),
        t == s,
    ]


ARGUMENTS = {copies_of_instances: [(1,)]}
