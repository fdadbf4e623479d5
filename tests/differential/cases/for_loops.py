def for_else(items: list[int], wanted: int) -> str:
    for index, item in enumerate(items):
        if item == wanted:
            where = index
            break
    else:
        return "missing"
    return f"at {where}"


def for_nested(n: int) -> list[tuple[int, int]]:
    out = []
    for i in range(n):
        for j in range(i, n):
            if (i + j) % 3 == 0:
                continue
            if j - i > 3:
                break
            out.append((i, j))
    return out


def for_ranges(a: int, b: int, c: int) -> list[int]:
    out = []
    for i in range(a, b, c):
        out.append(i)
    for i in range(b):
        out.append(-i)
    return out + list(range(a)) + [len(range(a, b, c))]


def for_mutating(items: list[int]) -> list[int]:
    for item in items:
        if len(items) < 10:
            items.append(item + 1)
    return items


def for_target_kept(n: int) -> int:
    for i in range(n):
        pass
    return i


def for_tuple_items() -> str:
    out = ""
    for item in (1, "a", None, 2.5):
        out += f"{item},"
    return out


ARGUMENTS = {
    for_else: [([1, 2, 3], 2), ([1], 5), ([], 0)],
    for_nested: [(6,), (0,)],
    for_ranges: [(0, 5, 2), (5, 0, -2), (3, 3, 1), (1, 2, 0)],
    for_mutating: [([1],), ([],), ([1, 2, 3],)],
    for_target_kept: [(3,), (0,)],
    for_tuple_items: [()],
}
