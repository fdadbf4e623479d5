def loop_changes(n: int) -> str:
    value = None
    history = []
    for i in range(n):
        if value is None:
            value = i
        elif isinstance(value, int):
            value = str(value)
        else:
            value = None
        history.append(value)
    return str(history)


def while_optional(n: int) -> list[int]:
    best: int | None = None
    out = []
    while n:
        if best is not None and best > n:
            out.append(best)
        best = n
        n -= 1
    return out


def nested_break(rows: list[list[int]], wanted: int) -> tuple[int, int] | None:
    for i, row in enumerate(rows):
        for j, item in enumerate(row):
            if item == wanted:
                return i, j
            if item < 0:
                break
        else:
            continue
        break
    return None


def accumulate_mixed(items: list[int], factor: float) -> float:
    total = 0
    for item in items:
        if item > 2:
            total = total + item * factor
        else:
            total += item
    return total


ARGUMENTS = {
    loop_changes: [(0,), (1,), (7,)],
    while_optional: [(0,), (3,)],
    nested_break: [([[1, 2], [3, 4]], 4), ([[1, -1], [3]], 3), ([], 1)],
    accumulate_mixed: [([1, 2], 0.5), ([5, 1], 0.5), ([], 1.0)],
}
