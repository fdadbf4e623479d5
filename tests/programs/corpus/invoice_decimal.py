from decimal import Decimal, ROUND_HALF_UP


def money(x: Decimal) -> str:
    return str(x.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))


def invoice_decimal(lines: list[tuple[str, int, str]], tax: str) -> dict[str, str]:
    total = Decimal(0)
    for name, quantity, price in lines:
        total += quantity * Decimal(price)
    vat = total * Decimal(tax) / 100
    return {"net": money(total), "vat": money(vat), "gross": money(total + vat)}


ARGUMENTS = [
    ([("pen", 3, "1.15"), ("ink", 1, "10.005")], "19"),
    ([], "7.5"),
    ([("a", 1, "abc")], "19"),
]
