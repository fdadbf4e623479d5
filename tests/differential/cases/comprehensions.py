def comprehension_scopes(x: int) -> list[int]:
    squares = [x * x for x in range(5)]
    pairs = [x + y for x in range(3) for y in range(x) if y != 1]
    nested = [[x * y for y in range(2)] for x in range(2)]
    return squares + pairs + [x] + nested[1]


def generator_expressions(items: list[int]) -> list[int]:
    return [
        sum(i * i for i in items),
        max((i for i in items if i > 1), default=-1),
        len(set(i % 3 for i in items)),
        sum(1 for i in items if i),
        *sorted(-i for i in items),
    ]


def quantifiers(items: list[int], words: list[str]) -> list[bool]:
    return [
        any(i > 3 for i in items),
        all(i > 0 for i in items),
        any(items),
        all(items),
        any(w.isupper() for w in words),
        all(c in "abc" for w in words for c in w),
        any([]),
        all([]),
    ]


def first_match(items: list[int], least: int) -> int:
    return next((item for item in items if item >= least), -1)


def lazy_any(items: list[int]) -> bool:
    return any(10 // i > 2 for i in items)


ARGUMENTS = {
    comprehension_scopes: [(7,)],
    generator_expressions: [([1, 2, 3, 0],), ([],)],
    quantifiers: [([1, 2, 5], ["ab", "C"]), ([], []), ([0], ["abc"])],
    first_match: [([1, 5, 9], 4), ([1], 4), ([], 0)],
    lazy_any: [([1, 0],), ([0, 1],), ([5, 5],)],
}
