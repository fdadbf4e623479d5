"""What may be None among the arguments of min and max, and identity of what may be None."""

from __future__ import annotations
from dataclasses import dataclass
from typing import Optional


@dataclass
class B:
    items: list[int]
    limit: int | None = None
    nxt: Optional[B] = None

    def size(self) -> int:
        return len(self.items) if self.limit is None else min(len(self.items), self.limit)


def optional_extremes(b: B, x: int | None) -> list[object]:
    out = [b.size(), max(b.size(), 1)]
    p, q = b.nxt, b
    out.append(p is q)
    out.append(p is b.nxt)
    out.append(p is not q)
    out.append(min(3, x))
    return out


ARGUMENTS = {optional_extremes: [(B([1, 2], 1), 2), (B([], None, B([5])), 9), (B([1]), None)]}
