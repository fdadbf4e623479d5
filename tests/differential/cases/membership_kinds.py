from __future__ import annotations

import re
from collections.abc import Iterator


class Ladder:
    def __init__(self, height: int) -> None:
        self.height = height

    def __len__(self) -> int:
        if self.height < 0:
            raise ValueError("below the ground")
        return self.height

    def __iter__(self) -> Iterator[int]:
        yield from range(self.height)


def rungs(height: int) -> Iterator[int]:
    yield from range(height)


def member_of_every_kind(n: int, text: str) -> list[bool]:
    table = {"a": 1, "b": 2}
    once, made = iter([1, 2, 3]), rungs(n)
    fresh = [2 in rungs(n), 2 in Ladder(n), 2 in once, 2 in once, 1 in made, 0 in made, 1 in map(len, ["a", "bb"])]
    held = ["a" in table, "a" in table.keys(), 1 in table.values(), ("a", 1) in table.items(), text in ["x", text], 3 in {1, 2}]
    return [
        *fresh,
        *held,
        "el" in text,
        "XX" in text,
        "" in text,
        text in text,
        "l" not in text,
        2 in range(n),
        (0, "h") in enumerate(text),
    ]


class Measured:
    def __init__(self, length: int) -> None:
        self.length = length

    def __len__(self) -> int:
        return self.length


def length_of_an_instance(length: int) -> tuple[int, bool]:
    return len(Measured(length)), bool(Measured(length))


def truth_of_a_negative_length(length: int) -> str:
    return "full" if Measured(length) else "empty"


def truth_by_a_length_that_raises(heights: list[int]) -> list[int]:
    return [len(ladder) for ladder in map(Ladder, heights) if ladder]


def findall_beside_other_lists(text: str) -> dict[str, list[str] | list[tuple[str, str]] | list[int]]:
    return {"pairs": re.findall(r"(\w)=(\w*)", text), "words": re.findall(r"\w+", text), "sizes": [len(text)]}


ARGUMENTS = {
    length_of_an_instance: [(2,), (0,), (-1,)],
    truth_of_a_negative_length: [(2,), (0,), (-1,)],
    member_of_every_kind: [(0, ""), (5, "hello"), (2, "aXXb"), (-1, "h"), (3, "é😀l")],
    truth_by_a_length_that_raises: [([1, 0, 2],), ([],), ([3, -1],)],
    findall_beside_other_lists: [("a=b c=",), ("",), ("é=ü",)],
}
