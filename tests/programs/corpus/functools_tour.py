from functools import cache, cmp_to_key, partial, reduce, wraps
from collections.abc import Callable


def logged(function: Callable[[int], int]) -> Callable[[int], int]:
    calls: list[int] = []

    @wraps(function)
    def wrapper(n: int) -> int:
        calls.append(n)
        return function(n) + len(calls)

    return wrapper


@cache
def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def compare(a: str, b: str) -> int:
    return (len(a) > len(b)) - (len(a) < len(b)) or (a < b) - (a > b)


def power(base: int, exponent: int) -> int:
    return base**exponent


def functools_tour(words: list[str], n: int) -> tuple[list[str], int, int, list[int], int]:
    square = partial(power, exponent=2)

    @logged
    def double(x: int) -> int:
        return x * 2

    longest = reduce(lambda a, b: a if len(a) >= len(b) else b, words)
    return sorted(words, key=cmp_to_key(compare)), fib(n), len(longest), [square(i) for i in range(4)], double(1) + double(2)


ARGUMENTS = [(["bb", "a", "ab", "ccc", ""], 50), (["x"], 0), ([], 1), (["q", "p"], 90)]
