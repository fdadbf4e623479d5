"""pydantic: patterns of fields, and fields that are computed."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError, computed_field


class Slug(BaseModel):
    name: str = Field(min_length=2, pattern=r"^[a-z][a-z0-9_]*$")
    code: str = Field(default="AB-12", pattern=r"[A-Z]{2}-\d+")
    mail: Annotated[str, Field(pattern=r"^[^@\s]+@[^@\s]+\.\w+$")] = "a@b.c"


class Line(BaseModel):
    quantity: int = 1
    price: float = 2.5
    note: str | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def total(self) -> float:
        return self.quantity * self.price

    @computed_field(repr=False)  # type: ignore[prop-decorator]
    @property
    def label(self) -> str:
        return f"{self.quantity}x"

    @computed_field(alias="isBig")  # type: ignore[prop-decorator]
    @property
    def big(self) -> bool:
        return self.total > 10


class Order(BaseModel):
    lines: list[Line]

    @computed_field  # type: ignore[prop-decorator]
    @property
    def total(self) -> float:
        return sum(one.quantity for one in self.lines)


def checked_pattern(name: str, code: str, mail: str) -> str:
    try:
        return repr(Slug(name=name, code=code, mail=mail))
    except ValidationError as error:
        return str(error)


def computed_dumps(quantity: int) -> list[Any]:
    line = Line(quantity=quantity)
    return [
        line.model_dump(exclude={"total"}), line.model_dump(include={"quantity", "label"}), line.model_dump(exclude_none=True),
        line.model_dump(by_alias=True), line.model_dump_json(),
    ]  # fmt: skip


def computed_texts(quantity: int) -> list[Any]:
    order = Order(lines=[Line(quantity=quantity), Line(price=10)])
    first = order.lines[0]
    return [repr(order), str(first), first == Line(quantity=quantity), first.model_copy(update={"quantity": 9}).total, order.model_dump()]


def computed_json(quantity: int) -> list[Any]:
    order = Order(lines=[Line(quantity=quantity), Line(price=10)])
    return [order.model_dump_json(), order.model_dump(mode="json")]


ARGUMENTS = {
    checked_pattern: [("ab", "AB-1", "q@w.e"), ("a", "AB-1", "q@w.e"), ("Ab", "AB", "q w"), ("ab\n", "xxAB-1zz", "a@b.c\n")],
    computed_dumps: [(3,), (5,)],
    computed_texts: [(3,)],
    computed_json: [(3,)],
}
