"""Products of mixed numbers, calendars, indentations of JSON, affixes with bounds, numpy.lexsort."""

import calendar
import json
import math
from datetime import date, datetime, timedelta

import numpy as np
from numpy.typing import NDArray


def product_of_mixed(n: int, x: float) -> list[object]:
    return [
        math.prod([n, x]),
        math.prod([x, n, True]),
        math.prod([n, True, n], start=2.5),
        math.prod((n, x) * 2),
        math.prod([v for v in [n, x, n] if v > 0]),
        math.prod([[n, x][i] for i in range(0)], start=n),
    ]


def calendar_parts(year: int, month: int) -> tuple[bool, int, int, tuple[int, int]]:
    return calendar.isleap(year), calendar.leapdays(1900, year), calendar.weekday(year, 3, 1), calendar.monthrange(year, month)


def calendar_error(year: int, month: int) -> str:
    try:
        weekday, days = calendar.monthrange(year, month)
        return f"{weekday} {days}"
    except calendar.IllegalMonthError as error:
        return f"{type(error).__name__}: {error}"


def json_indent_given(indent: int | None) -> str:
    return json.dumps({"a": [1, 2], "b": {}}, indent=indent)


def json_indent_default(values: list[int], indent: int | str | None = None) -> str:
    return json.dumps({"a": values, "b": {"c": None}}, indent=indent, sort_keys=True)


def json_indent_separators(indent: str | None) -> str:
    return json.dumps([[1], {"a": 2}], indent=indent, separators=(",", ":"))


def affixes_from(text: str, start: int, end: int | None) -> list[bool]:
    return [
        text.startswith(("He", "x"), start),
        text.endswith(("He", "lo"), start, end),
        text.startswith(("", "q"), start, end),
        text.startswith(("He", "x"), None, end),
        text.endswith(tuple(c for c in "oe"), start),
    ]


def lexsort_of_unknown_rank(a: NDArray[np.int64], b: NDArray[np.float64]) -> object:
    return np.lexsort((a, a % 2)), np.lexsort((b, a)), np.lexsort([a, b]), np.lexsort((a,))


class Weight:
    def __init__(self, grams: int):
        self.grams = grams

    def __lt__(self, other: "Weight") -> bool:
        return self.grams < other.grams


def extremes_of_instances(year: int, days: int) -> list[object]:
    first, second = date(year, 1, 1), date(2024, 1, 1)
    return [
        max(first, second).isoformat(),
        min(first, second, date(2023, 6, 1)).isoformat(),
        str(max(timedelta(days), timedelta(3))),
        max(datetime(year, 1, 1), datetime(2024, 1, 1)) == datetime(year, 1, 1),
    ]


def extremes_of_weights(grams: int) -> tuple[int, int, bool]:
    weight = Weight(3)
    return max(Weight(grams), weight).grams, min(Weight(grams), weight).grams, max(weight, Weight(3)) is weight


class Countdown:
    def __init__(self, start: int):
        self.left = start

    def __iter__(self):
        return self

    def __next__(self) -> int:
        if self.left <= 0:
            raise StopIteration
        self.left -= 1
        return self.left


def next_of_instance_or(start: int) -> list[object]:
    count = Countdown(start)
    return [next(count, None), next(count, -1), list(count), next(count, "end")]


def next_of_instance(start: int) -> int:
    count = Countdown(start)
    return next(count) + next(count)


def close_with_nan(a: NDArray[np.float64], b: NDArray[np.float64], x: float) -> list[object]:
    return [
        np.isclose(a, b, equal_nan=True),
        np.isclose(a, b, equal_nan=False),
        np.isclose(a, x, equal_nan=True),
        np.isclose(x, b, rtol=0.5, equal_nan=True),
        np.allclose(a, b, equal_nan=True),
        np.allclose(a, a, equal_nan=True),
        np.allclose(a, a),
    ]


def joined_of_mixed(text: str, number: int) -> list[object]:
    rows = [[text, number], [text, "b"], ["a"], [number], [None, text], (text, "c"), (text, 2.5)]
    out: list[object] = []
    for row in rows:
        try:
            out.append("-".join(row))
        except TypeError as error:
            out.append(str(error))
    return out


def joined_lazily(text: str, number: int) -> str:
    return ", ".join(number if part == "n" else part for part in text.split())


NANS = np.array([1.0, np.nan, np.inf, -np.inf, 0.0])
ARGUMENTS = {
    joined_of_mixed: [("x", 1), ("", 0)],
    joined_lazily: [("a b", 1), ("a n", 2), ("", 3), ("n", 4)],
    next_of_instance_or: [(0,), (1,), (2,), (4,)],
    next_of_instance: [(2,), (3,), (1,), (0,)],
    close_with_nan: [
        (NANS, NANS + 1e-9, np.nan),
        (NANS, NANS[::-1], 1.0),
        (NANS[:0], NANS[:0], np.nan),
        (NANS, NANS[:1], np.inf),
        (NANS, NANS[:2], 0.0),
    ],
    extremes_of_instances: [(2024, 3), (2025, 9), (1999, -4)],
    extremes_of_weights: [(1,), (3,), (8,)],
    product_of_mixed: [(3, 0.5), (0, float("inf")), (-2, float("nan")), (2**53 + 1, 1.0)],
    calendar_parts: [(2024, 2), (1900, 2), (2000, 12), (0, 1), (-5, 2), (10000, 2), (2023, 0), (2023, 13)],
    calendar_error: [(2024, 2), (2024, 13), (1, -1)],
    json_indent_given: [(None,), (0,), (2,), (-1,)],
    json_indent_default: [([1, 2],), ([], 4), ([1], "\t"), ([1], ""), ([1, 2], None)],
    json_indent_separators: [(None,), ("--",)],
    affixes_from: [("Hello", 0, None), ("Hello", -2, 5), ("", 0, None), ("", 1, None), ("xHe", 1, 3), ("Hello", 9, 2)],
    lexsort_of_unknown_rank: [
        (np.array([3, 1, 3, 2, -5]), np.array([0.5, np.nan, 0.25, -1.0, 7.0])),
        (np.array([], dtype=np.int64), np.array([])),
        (np.array([1, 1, 1]), np.array([2.0, 2.0, 1.0])),
        (np.array([1, 2, 3]), np.array([2.0])),
    ],
}
