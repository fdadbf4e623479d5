"""`__name__` of functions that functools.wraps names after another one."""

import functools
import math
from collections.abc import Callable, Iterator


def wrapped_names_inside(x: int) -> list[str]:
    seen: list[str] = []

    def logged(function: Callable[[int], int]) -> Callable[[int], int]:
        @functools.wraps(function)
        def wrapper(value: int) -> int:
            seen.append(f"{wrapper.__name__} around {function.__name__}")
            return function(value)

        return wrapper

    def plain(function: Callable[[int], int]) -> Callable[[int], int]:
        def wrapper(value: int) -> int:
            return function(value) + 1

        return wrapper

    @logged
    def double(value: int) -> int:
        return value * 2

    @logged
    @logged
    def triple(value: int) -> int:
        return value * 3

    @plain
    def other(value: int) -> int:
        return value

    return [str(double(x)), str(triple(x)), str(other(x)), double.__name__, triple.__name__, triple.__qualname__, other.__name__, *seen]


def wrapped_global(x: float) -> list[str]:
    def logged(function: Callable[[float], float]) -> Callable[[float], float]:
        @functools.wraps(function)
        def wrapper(value: float) -> float:
            return function(value)

        return wrapper

    root = logged(math.sqrt)
    return [root.__name__, str(root(x))]


def length_of_an_iterator(numbers: list[float]) -> list[float]:
    def squares() -> Iterator[float]:
        for number in numbers:
            yield number * 2

    return [math.hypot(*squares()), math.hypot(*(number for number in numbers))]


ARGUMENTS = {
    wrapped_names_inside: [(2,)],
    wrapped_global: [(4.0,)],
    length_of_an_iterator: [([3.0, 4.0],), ([],)],
}
