import operator
from collections.abc import Callable

BINARY: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "^": operator.pow,
}


def safe_eval_ops(program: str) -> list[float | str]:
    stack: list[float] = []
    out: list[float | str] = []
    for word in program.split():
        if word in BINARY:
            if len(stack) < 2:
                raise IndexError(f"stack underflow at {word}")
            b, a = stack.pop(), stack.pop()
            try:
                stack.append(BINARY[word](a, b))
            except ZeroDivisionError as e:
                out.append(f"{e}")
                stack.append(float("nan"))
            except OverflowError as e:
                out.append(f"overflow {e.args}")
                stack.append(float("inf"))
        elif word == "dup":
            stack.append(stack[-1])
        elif word == ".":
            out.append(stack.pop())
        else:
            stack.append(float(word))
    return out + stack


ARGUMENTS = [("3 4 + 2 * .",), ("1 0 / . 5 0 % .",), ("+",), ("10 400 ^ 2 -0.5 ^",), ("-7 2 // -7 2 % x",), ("",)]
