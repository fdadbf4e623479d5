"""del of properties; members of an IntEnum in struct.pack; identity of a list that holds itself."""

from __future__ import annotations

import copy
import struct
from enum import IntEnum
from typing import Any


class Warm:
    def __init__(self, degrees: float):
        self._degrees = degrees

    @property
    def degrees(self):
        return self._degrees

    @degrees.setter
    def degrees(self, value):
        self._degrees = value

    @degrees.deleter
    def degrees(self):
        self._degrees = 0.0

    @property
    def fixed(self):
        return 1


def deleted_properties(degrees: float) -> list[Any]:
    warm = Warm(degrees)
    warm.degrees += 1
    out: list[Any] = [warm.degrees]
    del warm.degrees
    out.append(warm.degrees)
    try:
        del warm.fixed
    except AttributeError as error:
        out.append(str(error))
    return out


class Tag(IntEnum):
    NUMBER = 1
    TEXT = 2


def packed_members(text: str) -> list[Any]:
    tag = Tag.TEXT if text else Tag.NUMBER
    return [struct.pack("!BI", tag, len(text)), struct.pack("<2h", Tag.NUMBER, -1), struct.unpack("!BI", struct.pack("!BI", tag, 3))]


def list_that_holds_itself(number: int) -> list[bool]:
    loop: list[Any] = [number]
    loop.append(loop)
    copied = copy.deepcopy(loop)
    return [loop[1] is loop, copied[1] is copied, copied is loop, copied is not loop]


ARGUMENTS = {
    deleted_properties: [(20.5,)],
    packed_members: [("abc",), ("",)],
    list_that_holds_itself: [(1,)],
}
