from __future__ import annotations

from collections.abc import Iterator


def _up(n: int) -> Iterator[int]:
    yield from range(n)


def round_robin_of_generators(n: int, words: list[str]) -> list[int | str]:
    active: list[Iterator[int] | Iterator[str]] = [_up(n), iter(words), _up(n)]
    out: list[int | str] = []
    while active:
        for one in list(active):
            try:
                out.append(next(one))
            except StopIteration:
                active.remove(one)
    return out


def generators_are_compared_by_identity(n: int) -> list[bool]:
    a, b = _up(n), _up(n)
    c = a
    return [a == b, a != b, a is c, a is not b, c == a, a in [b, a], a in [b], [b, a].index(c) == 1]


ARGUMENTS = {
    round_robin_of_generators: [(2, ["a"]), (0, []), (1, ["x", "y", "z"])],
    generators_are_compared_by_identity: [(1,)],
}
