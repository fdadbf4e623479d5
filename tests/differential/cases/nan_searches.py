def nn_search(xs: list[float], x: float) -> list[int]:
    d = {v: i for i, v in enumerate(xs)}
    return [1 if x in xs else 0, xs.count(x), d.get(x, -1), 1 if x in d else 0, 1 if x in set(xs) else 0, 1 if float("nan") in xs else 0]


def nn_itself(xs: list[float]) -> list[bool]:
    ys = xs
    d = {"a": xs[0] if xs else 0.0}
    e = d
    s = set(xs)
    return [xs == ys, xs != ys, d == e, s == s, [xs] == [ys], (xs, 1) == (ys, 1), {"k": xs} == {"k": ys}]


def nn_mixed(xs: list[int | float | str], x: int | float) -> list[int]:
    return [1 if x in xs else 0, xs.count(x)]


ARGUMENTS = {
    nn_search: [([1.0, 2.0], 1.0), ([1.0], float("nan")), ([], float("nan")), ([0.5], 2.0)],
    nn_itself: [([float("nan"), 1.0],), ([1.0],), ([],)],
    nn_mixed: [([1, "a", 2.5], 2.5), ([1, "a"], float("nan")), ([], 1)],
}
