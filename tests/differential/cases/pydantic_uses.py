"""pydantic: copies, dumps, aliases, inheritance, frozen models, validators before and after, `**` of dicts into classes."""

from __future__ import annotations
import json
from dataclasses import dataclass, field, asdict, replace
from enum import Enum
from typing import Annotated, Any, ClassVar, Dict, List, Literal, Optional, Union
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator, computed_field


class Role(str, Enum):
    USER = "user"
    BOT = "assistant"


class Message(BaseModel):
    role: Role
    content: str = Field(..., min_length=1)
    tokens: Optional[int] = None
    meta: Dict[str, Any] = Field(default_factory=dict)


class Conversation(BaseModel):
    id: str
    messages: List[Message] = []
    temperature: Annotated[float, Field(ge=0, le=2)] = 1.0
    MAX: ClassVar[int] = 3

    def add(self, role: str, content: str) -> "Conversation":
        self.messages.append(Message(role=Role(role), content=content))
        return self

    @property
    def last(self) -> Optional[Message]:
        return self.messages[-1] if self.messages else None


class Point(BaseModel):
    model_config = ConfigDict(frozen=True)
    x: float
    y: float = 0.0

    def __add__(self, other: "Point") -> "Point":
        return Point(x=self.x + other.x, y=self.y + other.y)


class Animal(BaseModel):
    name: str
    legs: int = 4

    def speak(self) -> str:
        return f"{self.name} has {self.legs}"


class Dog(Animal):
    breed: str = "mutt"
    legs: int = 4

    def speak(self) -> str:
        return super().speak() + f" ({self.breed})"


class Clean(BaseModel):
    text: str
    n: int = 0

    @field_validator("text", mode="before")
    @classmethod
    def strip(cls, v):
        return v.strip() if isinstance(v, str) else v

    @field_validator("n")
    @classmethod
    def positive(cls, v: int) -> int:
        assert v >= 0, "must be positive"
        return v

    @model_validator(mode="after")
    def both(self):
        if self.text == "bad" and self.n > 1:
            raise ValueError("bad text")
        return self


def model_uses_conversation(texts: list[str], temperature: float) -> dict[str, Any]:
    try:
        c = Conversation(id="c1", temperature=temperature)
    except ValidationError as e:
        return {"error": str(e)}
    for i, t in enumerate(texts):
        try:
            c.add("user" if i % 2 == 0 else "assistant", t)
        except ValidationError as e:
            return {"error": e.errors()[0]["msg"], "count": e.error_count()}
    last = c.last
    return {"n": len(c.messages), "last": last.content if last else None, "max": c.MAX, "role": last.role.value if last else ""}


def model_uses_points(n: int) -> list[object]:
    p = Point(x=1) + Point(x=n, y=2)
    s = {Point(x=1.0), Point(x=1), p}
    out = [repr(p), len(s), p == Point(x=n + 1, y=2.0), hash(p) == hash(Point(x=n + 1.0, y=2.0)), p.x]
    try:
        p.x = 3.0
    except ValidationError as e:
        out.append(e.errors()[0]["type"])
    try:
        p.z = 3.0
    except (ValidationError, ValueError, AttributeError) as e:
        out.append(type(e).__name__)
    return out


def model_uses_animals(rows: list[dict[str, str]]) -> list[str]:
    out = []
    for r in rows:
        a = Dog(**r) if "breed" in r else Animal(**r)
        out.append(a.speak())
        out.append(repr(a))
    return out


def model_uses_animals2(names: list[str]) -> list[str]:
    pets: list[Animal] = [Dog(name=n) if len(n) > 3 else Animal(name=n, legs=len(n)) for n in names]
    return [p.speak() for p in pets] + [str(isinstance(p, Dog)) for p in pets] + [type(p).__name__ for p in pets]


def model_uses_clean(rows: list[tuple[str, int]]) -> list[str]:
    out = []
    for t, n in rows:
        try:
            c = Clean(text=t, n=n)
            out.append(f"{c.text!r} {c.n}")
        except ValidationError as e:
            out.append("; ".join(f"{'.'.join(map(str, x['loc']))}: {x['msg']}" for x in e.errors()))
    return out


def model_uses_json(m: Message) -> str:
    return json.dumps(m.model_dump(exclude={"meta"}), sort_keys=True)


def p_dump_json(p: Animal) -> str:
    return p.model_dump_json()


def model_uses_update(n: int) -> list[str]:
    d = Dog(name="rex")
    e = d.model_copy(update={"legs": n})
    return [repr(d), repr(e)]


class Ab(BaseModel):
    a: int = Field(alias="aValue")
    model_config = ConfigDict(populate_by_name=True)


def model_uses_alias(n: int) -> list[str]:
    return [repr(Ab(aValue=n)), repr(Ab(a=n)), str(Ab(a=n).model_dump(by_alias=True))]


@dataclass
class Usage:
    prompt: int = 0
    completion: int = 0

    @property
    def total(self) -> int:
        return self.prompt + self.completion

    def __add__(self, o: Usage) -> Usage:
        return Usage(self.prompt + o.prompt, self.completion + o.completion)


@dataclass
class Doc:
    text: str
    score: float = 0.0
    meta: dict[str, str] = field(default_factory=dict)


def model_uses_docs(docs: list[Doc], q: str) -> list[Doc]:
    ranked = sorted((replace(d, score=float(d.text.count(q))) for d in docs), key=lambda d: (-d.score, d.text))
    return [d for d in ranked if d.score > 0][:2]


def model_uses_usage(n: int) -> list[object]:
    total = sum((Usage(i, 1) for i in range(n)), Usage())
    return [asdict(total), total.total, json.dumps(asdict(total))]


ARGUMENTS = {
    model_uses_conversation: [(["hi", "yo"], 0.5), ([], 3.0), (["a", ""], 1)],
    model_uses_points: [(2,)],
    model_uses_animals2: [(["rex", "fido"],)],
    model_uses_clean: [([("  a ", 1), ("bad", 2), ("x", -1)],)],
    model_uses_docs: [([Doc("aab"), Doc("b"), Doc("ab", meta={"k": "v"})], "a")],
    model_uses_usage: [(3,)],
    model_uses_update: [(3,)],
    model_uses_alias: [(3,)],
    model_uses_json: [(Message(role="user", content="x"),)],
    model_uses_animals: [([{"name": "a"}],)],
}


@dataclass
class Cfg:
    a: int
    b: str
    c: float = 1.0
    d: list[int] = field(default_factory=list)


def model_uses_spread(row: dict[str, int]) -> list[object]:
    out = []
    try:
        out.append(repr(Cfg(**row)))
    except TypeError as e:
        out.append(str(e))
    try:
        out.append(repr(Animal(**row)))
    except ValidationError as e:
        out.append(str(e))
    return out


ARGUMENTS[model_uses_spread] = [({"a": 1, "b": 2},), ({"a": 1},), ({},), ({"q": 1},), ({"a": 1, "b": 3, "c": 4},)]
ARGUMENTS[model_uses_animals] = [([{"name": "a"}, {"name": "b", "breed": "c", "legs": "3"}],)]
