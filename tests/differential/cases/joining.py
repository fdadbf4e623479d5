def list_joins(a: list[int], b: list[str], n: int) -> list[list[int | str | float]]:
    c = a + b
    d = [1.5] + a
    e = [] + a
    f = a + []
    f.append(7)
    out = [c, d, e, f, [x for x in a] + ["z"]]
    return [list(x) for x in out] + [sum([[1], a], [0])]


def dict_joins(a: dict[str, int], b: dict[str, str]) -> list[str]:
    c = a | b
    d = {"k": 1.5} | a
    return [str(c), str(d), str({} | a), str(a | {})]


def sum_identity(l: list[list[int]]) -> list[list[int]]:
    s = [1]
    t = sum(l, s)
    t.append(5)
    return [s, t] + l


def name_of(n: int) -> str | None:
    return str(n) if n > 0 else None


def join_optional(values: list[int], separator: str) -> str:
    return separator.join([name_of(v) for v in values])


ARGUMENTS = {
    join_optional: [([1, 2], ", "), ([1, 0, 3], ""), ([], "x"), ([0], "-")],
    list_joins: [([1], ["a"], 2), ([], [], 0)],
    dict_joins: [({"a": 1}, {"b": "x", "a": "y"})],
    sum_identity: [([[1], [2]],), ([],)],
}
