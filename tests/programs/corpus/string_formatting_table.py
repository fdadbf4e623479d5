from dataclasses import dataclass
from datetime import date


@dataclass
class Row:
    name: str
    when: date
    amount: float
    count: int

    def __format__(self, spec: str) -> str:
        if spec == "short":
            return f"{self.name[:3]}~{self.amount:.0f}"
        if not spec:
            return str(self)
        raise ValueError(f"Unknown format code {spec!r}")


def string_formatting_table(rows: list[tuple[str, str, float, int]], width: int) -> list[str]:
    out: list[str] = []
    for name, when, amount, count in rows:
        row = Row(name, date.fromisoformat(when), amount, count)
        out.append(f"{row.name:_<{width}}|{row.when:%d %b %Y}|{row.amount:>{width}.{2}f}|{row.count:+05d}|{row:short}")
        out.append(f"{row.name!r:>{width + 2}} {row.count:,} {row.amount!s:^{width}} {{literal}} {row.count:#06x}")
        out.append(f"{amount=:.1f} {count = } {name.upper()=!s}")
    out.append("%-*s|%+.3e|%c" % (width, "star", 12345.678, 65))
    out.append("{:>{w}}|{!r}|{[0]}|{.real}".format("f", "r", [9], 3, w=width))
    if rows:
        try:
            out.append(f"{row:nope}")
        except ValueError as e:
            out.append(str(e))
    return out


ARGUMENTS = [([("widget", "2024-03-09", 1234.567, 42)], 10), ([], 5), ([("é", "1999-12-31", -0.5, -3)], 1)]
