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


ARGUMENTS = {
    list_joins: [([1], ["a"], 2), ([], [], 0)],
    dict_joins: [({"a": 1}, {"b": "x", "a": "y"})],
    sum_identity: [([[1], [2]],), ([],)],
}
