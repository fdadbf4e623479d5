import math
import statistics
from typing import Any


class Reading:
    def __init__(self, value: float) -> None:
        self.value = value


def means_of_rows(rows: list[dict[str, Any]]) -> tuple[Any, ...]:
    values = [row["x"] for row in rows]
    return statistics.mean(values), statistics.pstdev(values), statistics.variance(values, 1)


def middles_of_rows(rows: list[dict[str, Any]]) -> list[Any]:
    return [statistics.median(row["x"] for row in rows), statistics.fmean([row["x"] for row in rows])]


def sums_of_rows(rows: list[dict[str, Any]]) -> list[Any]:
    return [sum(row["x"] for row in rows), math.fsum(row["x"] for row in rows), math.prod(row["x"] for row in rows)]


def sums_of_several(number: int, text: str | None) -> list[Any]:
    row = {"id": number, "ratio": number / 2, "name": text, "when": None}
    found: list[Any] = []
    for attempt in (
        lambda: sum([row["id"], row["ratio"]]),
        lambda: sum(row.values()),
        lambda: math.fsum([row["id"], row["ratio"]]),
        lambda: statistics.mean([row["id"], row["ratio"], row["name"]]),
    ):
        try:
            found.append(attempt())
        except TypeError as error:
            found.append(str(error))
    return found


def numbers_of_instances(number: int) -> list[str]:
    row: dict[str, Any] = {"a": number, "b": "3", "c": None}
    mixed = {"a": number, "b": Reading(2.5), "c": "7"}
    found = []
    for key in ("a", "b", "c"):
        try:
            found.append(str(int(row[key])) + str(int(mixed[key])))
        except TypeError as error:
            found.append(str(error))
    return found


def columns_of_several(rows: list[list[float]]) -> list[list[float]]:
    grown: list[Any] = [row for row in rows]
    grown.append([sum(row) for row in rows])
    return [list(column) for column in zip(*grown)]


ROWS: list[tuple[Any, ...]] = [
    ([{"x": 1}, {"x": 2.5}],), ([{"x": 1}, {"x": 2}],), ([{"x": True}, {"x": 4}],), ([{"x": "a"}, {"x": 2}],), ([{"x": None}, {"x": 1}],),
    ([{"x": [1]}, {"x": 1}],), ([],), ([{"x": float("nan")}, {"x": 1}],),
]  # fmt: skip
ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    means_of_rows: ROWS,
    middles_of_rows: ROWS,
    sums_of_rows: ROWS,
    sums_of_several: [(3, "x"), (0, None)],
    numbers_of_instances: [(4,), (-1,)],
    columns_of_several: [([[1.0, 2.0], [3.0, 4.0]],), ([],), ([[], [1.0]],)],
}
