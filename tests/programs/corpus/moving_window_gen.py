from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    t: int
    value: float


def windows(points: Iterable[Point], width: int) -> Iterator[tuple[Point, ...]]:
    window: deque[Point] = deque()
    for p in points:
        window.append(p)
        while window[0].t <= p.t - width:
            window.popleft()
        yield tuple(window)


def anomalies(points: list[Point], width: int, factor: float) -> Iterator[tuple[int, float]]:
    for w in windows(points, width):
        *history, last = w
        if len(history) < 2:
            continue
        mean = sum(p.value for p in history) / len(history)
        spread = max(abs(p.value - mean) for p in history)
        if abs(last.value - mean) > factor * spread:
            yield last.t, round(last.value - mean, 6)


def moving_window_gen(data: list[tuple[int, float]], width: int, factor: float = 2.0) -> Iterator[tuple[int, float]]:
    points = sorted((Point(*d) for d in data), key=lambda p: p.t)
    yield from anomalies(points, width, factor)


ARGUMENTS = [
    ([(1, 1.0), (2, 1.1), (3, 0.9), (4, 5.0), (9, 1.0)], 5),
    ([], 3),
    ([(1, 1.0), (1, 1.0), (1, 2.0)], 0),
    ([(2, 0.0), (1, float("nan")), (3, 1.0)], 10, 0.5),
]
