"""TypedDict, NewType and Annotated in annotations."""

from typing import Annotated, Any, Literal, NewType, NotRequired, Optional, TypedDict


class Turn(TypedDict):
    role: str
    content: str


class Row(TypedDict, total=False):
    name: str
    n: int
    tags: list[str]
    score: float | None


UserId = NewType("UserId", int)


def annotations_turns(turns: list[Turn], limit: int) -> list[Turn]:
    kept: list[Turn] = []
    for t in turns:
        if len(t["content"]) <= limit:
            kept.append({"role": t["role"], "content": t["content"].strip()})
    kept.append(Turn(role="system", content="done"))
    return kept


def annotations_rows(rows: list[Row]) -> dict[str, object]:
    out: dict[str, object] = {}
    for r in rows:
        if "n" in r and r.get("name"):
            out[r["name"]] = r["n"] + 1
        out.setdefault("tags", len(r.get("tags", [])))
    made: Row = {"name": "z", "n": 3}
    made["tags"] = ["q"]
    return {"out": out, "made": made, "rows": rows}


def annotations_annotated(x: Annotated[int, "meta"], u: UserId, o: Optional[Annotated[str, 1]] = None) -> int:
    return x + u + len(o or "")


ARGUMENTS = {
    annotations_turns: [([{"role": "u", "content": " hi "}, {"role": "a", "content": "x" * 50}], 10), ([], 0)],
    annotations_rows: [([{"name": "a", "n": 1}, {"tags": ["x"]}],), ([],)],
    annotations_annotated: [(1, 2), (1, 2, "abc")],
}
