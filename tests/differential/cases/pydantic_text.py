"""model_dump_json, and stores into frozen models."""

from enum import Enum
from pydantic import BaseModel


class K(str, Enum):
    A = "a"


class In(BaseModel):
    x: float
    s: str = 'é"\n\u2028'


class Out(BaseModel):
    k: K = K.A
    items: list[In] = []
    d: dict[str, float | None] = {}
    t: tuple[int, bool] = (1, True)
    o: In | None = None


def model_text_dump(xs: list[float]) -> str:
    return Out(items=[In(x=x) for x in xs], d={"a": None, "b": 1.5}, o=In(x=2.0) if xs else None).model_dump_json()


ARGUMENTS = {model_text_dump: [([1.0, 1e16, 1e-5, 1.5e-7, -2.5e-6, float("nan"), 0.1, 1e22],), ([],)]}

from pydantic import ConfigDict, ValidationError


class Point(BaseModel):
    model_config = ConfigDict(frozen=True)
    x: float
    y: float = 0.0


def model_text_frozen(n: int) -> list[object]:
    p = Point(x=n)
    out = []
    try:
        p.x = 3.0
    except ValidationError as e:
        out.append(str(e))
    try:
        p.z = "q"
    except ValidationError as e:
        out.append(str(e))
    return out


ARGUMENTS[model_text_frozen] = [(2,)]
