from itertools import groupby
from operator import itemgetter
from typing import Any, Callable

Row = dict[str, Any]


def where(rows: list[Row], predicate: Callable[[Row], bool]) -> list[Row]:
    return [r for r in rows if predicate(r)]


def group(rows: list[Row], key: str, **aggregates: Callable[[list[Row]], float]) -> list[Row]:
    out: list[Row] = []
    for k, items in groupby(sorted(rows, key=itemgetter(key)), key=itemgetter(key)):
        batch = list(items)
        row: Row = {key: k}
        for name, f in aggregates.items():
            row[name] = f(batch)
        out.append(row)
    return out


def sql_like_query(rows: list[Row], minimum: float) -> list[Row]:
    selected = where(rows, lambda r: r["amount"] >= minimum)
    grouped = group(selected, "region", n=len, total=lambda b: sum(r["amount"] for r in b), top=lambda b: max(r["amount"] for r in b))
    return sorted(grouped, key=lambda r: (-r["total"], r["region"]))


ARGUMENTS = [
    ([{"region": "eu", "amount": 5.5}, {"region": "us", "amount": 7}, {"region": "eu", "amount": 3}, {"region": "us", "amount": 1}], 2.0),
    ([], 0.0),
    ([{"region": "x"}], 0.0),
]
