import re


class CircularReference(Exception):
    pass


class Sheet:
    REF = re.compile(r"[A-Z]\d+")

    def __init__(self, cells: dict[str, str]) -> None:
        self.cells = cells
        self.cache: dict[str, float] = {}
        self.active: list[str] = []

    def value(self, name: str) -> float:
        if name in self.cache:
            return self.cache[name]
        if name in self.active:
            raise CircularReference(" -> ".join([*self.active, name]))
        self.active.append(name)
        try:
            raw = self.cells.get(name, "0")
            result = self.formula(raw[1:]) if raw.startswith("=") else float(raw)
        finally:
            self.active.pop()
        self.cache[name] = result
        return result

    def formula(self, text: str) -> float:
        if text.startswith("SUM(") and text.endswith(")"):
            first, last = text[4:-1].split(":")
            return sum(
                self.value(f"{chr(c)}{r}") for c in range(ord(first[0]), ord(last[0]) + 1) for r in range(int(first[1:]), int(last[1:]) + 1)
            )
        total = 0.0
        for part in text.split("+"):
            product = 1.0
            for factor in part.split("*"):
                product *= self.value(factor) if self.REF.fullmatch(factor) else float(factor)
            total += product
        return total


def cell_references(cells: dict[str, str], names: list[str]) -> dict[str, float | str]:
    sheet = Sheet(cells)
    out: dict[str, float | str] = {}
    for name in names:
        try:
            out[name] = sheet.value(name)
        except CircularReference as e:
            out[name] = f"#CYCLE {e}"
        except ValueError as e:
            out[name] = f"#VALUE {e}"
    return out


ARGUMENTS = [
    ({"A1": "2", "A2": "3.5", "B1": "=A1*A2+1", "B2": "=SUM(A1:B1)", "C1": "=SUM(A1:A3)"}, ["B1", "B2", "C1", "Z9"]),
    ({"A1": "=B1", "B1": "=A1", "C1": "x"}, ["A1", "C1", "B1"]),
    ({}, []),
    ({"A1": "=SUM(A2)"}, ["A1"]),
]
