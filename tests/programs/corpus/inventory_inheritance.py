from dataclasses import dataclass, field


@dataclass(order=True)
class Item:
    price: float
    name: str = field(compare=False)
    stock: int = field(default=0, compare=False, repr=False)

    def total(self) -> float:
        return self.price * self.stock

    def describe(self) -> str:
        return f"{self.name}: {self.total():.2f}"


@dataclass(order=True)
class Perishable(Item):
    days: int = 3

    def total(self) -> float:
        base = super().total()
        return base if self.days > 1 else base / 2

    def describe(self) -> str:
        return super().describe() + f" ({self.days}d)"


def inventory_inheritance(entries: list[tuple[str, float, int, int | None]]) -> tuple[list[str], str, list[bool]]:
    items: list[Item] = []
    for name, price, stock, days in entries:
        items.append(Item(price, name, stock) if days is None else Perishable(price, name, stock, days))
    comparisons = [isinstance(i, Perishable) for i in items]
    cheapest = min(items, key=lambda i: i.price) if items else None
    return [i.describe() for i in items], repr(cheapest), comparisons


ARGUMENTS = [
    ([("milk", 1.5, 10, 1), ("salt", 0.25, 4, None)],),
    ([],),
    ([("x", -0.0, 1, 0)],),
]
