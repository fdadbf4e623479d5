"""decimal.Decimal in its default context."""

from __future__ import annotations

import math
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal, DivisionByZero, InvalidOperation

CENT = Decimal("0.01")
RATES = {"de": Decimal("0.19"), "fr": Decimal("0.2")}


def decimal_arithmetic(a: str, b: str) -> list[str]:
    x, y = Decimal(a), Decimal(b)
    found = [str(x + y), str(x - y), str(x * y), repr(-x), str(abs(y)), str(x + 3), str(2 * y), str(1 - x)]
    for name in ("/", "//", "%"):
        try:
            found.append(str(x / y if name == "/" else x // y if name == "//" else x % y))
        except (DivisionByZero, InvalidOperation) as error:
            found.append(f"{type(error).__name__} {error} {isinstance(error, ZeroDivisionError)}")
    return found


def decimal_rounding(text: str, places: str) -> list[str]:
    x, step = Decimal(text), Decimal(places)
    modes = ["ROUND_UP", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_HALF_DOWN", "ROUND_05UP", ROUND_HALF_UP, ROUND_DOWN]
    found = [str(x.quantize(step, rounding=mode)) for mode in modes]
    return [
        *found,
        str(x.quantize(step)),
        str(round(x, 1)),
        str(round(x)),
        str(math.floor(x)),
        str(math.ceil(x)),
        str(int(x)),
        str(x.normalize()),
    ]


def decimal_texts(text: str) -> list[str]:
    x = Decimal(text)
    return [f"{x:.2f}", f"{x:>12,.1f}|", f"{x}", f"{x:+.0f}", f"{x:.1%}", f"{float(x)!r}", "%s" % x, "{:08.2f}".format(x)]


def decimal_order(texts: list[str]) -> list[object]:
    numbers = [Decimal(text) for text in texts]
    counts: dict[Decimal, int] = {}
    for one in numbers:
        counts[one] = counts.get(one, 0) + 1
    total = sum(numbers, Decimal(0))
    largest = str(max(numbers)) if numbers else "none"
    return [
        [str(one) for one in sorted(numbers)],
        largest,
        str(total),
        list(counts.values()),
        [one == 1 for one in numbers],
        [bool(one) for one in numbers],
    ]


def decimal_invoice(lines: list[tuple[str, int, str]], country: str) -> dict[str, str]:
    net = sum((quantity * Decimal(price) for _, quantity, price in lines), Decimal("0"))
    tax = (net * RATES[country]).quantize(CENT, rounding=ROUND_HALF_UP)
    return {"net": f"{net:,.2f}", "tax": str(tax), "gross": str(net + tax)}


def decimal_of_others(number: int, value: float) -> list[str]:
    return [str(Decimal(number)), str(Decimal(value)), str(Decimal(number) / 7), str(Decimal(value) == value), str(Decimal(number) ** 3)]


ARGUMENTS = {
    decimal_arithmetic: [
        ("1.10", "2.205"),
        ("1", "3"),
        ("-7.5", "2"),
        ("1", "0"),
        ("0", "0.0"),
        ("1E+3", "1e-5"),
        ("abc", "1"),
        ("99999999999999999999999999.5", "7"),
    ],
    decimal_rounding: [("2.345", "0.01"), ("-2.5", "1"), ("2.665", "0.01"), ("1e30", "0.01"), ("0.005", "0.1")],
    decimal_texts: [("1234567.891",), ("-0.005",), ("0",), ("12E+2",)],
    decimal_order: [(["1.0", "1.00", "3", "-2", "0"],), ([],)],
    decimal_invoice: [([("pen", 3, "1.15"), ("ink", 1, "10.005")], "de"), ([], "fr"), ([], "xx"), ([("a", 1, "x")], "fr")],
    decimal_of_others: [(5, 0.1), (-12, 2.5), (0, -0.0)],
}
