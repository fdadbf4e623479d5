from __future__ import annotations

from dataclasses import dataclass, replace, asdict, field
from enum import Enum, auto
from functools import reduce


class Status(Enum):
    NEW = auto()
    PAID = auto()
    SHIPPED = auto()
    CANCELLED = auto()

    def can_become(self, other: Status) -> bool:
        return other in TRANSITIONS[self]


TRANSITIONS = {
    Status.NEW: {Status.PAID, Status.CANCELLED},
    Status.PAID: {Status.SHIPPED, Status.CANCELLED},
    Status.SHIPPED: set(),
    Status.CANCELLED: set(),
}


class InvalidTransition(ValueError):
    def __init__(self, order_id: int, old: Status, new: Status) -> None:
        self.order_id, self.old, self.new = order_id, old, new
        super().__init__(f"order {order_id}: {old.name} -> {new.name}")


@dataclass(frozen=True)
class Item:
    sku: str
    quantity: int
    cents: int

    @property
    def total(self) -> int:
        return self.quantity * self.cents


@dataclass(frozen=True)
class Order:
    id: int
    items: tuple[Item, ...] = ()
    status: Status = Status.NEW
    history: tuple[str, ...] = field(default=(), repr=False)

    @property
    def total(self) -> int:
        return sum(item.total for item in self.items)

    def move(self, status: Status) -> Order:
        if not self.status.can_become(status):
            raise InvalidTransition(self.id, self.status, status)
        return replace(self, status=status, history=(*self.history, self.status.name.lower()))


def apply(order: Order, event: str) -> Order:
    kind, _, argument = event.partition(":")
    match kind:
        case "add":
            sku, quantity, cents = argument.split(",")
            return replace(order, items=order.items + (Item(sku, int(quantity), int(cents)),))
        case "pay" | "ship" | "cancel" as verb:
            return order.move({"pay": Status.PAID, "ship": Status.SHIPPED, "cancel": Status.CANCELLED}[verb])
        case _:
            raise KeyError(kind)


def order_pipeline(events: list[str]) -> tuple[str, int, tuple[str, ...]]:
    order = reduce(apply, events, Order(7))
    return repr(order), order.total, order.history


ARGUMENTS = [
    (["add:pen,2,150", "add:ink,1,999", "pay", "ship"],),
    (["ship"],),
    (["add:pen,x,1"],),
    (["dance"],),
    ([],),
    (["add:a,1"],),
]
