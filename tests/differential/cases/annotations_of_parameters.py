from typing import Any, Literal, NewType, NotRequired, Optional, TypedDict, Union, cast


class Message(TypedDict):
    role: str
    content: str


class Item(TypedDict, total=False):
    name: str
    score: float
    tags: list[str]


UserId = NewType("UserId", int)
Mode = Literal["a", "b"]


def an_literal(mode: Literal["x", "y"], o: Optional[Literal["p", "q"]] = None, k: Union[Literal["auto"], int] = "auto") -> str:
    return f"{mode} {o} {k}" + ("" if k == "auto" else "!")


def an_mixed(v: Literal[1, "a", None], l: list[Mode]) -> list[str]:
    return [str(v), *l]


def an_typed(messages: list[Message]) -> list[str]:
    return [m["role"].upper() + ": " + m["content"] for m in messages]


def an_total(items: list[Item]) -> list[str]:
    return [str(i.get("name")) + str(i.get("score", 0.0)) for i in items]


def an_new(u: UserId, v: int) -> int:
    return UserId(v) + u


def an_cast(x: int | str) -> list[str]:
    y = cast("int", x)
    return [str(y), str(cast(int, 5) + 1)]


ARGUMENTS = {
    an_literal: [("x", None, "auto"), ("y", "p", 3)],
    an_mixed: [(1, ["a"]), ("a", []), (None, ["b"])],
    an_typed: [([{"role": "user", "content": "hi"}],), ([],)],
    an_total: [([{"name": "a", "score": 1.5}, {"tags": ["x"]}],)],
    an_new: [(1, 2)],
    an_cast: [(1,), ("a",)],
}
