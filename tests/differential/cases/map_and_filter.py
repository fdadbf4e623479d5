def half(x: int) -> float:
    return x / 2


def keep(x: int) -> bool:
    return x > 1


def map_and_filter(items: list[int], words: list[str]) -> str:
    a = list(map(half, items))
    b = list(map(str, items))
    c = list(filter(keep, items))
    d = list(map(len, words))
    e = [x for x in map(lambda w: w + "!", words)]
    f = list(filter(None, words))
    g = ",".join(map(str, items))
    h = sum(map(lambda i: i * i, items))
    return f"{a} {b} {c} {d} {e} {f} {g} {h}"


ARGUMENTS = {map_and_filter: [([1, 2, 3], ["a", "", "bcd"]), ([], [])]}
