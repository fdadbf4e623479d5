from typing import TypedDict


class Turn(TypedDict):
    role: str
    content: str


class Result(TypedDict, total=False):
    turns: list[Turn]
    dropped: int
    note: str


def cost(turn: Turn) -> int:
    return 4 + len(turn["content"].split()) + len(turn["role"]) // 4


def chat_truncation(turns: list[Turn], budget: int) -> Result:
    system = [t for t in turns if t["role"] == "system"]
    rest = [t for t in turns if t["role"] != "system"]
    used = sum(map(cost, system))
    if used > budget:
        raise ValueError(f"system prompt needs {used} of {budget}")
    kept: list[Turn] = []
    for turn in reversed(rest):
        if used + (c := cost(turn)) > budget:
            break
        used += c
        kept.insert(0, turn)
    result: Result = {"turns": system + kept, "dropped": len(rest) - len(kept)}
    if result["dropped"]:
        result["note"] = f"{result['dropped']} of {len(rest)} dropped, {used=}"
    return result


ARGUMENTS = [
    (
        [
            {"role": "system", "content": "be nice"},
            {"role": "user", "content": "a b c"},
            {"role": "assistant", "content": "d"},
            {"role": "user", "content": "e f"},
        ],
        22,
    ),
    ([], 0),
    ([{"role": "system", "content": "x y z"}], 3),
    ([{"role": "user", "content": " "}], 100),
]
