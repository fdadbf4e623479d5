def sorting_by_union(words: list[str], by: str) -> list[str]:
    def length(w):
        return len(w)

    keys = {"len": length, "last": lambda w: w[-1]}
    return sorted(words, key=keys[by]) + [max(words, key=length), min(words, key=keys[by])]


def sorting_by_several(a: str, b: str) -> list[str]:
    return [max(a, b, key=len), min(a, b, "zzzz", key=lambda s: -len(s)), max(a, b, "q", key=str.lower)]


def sorting_by_reverse(xs: list[int], key_on: bool) -> list[int]:
    key = abs if key_on else None
    xs.sort(key=key, reverse=True)
    return xs + sorted(xs, reverse=0, key=key)


def sorting_by_default(xs: list[int]) -> int:
    k = lambda v: -v
    return max(xs, key=k, default=7)


def sorting_by_raises(xs: list[str]) -> list[str]:
    def key(s):
        return int(s)

    return sorted(xs, key=key)


def sorting_by_key_arg(xs: list[str], n: int) -> list[str]:
    def order(items, key=None, reverse=False):
        return sorted(items, key=key, reverse=reverse)

    return order(xs) + order(xs, len) + order(xs, key=lambda s: s[::-1], reverse=True)


ARGUMENTS = {
    sorting_by_union: [(["bb", "a", "ccc"], "len"), (["bz", "a", "ccc"], "last"), ([], "len")],
    sorting_by_several: [("ab", "c")],
    sorting_by_reverse: [([3, -5, 1], True), ([3, -5, 1], False)],
    sorting_by_default: [([],), ([1, 2],)],
    sorting_by_raises: [(["2", "1"],), (["x"],)],
    sorting_by_key_arg: [(["bb", "a"], 1)],
}
