def group(digits: str, sep: str = ",") -> str:
    parts: list[str] = []
    while len(digits) > 3:
        parts.append(digits[-3:])
        digits = digits[:-3]
    parts.append(digits)
    return sep.join(reversed(parts))


def money(cents: int, symbol: str = "$", *, negative: str = "-{}") -> str:
    whole, rest = divmod(abs(cents), 100)
    text = f"{symbol}{group(str(whole))}.{rest:02d}"
    return negative.format(text) if cents < 0 else text


def split_bill(total: int, people: int) -> list[int]:
    base, extra = divmod(total, people)
    return [base + (i < extra) for i in range(people)]


def currency_format(amounts: list[int], people: int) -> dict[str, object]:
    total = sum(amounts)
    rows = [f"{i + 1:>2}. {money(a):>14}" for i, a in enumerate(amounts)]
    rows.append("=" * 18)
    rows.append(f"{'total':<6}{money(total, '€', negative='({})'):>12}")
    shares = split_bill(total, people)
    pct = [f"{a / total:.1%}" if total else "n/a" for a in amounts]
    return {"rows": rows, "shares": shares, "check": sum(shares) == total, "pct": pct, "types": [type(s).__name__ for s in shares[:2]]}


ARGUMENTS = [([123456, -5, 99999999], 3), ([], 2), ([-100, -1], 4), ([10], 0), ([5, -5], 1)]
