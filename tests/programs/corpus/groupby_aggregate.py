from collections import defaultdict
from typing import TypedDict


class Row(TypedDict):
    region: str
    product: str
    amount: float
    units: int


def groupby_aggregate(rows: list[Row], by: str) -> list[tuple[str, float, int, float, list[str]]]:
    totals: dict[str, list[float]] = defaultdict(list)
    units: dict[str, int] = defaultdict(int)
    products: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        key = row["region"] if by == "region" else row["product"]
        totals[key].append(row["amount"])
        units[key] += row["units"]
        products[key].add(row["product"])
    table = [(k, sum(v), units[k], sum(v) / len(v), sorted(products[k])) for k, v in totals.items()]
    table.sort(key=lambda t: t[1], reverse=True)
    return table


ARGUMENTS = [
    (
        [
            {"region": "n", "product": "a", "amount": 1.5, "units": 2},
            {"region": "s", "product": "b", "amount": 10.0, "units": 1},
            {"region": "n", "product": "b", "amount": 0.1, "units": 5},
        ],
        "region",
    ),
    ([], "product"),
    ([{"region": "n", "product": "a", "amount": float("nan"), "units": 0}], "product"),
]
