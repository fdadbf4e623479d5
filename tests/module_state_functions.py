"""Functions whose module keeps something between calls."""

from __future__ import annotations

from collections.abc import Iterator

counter = 0


def counted(n: int) -> list[int]:
    global counter
    out = []
    for _ in range(n):
        counter += 1
        out.append(counter)
    return out


SEEN: list[str] = []


def shared_stream(name: str, n: int) -> Iterator[str]:
    for at in range(n):
        SEEN.append(f"{name}{at}")
        yield ",".join(SEEN)
