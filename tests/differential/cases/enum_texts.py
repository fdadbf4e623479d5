from __future__ import annotations

import enum


class _Loud(enum.IntEnum):
    A = 0
    B = 5

    def __str__(self) -> str:
        return self.name.lower()


class _Number(enum.IntEnum):
    A = 0


class _Mixed(str, enum.Enum):
    A = "a"


class _Text(enum.StrEnum):
    A = "a"


class _Shown(str, enum.Enum):
    A = "a"

    def __str__(self) -> str:
        return "x"


def enum_texts_of_every_kind(n: int) -> list[str]:
    u = _Loud(n)
    return [
        f"{u}",
        f"{u:>4}",
        str(u),
        repr(u),
        format(u),
        format(u, ""),
        "{}".format(u),
        "{:03}".format(u),
        "%s %d" % (u, u),
        f"{u!s:>6}",
        f"{_Number.A}",
        f"{_Mixed.A}",
        f"{_Text.A}",
        f"{_Shown.A}",
        f"{_Shown.A:>3}",
        str([u]),
        f"{_Mixed.A:>5}",
        f"{_Text.A!r}",
    ]


ARGUMENTS = {enum_texts_of_every_kind: [(0,), (5,), (7,)]}
