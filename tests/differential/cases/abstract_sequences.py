from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any


class Ring(Sequence[int]):
    def __init__(self, size: int) -> None:
        self.items: list[int] = []
        self.size = size
        self.start = 0

    def append(self, item: int) -> None:
        if len(self.items) < self.size:
            self.items.append(item)
        else:
            self.items[self.start] = item
            self.start = (self.start + 1) % self.size

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"ring index {index} out of range")
        return self.items[(self.start + index) % len(self.items)]

    def __len__(self) -> int:
        return len(self.items)


class Window:
    def __init__(self, texts: list[str]) -> None:
        self.texts = deque(texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)

    def __len__(self) -> int:
        return len(self.texts)


def ring_as_sequence(size: int, items: list[int]) -> dict[str, Any]:
    ring = Ring(size)
    for item in items:
        ring.append(item)
    return {"all": list(ring), "back": list(reversed(ring)), "in": 3 in ring, "rest": ring[1:], "count": ring.count(1), "last": ring[-1]}


def window_of_deque(texts: list[str]) -> list[Any]:
    window = Window(texts)
    first = iter(window.texts)
    found: list[Any] = [list(window), max(window, default=""), sorted(window), len(window), next(first, "none"), [*first]]
    try:
        for text in window:
            window.texts.append(text)
    except RuntimeError as error:
        found.append(str(error))
    return found


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    ring_as_sequence: [(3, [1, 2, 3, 4]), (2, [1]), (2, []), (0, [1])],
    window_of_deque: [(["b", "a"],), ([],), (["é"],)],
}
