"""What fails each time is refused, but compiles to the exception inside of a `try`."""

from __future__ import annotations


def certain_errors(n: int, words: list[str]) -> list[str]:
    out = []
    try:
        out.append(str("a" + n))
    except TypeError as error:
        out.append(str(error))
    try:
        table = {words: 1}
        out.append(str(table))
    except TypeError as error:
        out.append(f"{type(error).__name__} {error}")
    try:
        out.append(n[0])
    except TypeError as error:
        out.append(str(error))
    try:
        out.append(str(len(n)))
    except (TypeError, ValueError) as error:
        out.append(str(error))
    try:
        out.append(str(n < words))
    except Exception as error:
        out.append(str(error))
    for _ in range(2):
        try:
            out.append(str(-words))
        except TypeError as error:
            out.append(str(error))
            continue
        else:
            out.append("never")
    return out


def certain_error_or_not(n: int) -> str:
    value = None
    for step in range(n):
        try:
            value = value + step
        except TypeError as error:
            value = step
            if n == 1:
                return str(error)
    return repr(value)


ARGUMENTS = {certain_errors: [(1, ["a"]), (0, [])], certain_error_or_not: [(0,), (1,), (4,)]}
