def sort_keys(words: list[str]) -> list[list[str]]:
    a = sorted(words, key=lambda word: (len(word), word))
    b = sorted(words, key=len, reverse=True)
    c = list(words)
    c.sort(key=lambda word: word.lower())
    d = sorted(words, key=str.lower)
    return [a, b, c, d, sorted(set(words))]


def sort_pairs(pairs: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return sorted(pairs, key=lambda pair: -pair[0])


def sort_tuples(pairs: list[tuple[float, str]]) -> list[tuple[float, str]]:
    pairs.sort(reverse=True)
    return pairs


def extremes(items: list[int], words: list[str]) -> list[str]:
    return [
        str(min(items)),
        str(max(items)),
        str(max(3, 7, 5)),
        min(words, key=len),
        max(words, key=lambda w: w[-1]),
        str(min(2.5, 1)),
        str(max([], default=-1)),
        str(min(items, default=None)),
    ]


def extreme_empty(items: list[int]) -> int:
    return max(items)


ARGUMENTS = {
    sort_keys: [(["banana", "Apple", "fig", "kiwi", "apple"],), ([],)],
    sort_pairs: [([(1, "a"), (3, "b"), (1, "c"), (3, "d")],)],
    sort_tuples: [([(1.5, "a"), (0.5, "z"), (1.5, "b")],)],
    extremes: [([3, 1, 2], ["bb", "a"])],
    extreme_empty: [([],), ([4, 9],)],
}
