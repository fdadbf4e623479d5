def finally_break(n: int) -> list[int]:
    out = []
    for i in range(n):
        try:
            if i == 2:
                break
            if i == 1:
                continue
            out.append(i)
        finally:
            out.append(-i)
    return out


def finally_nested(n: int) -> list[str]:
    out = []
    for i in range(3):
        try:
            try:
                if i == n:
                    return out
                out.append("inner")
            finally:
                out.append("first")
        finally:
            out.append("second")
    return out


def finally_overrides(n: int) -> int:
    while True:
        try:
            if n:
                raise ValueError("lost")
            return 1
        finally:
            if n > 1:
                break
    return 2


def finally_error(n: int) -> int:
    try:
        return n
    finally:
        n = 1 // n


ARGUMENTS = {
    finally_break: [(0,), (1,), (3,), (5,)],
    finally_nested: [(0,), (1,), (9,)],
    finally_overrides: [(0,), (1,), (2,)],
    finally_error: [(1,), (0,)],
}
