from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class EmptyStack(IndexError):
    pass


class Stack(Generic[T]):
    def __init__(self, *items: T) -> None:
        self._items: list[T] = list(items)

    def push(self, item: T) -> Stack[T]:
        self._items.append(item)
        return self

    def pop(self) -> T:
        if not self._items:
            raise EmptyStack("pop from empty stack")
        return self._items.pop()

    def peek(self, default: T | None = None) -> T | None:
        return self._items[-1] if self._items else default

    def __iter__(self) -> Iterator[T]:
        return reversed(self._items)

    def __len__(self) -> int:
        return len(self._items)


def first(items: list[T], fallback: T) -> T:
    return items[0] if items else fallback


BRACKETS = {")": "(", "]": "[", "}": "{"}


def generic_stack(text: str, numbers: list[int]) -> list[object]:
    stack: Stack[str] = Stack()
    for i, c in enumerate(text):
        if c in BRACKETS.values():
            stack.push(c)
        elif c in BRACKETS:
            try:
                if stack.pop() != BRACKETS[c]:
                    return [f"mismatch at {i}"]
            except EmptyStack as e:
                return [f"{e} at {i}"]
    ints = Stack(*numbers)
    doubled = [n * 2 for n in ints]
    return [len(stack), list(stack), doubled, ints.peek(-1), first(numbers, 0), first(["a"], "b"), bool(ints)]


ARGUMENTS = [("([x]{y})", [1, 2]), ("(]", []), ("}", []), ("((", []), ("", [0])]
