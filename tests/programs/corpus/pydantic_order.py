from pydantic import BaseModel, Field


class Line(BaseModel):
    sku: str
    quantity: int = Field(ge=1)
    price: float


class Order(BaseModel):
    customer: str
    lines: list[Line]
    discount: float = 0.0
    note: str | None = None


class Summary(BaseModel):
    total: float
    count: int
    skus: list[str]
    note: str = ""


def pydantic_order(order: Order) -> Summary:
    subtotal = sum(line.quantity * line.price for line in order.lines)
    total = subtotal * (1 - order.discount)
    return Summary(
        total=round(total, 2), count=len(order.lines), skus=sorted({line.sku for line in order.lines}), note=(order.note or "").strip()
    )


ARGUMENTS = [
    (Order(customer="ann", lines=[Line(sku="b", quantity=2, price=1.25), Line(sku="a", quantity=1, price=3)], discount=0.1),),
    (Order(customer="", lines=[], note="  hi "),),
]
