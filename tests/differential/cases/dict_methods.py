def dict_methods(table: dict[str, int]) -> str:
    out = dict(table)
    out["new"] = 1
    out.update({"a": 100, "u": 5})
    a = out.pop("new")
    b = out.pop("missing", -1)
    c = out.setdefault("a", 7)
    d = out.setdefault("s", 8)
    keys = list(out.keys())
    values = sorted(out.values())
    items = [f"{key}={value}" for key, value in out.items()]
    e = out.get("zzz", 0) + out.get("u", 0)
    last = out.popitem()
    merged = out | {"m": 1}
    merged |= {"n": 2}
    return f"{out} {a} {b} {c} {d} {keys} {values} {items} {e} {last} {merged} {len(out)} {'a' in out} {'q' not in out} {sum(out.values())}"


def dict_get_item(table: dict[str, int], key: str) -> int:
    return table[key]


def dict_delete(table: dict[int, str], key: int) -> dict[int, str]:
    del table[key]
    return table


def dict_popitem(table: dict[int, str]) -> tuple[int, str]:
    return table.popitem()


def dict_order(words: list[str]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    if "b" in counts:
        del counts["b"]
    counts["b"] = 0
    return counts


def dict_changed(table: dict[int, int]) -> int:
    for key in table:
        table[key + 100] = 1
    return len(table)


def dict_equal(a: dict[str, int], b: dict[str, int]) -> list[bool]:
    return [a == b, a != b, a is b, {1: 2} == {1.0: 2.0}]


def dict_comprehension(words: list[str]) -> dict[str, int]:
    return {word: len(word) for word in words if word}


def dict_display(n: int) -> dict[int, str]:
    base = {n: "n", n + 1: "m"}
    return {0: "zero", **base, n: "again"}


def dict_group(words: list[str]) -> dict[str, list[str]]:
    groups = {}
    for word in words:
        groups.setdefault(word[0], []).append(word)
    return groups


def dict_tuple_keys(points: list[tuple[int, int]]) -> list[str]:
    seen = {}
    for x, y in points:
        seen[(x, y)] = seen.get((x, y), 0) + 1
    return [f"{x},{y}:{count}" for (x, y), count in seen.items()]


ARGUMENTS = {
    dict_methods: [({"a": 1, "b": 2},), ({},)],
    dict_get_item: [({"a": 1}, "a"), ({"a": 1}, "it's"), ({}, "")],
    dict_delete: [({1: "a", 2: "b"}, 1), ({1: "a"}, 5)],
    dict_popitem: [({1: "a", 2: "b"},), ({},)],
    dict_order: [(["a", "b", "c", "a", "b"],), ([],)],
    dict_changed: [({1: 1},), ({},)],
    dict_equal: [({"a": 1}, {"a": 1}), ({"a": 1, "b": 2}, {"b": 2, "a": 1}), ({"a": 1}, {})],
    dict_comprehension: [(["a", "bb", "", "a"],)],
    dict_display: [(0,), (5,)],
    dict_group: [(["apple", "bee", "ant"],), ([],)],
    dict_tuple_keys: [([(1, 2), (3, 4), (1, 2)],)],
}
