def dict_order_after_delete(keys: list[str], gone: list[str], again: list[str]) -> list[object]:
    d: dict[str, int] = {}
    for i, k in enumerate(keys):
        d[k] = i
    for g in gone:
        d.pop(g, None)
    for k in again:
        d[k] = d.get(k, 0) + 100
    e = dict(d)
    if e:
        first = next(iter(e))
        value = e.pop(first)
        e[first] = value
    big = {i: i * i for i in range(50)}
    for i in range(0, 50, 3):
        del big[i]
    for i in (3, 0, 51):
        big[i] = -1
    d.update({k: -1 for k in reversed(keys)})
    f = {**d, "z": 1, **e}
    return [
        list(d.items()),
        list(e),
        list(big.items())[:4],
        list(big)[-4:],
        len(big),
        list(f.items()),
        list(reversed(d.values())),
        str(d),
        d == dict(reversed(d.items())),
        list(d.items()) == list(reversed(d.items())),
        (d.popitem() if d else None),
        list(d),
    ]


ARGUMENTS = [(["a", "b", "c", "a"], ["b"], ["c", "b"]), ([], [], []), (["x"], ["x"], ["x", "y"]), (["é", "e", "é"], ["q"], ["e"])]
