def scale(value, factor=2, *, offset=0):
    return value * factor + offset


def describe(value):
    if isinstance(value, str):
        return "text " + value
    if value is None:
        return "nothing"
    return f"number {value + 1}"


def first_or(items, default=None):
    return items[0] if items else default


def helper_calls(n: int, x: float, s: str) -> str:
    return f"{scale(n)} {scale(x, 3)} {scale(n, offset=5)} {scale(s, factor=3, offset='!')} {describe(n)} {describe(s)} {describe(None)} {first_or([n])} {first_or([], s)} {first_or([x], None)}"


def factorial(n: int) -> int:
    return 1 if n <= 1 else n * factorial(n - 1)


def fibonacci(n):
    if n < 2:
        return n
    return fibonacci(n - 1) + fibonacci(n - 2)


def is_even(n):
    return True if n == 0 else is_odd(n - 1)


def is_odd(n):
    return False if n == 0 else is_even(n - 1)


def recursion(n: int) -> list[int]:
    return [factorial(n), fibonacci(n), int(is_even(n))]


def endless(n: int) -> int:
    return endless(n + 1) + 1


def endless_caught(n: int) -> str:
    try:
        return str(endless(n))
    except RecursionError as error:
        return "too deep"


def apply(function, value):
    return function(value)


def higher_order(n: int) -> str:
    return f"{apply(scale, n)} {apply(describe, n)} {apply(str, n)} {apply(factorial, n)}"


def depth_of(tree: list[list[int]], level: int) -> int:
    if level >= len(tree):
        return level
    return depth_of(tree, level + 1)


ARGUMENTS = {
    helper_calls: [(3, 1.5, "ab")],
    recursion: [(10,), (0,)],
    endless: [(0,)],
    endless_caught: [(0,)],
    higher_order: [(5,)],
    depth_of: [([[1], [2]], 0)],
}
