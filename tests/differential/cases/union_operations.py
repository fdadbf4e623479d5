def union_arithmetic(a: int | float, b: int | float) -> list[int | float]:
    return [a + b, a - b, a * b, -a, abs(a)]


def union_compare(a: int | float, b: int | str) -> list[bool]:
    return [a == b, a != b, bool(a), bool(b), a in (1, 2.5, "x")]


def union_text(a: int | str | None | list[int]) -> str:
    return f"{a}|{a!r}|{str(a)}"


def union_type_error(a: int | str) -> str:
    return "n: " + a


def union_list(items: list[int | str | None]) -> list[str]:
    out = []
    for item in items:
        if item is None:
            continue
        if isinstance(item, str):
            out.append(item.upper())
        else:
            out.append(str(item + 1))
    return out


def union_length(a: str | list[int] | dict[str, int]) -> int:
    return len(a)


ARGUMENTS = {
    union_arithmetic: [(1, 2), (1, 2.5), (1.5, 2), (0.5, 0.25)],
    union_compare: [(1, 1), (1.0, 1), (0, ""), (2.5, "x")],
    union_text: [(1,), ("it's",), (None,), ([1, 2],)],
    union_type_error: [("x",), (5,)],
    union_list: [([1, "a", None],), ([],)],
    union_length: [("abc",), ([1],), ({},)],
}
