def tu_find(t: tuple[int, str, float], x: int) -> list[int]:
    return [t.index("a"), t.count(1), t.count(1.0), t.index(x), (1, 2, 1).count(x), len(t * 2), (t * 2).index(2.0), len(2 * t), len(t * 0)]


def tu_repeat(a: int, b: str) -> list[str]:
    return [str((a, b) * 2), str(3 * (a,)), str((a,) * 0), str((1, 2) * -1), str(((a,) * 2 == (a, a)))]


ARGUMENTS = {
    tu_find: [((1, "a", 2.0), 1), ((1, "b", 2.0), 1), ((1, "a", 2.0), 5)],
    tu_repeat: [(1, "x")],
}
