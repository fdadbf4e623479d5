def changing_types(n: int) -> str:
    value = n
    text = f"{value}"
    value = text + "!"
    value = [value, text]
    return str(value)


def union_by_branch(flag: bool, n: int) -> str:
    if flag:
        value = n
    else:
        value = "text"
    return str(value) + repr(value)


def sum_from_zero(values: list[float]) -> float:
    total = 0
    for value in values:
        total += value
    return total


def mixed_list(n: int) -> list[int | str | None | float]:
    items = [n, "a", None]
    items.append(2.5)
    return items


def best_so_far(values: list[int]) -> int:
    best = None
    for value in values:
        if best is None or value > best:
            best = value
    return best if best is not None else -1


ARGUMENTS = {
    changing_types: [(3,)],
    union_by_branch: [(True, 1), (False, 1)],
    sum_from_zero: [([],), ([1.5, 2.5],)],
    mixed_list: [(4,)],
    best_so_far: [([],), ([3, 9, 2],)],
}
