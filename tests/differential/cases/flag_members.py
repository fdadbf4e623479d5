"""Flag and IntFlag."""

from __future__ import annotations

from enum import Flag
from enum import IntFlag
from enum import auto
from typing import Any


class Perm(Flag):
    READ = auto()
    WRITE = auto()
    EXEC = auto()
    ALL = READ | WRITE | EXEC


class Mode(IntFlag):
    A = 1
    B = 2
    C = 4


def flag_operations(names: list[str]) -> list[Any]:
    p = Perm(0)
    for n in names:
        p |= Perm[n]
    out: list[Any] = [
        repr(p),
        str(p),
        p.value,
        bool(p),
        Perm.READ in p,
        p & Perm.WRITE == Perm.WRITE,
        repr(~p),
        repr(p ^ Perm.EXEC),
        p == Perm.ALL,
    ]
    out.append([m.name for m in Perm if m in p])
    out.append([m.name for m in p])
    m = Mode.A | Mode.C
    out += [repr(m), int(m), m & 1, m == 5, repr(Mode(3)), Mode.B in m]
    return out


ARGUMENTS = {
    flag_operations: [(["READ", "EXEC"],), ([],)],
}
