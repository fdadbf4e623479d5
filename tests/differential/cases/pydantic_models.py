"""pydantic models: validation, errors, validators, dumping, arguments and results."""

from enum import Enum
from typing import Any, Literal, Optional
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator


class Kind(str, Enum):
    A = "a"
    B = "b"


class L(BaseModel):
    sku: str
    q: int = Field(ge=1)
    price: float = 0.5


class O(BaseModel):
    name: str = Field(min_length=2, max_length=5)
    lines: list[L] = Field(default_factory=list)
    kind: Kind = Kind.A
    mode: Literal["x", "y"] = "x"
    limit: int | None = Field(default=None, ge=0, le=10)
    meta: dict[str, int] = {}
    flag: bool = False
    pair: tuple[int, str] = (1, "a")
    tags: set[str] = set()
    either: int | str = 3

    def total(self) -> float:
        return sum(x.q * x.price for x in self.lines)

    @property
    def size(self) -> int:
        return len(self.lines)


class R(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True, frozen=True)
    low: float
    high: float
    unit: str = "m"

    @field_validator("unit")
    @classmethod
    def known(cls, v: str) -> str:
        if v not in ("m", "s"):
            raise ValueError(f"unknown unit {v!r}")
        return v.upper()

    @model_validator(mode="after")
    def ordered(self) -> "R":
        if self.low > self.high:
            raise ValueError("low > high")
        return self


class T(BaseModel):
    v: int
    kids: list["T"] = []


def models_make(n: int, s: str) -> list[object]:
    l = L(sku=s, q=n)
    o = O(name="abc", lines=[l, {"sku": "d", "q": "4", "price": 1}], kind="b", limit=n, flag="yes", pair=(n, "z"), tags=["p", "p"])
    return [
        repr(l),
        str(l),
        o.total(),
        o.size,
        o.kind.value,
        o.mode,
        o.limit,
        o.flag,
        o.pair,
        sorted(o.tags),
        o.either,
        o.meta,
        l == L(sku=s, q=n),
        l == L(sku="other", q=n),
        o,
        o.lines[0] is l,
    ]


def models_errors(q: float, name: str, mode: str) -> list[str]:
    out = []
    for f in (0, 1, 2, 3):
        try:
            if f == 0:
                L(sku=name, q=q)
            elif f == 1:
                O(name=name, mode=mode, limit=int(q), lines=[{"sku": 1}])
            elif f == 2:
                R(low=q, high=1.0, unit=name)
            else:
                R(low=0.0, high=q, unit=" m ", extra=3)
            out.append("fine")
        except ValidationError as e:
            out.append(str(e))
            out.append(
                f"{e.error_count()} {e.errors()[0]['msg']} {e.errors()[0]['type']} {'.'.join(str(x) for x in e.errors()[0]['loc'])} {e.title}"
            )
        except ValueError as e:
            out.append("no")
    return out


def models_validate(rows: list[dict[str, str | int | None]]) -> list[dict[str, object] | str]:
    out = []
    for row in rows:
        try:
            u = L.model_validate(row)
            out.append(u.model_dump())
        except ValueError as e:
            out.append(str(e))
    return out


def models_param(o: O, rs: list[R], x: Optional[L]) -> list[object]:
    d = o.model_dump()
    c = o.model_copy()
    c.name = "changed"
    out = [o.total(), d, rs[0].unit if rs else None, x, o.name, c.name, c.lines is o.lines, c == o]
    try:
        rs[0].low = 3.0
    except ValidationError as e:
        out.append(str(e))
    except IndexError:
        out.append("none")
    return out


def models_raise(q: int) -> L:
    return L(sku="a", q=q)


def models_nested(n: int) -> list[object]:
    t = T(v=n, kids=[T(v=1), {"v": "2", "kids": [{"v": 3}]}])
    u = T.model_validate({"v": n, "kids": [{"v": 1}]})
    return [repr(t), len(t.kids[1].kids), repr(u)]


BASE = L(sku="base", q=2)


def models_captured(n: int) -> list[object]:
    return [BASE.q * n, BASE, repr(BASE)]


ARGUMENTS = {
    models_make: [(3, "é"), (1, "")],
    models_errors: [(1.0, "ab", "x"), (0.5, "toolongname", "q"), (-2.0, "m", "y"), (5.0, "s", "zz" * 40)],
    models_validate: [([{"sku": "a", "q": 3}, {"sku": None, "q": "x"}, {}, {"sku": "s", "q": "7", "other": 1, "price": "2.5"}],)],
    models_param: [
        (O(name="abc", lines=[L(sku="a", q=2)], meta={"k": 1}, tags={"t"}), [R(low=1, high=2)], L(sku="z", q=1)),
        (O(name="zz", kind="b", either="s"), [], None),
    ],
    models_raise: [(1,), (0,)],
    models_nested: [(4,)],
    models_captured: [(2,)],
}
