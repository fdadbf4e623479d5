def zr_transpose(m: list[list[int]]) -> list[list[int]]:
    return [list(r) for r in zip(*m)]


def zr_tuples(m: list[list[float]]) -> list[tuple[float, ...]]:
    return list(zip(*m))


def zr_unzip(p: list[tuple[int, str]]) -> tuple[list[int], list[str]]:
    a, b = zip(*p)
    return list(a), list(b)


def zr_loop(p: list[tuple[int, int]]) -> list[int]:
    return [sum(c) for c in zip(*p)]


def zr_strings(l: list[str]) -> list[str]:
    out = []
    for c in zip(*l):
        if len(set(c)) > 1:
            break
        out.append(c[0])
    return out


def zr_pairs(p: dict[str, float]) -> list[str]:
    if not p:
        return []
    names, values = zip(*sorted(p.items(), key=lambda kv: -kv[1]))
    return [n + str(v) for n, v in zip(names, values)]


def zr_three(m: list[list[int]]) -> int:
    a, b, c = zip(*m)
    return sum(a) * sum(b) + sum(c)


ARGUMENTS = {
    zr_transpose: [([[1, 2, 3], [4, 5, 6]],), ([],), ([[1, 2], [3]],)],
    zr_tuples: [([[1.5, 2.0], [3.0, 4.0]],), ([],)],
    zr_unzip: [([(1, "a"), (2, "b")],), ([],)],
    zr_loop: [([(1, 2), (3, 4)],), ([],)],
    zr_strings: [(["flower", "flow", "flight"],), ([],), (["a"],)],
    zr_pairs: [({"a": 1.5, "b": 2.5},), ({},)],
    zr_three: [([[1, 2, 3], [4, 5, 6]],), ([[1, 2]],), ([],)],
}
