"""itertools.combinations, permutations and product of a length that is only known at run time."""

import itertools
from itertools import combinations, permutations


def combinations_of_length(items: list[int], r: int) -> list[object]:
    try:
        found = combinations(items, r)
    except ValueError as error:
        return [str(error)]
    return [list(found), list(found), [sum(c) for c in combinations(items, r)]]


def permutations_of_length(text: str, r: int) -> list[object]:
    try:
        found = permutations(text, r)
    except ValueError as error:
        return [str(error)]
    return ["".join(p) for p in found]


def permutations_of_all(items: list[float]) -> object:
    best = min(itertools.permutations(items), key=lambda p: sum(abs(a - b) for a, b in zip(p, p[1:], strict=False)))
    return best, [len(p) for p in permutations(items, None)], sum(1 for _ in permutations(items))


def subsets_of(items: list[str]) -> list[tuple[str, ...]]:
    return [subset for r in range(len(items) + 1) for subset in combinations(items, r)]


def combinations_while_changed(items: list[int], r: int) -> list[object]:
    found = combinations(items, r)
    items.append(99)
    return [c for c in found]


def product_repeated(text: str, times: int) -> list[str]:
    try:
        return ["".join(p) for p in itertools.product(text, repeat=times)]
    except ValueError as error:
        return [str(error)]


ARGUMENTS = {
    product_repeated: [("ab", 3), ("", 0), ("", 2), ("é", 2), ("abc", 0), ("abc", 1), ("a", -1)],
    combinations_of_length: [([1, 2, 3, 4], 2), ([1, 2, 3], 3), ([1, 2], 3), ([], 0), ([], 1), ([5, 5, 5], 1), ([1], -1)],
    permutations_of_length: [("abcd", 2), ("abc", 3), ("ab", 3), ("", 0), ("é", 1), ("abcd", 0), ("a", -1), ("abcde", 4)],
    permutations_of_all: [([3.0, 1.0, 2.0],), ([1.0],), ([4.0, -1.0, 2.5, 0.0],), ([],)],
    subsets_of: [(["a", "b", "c"],), ([],)],
    combinations_while_changed: [([1, 2, 3], 2), ([], 0)],
}
