"""itertools."""

import itertools
from itertools import accumulate, chain, combinations, count, cycle, groupby, islice, pairwise, permutations, product, repeat, zip_longest
import operator


def chain_all(xs: list[int], ys: list[int], t: str):
    out = []
    for x in chain(xs, ys, range(2)):
        out.append(x)
    it = chain(xs, ys)
    a = next(it, None)
    rest = list(it)
    mixed = list(chain(xs, t))
    return (
        out,
        a,
        rest,
        mixed,
        list(chain.from_iterable([xs, ys, xs])),
        list(chain()),
        sum(chain(xs, ys)),
        sorted(chain(ys, xs)),
        list(itertools.chain.from_iterable({"ab": 1, "c": 2})),
    )


def islice_all(xs: list[int], n: int, stop: int | None):
    it = iter(xs)
    a = list(islice(it, n))
    b = list(islice(it, 1))
    c = list(it)
    return (
        a,
        b,
        c,
        list(islice(xs, 1, stop)),
        list(islice(xs, 0, stop, 2)),
        list(islice(count(5), 3)),
        list(islice(count(0.5, 0.25), 3)),
        list(islice(count(1, 0.5), 3)),
        list(islice(xs, None)),
        list(islice(count(10, -2), 1, 6, 2)),
    )


def islice_bad(n: int, step: int):
    return list(islice([1, 2, 3], 0, n, step))


def islice_bad_stop(n: int):
    return list(islice([1, 2, 3], n))


def product_all(xs: list[int], s: str):
    out = []
    for a, b in product(xs, s):
        out.append((a, b))
    return (
        out,
        list(product(xs, repeat=2)),
        list(product(s, xs, [True])),
        list(product()),
        len(list(product(xs, s, repeat=2))),
        list(product([], xs)),
        list(product(xs, repeat=0)),
    )


def select_all(xs: list[int]):
    return (
        list(combinations(xs, 2)),
        list(permutations(xs, 2)),
        list(itertools.combinations_with_replacement(xs, 2)),
        list(combinations(xs, 0)),
        list(combinations(xs, 5)),
        list(permutations(xs, 3)),
        list(combinations(xs, 3)),
        list(permutations(xs, 1)),
        list(itertools.combinations_with_replacement(xs, 3)),
    )


def maximum(a: int, b: int):
    return a if a > b else b


def accumulate_all(xs: list[int], fs: list[float], ss: list[str]):
    return (
        list(accumulate(xs)),
        list(accumulate(xs, operator.mul)),
        list(accumulate(xs, maximum)),
        list(accumulate(xs, max)),
        list(accumulate(fs)),
        list(accumulate(fs, initial=1)),
        list(accumulate(ss)),
        list(accumulate(xs, initial=100)),
        list(accumulate(xs, operator.mul, initial=2)),
    )


def first_letter(s: str):
    return s[0]


def group_all(xs: list[int], words: list[str]):
    a = [(k, list(g)) for k, g in groupby(xs)]
    b = {k: list(g) for k, g in groupby(words, key=first_letter)}
    c = [(k, len(list(g))) for k, g in groupby(sorted(words, key=len), len)]
    d = [k for k, g in groupby(xs)]
    e = [(k, g) for k, g in groupby(xs)]
    f = [(k, list(g)) for k, g in e]
    h = []
    for k, g in groupby(xs):
        h.append((k, next(g)))
    return a, b, c, d, f, h


def zip_longest_all(xs: list[int], s: str):
    return (
        list(zip_longest(xs, s)),
        list(zip_longest(xs, s, fillvalue="-")),
        list(zip_longest(xs, xs[:1], fillvalue=0)),
        [a for a, b in zip_longest(s, xs)],
    )


def small(x: int):
    return x < 3


def while_all(xs: list[int]):
    it = iter(xs)
    a = list(itertools.takewhile(small, it))
    b = list(it)
    return (
        a,
        b,
        list(itertools.dropwhile(small, xs)),
        list(itertools.filterfalse(small, xs)),
        list(itertools.filterfalse(None, xs)),
        list(itertools.compress(xs, [1, 0, 1, True, False])),
    )


def power(a: int, b: int):
    return a**b


def star_all(pairs: list[tuple[int, int]]):
    return list(itertools.starmap(power, pairs)), list(itertools.starmap(pow, pairs)), list(itertools.starmap(max, pairs))


def tee_all(xs: list[int]):
    a, b = itertools.tee(xs)
    first = next(a, -1)
    return first, list(b), list(a), list(b), [list(t) for t in itertools.tee(iter(xs), 3)]


def cycles(xs: list[str], n: int):
    out = []
    for i, x in zip(range(n), cycle(xs)):
        out.append(f"{i}{x}")
    return out, list(repeat(7, 3)), list(repeat("x", n)), list(zip(xs, repeat(1))), list(repeat([], -1)), list(islice(cycle([1, 2]), 5))


def pairs_of(xs: list[int]):
    return list(pairwise(xs)), [b - a for a, b in pairwise(xs)], all(a <= b for a, b in pairwise(xs)), list(pairwise(str(xs)))


def nested_all(rows: list[list[int]]):
    flat = chain.from_iterable(rows)
    windows = None
    return (
        [list(islice(chain(r, cycle([0])), 3)) for r in rows],
        sum(islice(flat, 3)),
        list(enumerate(chain.from_iterable(rows), 1)),
        windows,
    )


def in_loop(n: int):
    out = []
    for i in count(1):
        if i * i > n:
            break
        out.append(i)
    return out


ARGUMENTS = {
    chain_all: [([1, 2], [3], "ab"), ([], [], "")],
    islice_all: [([1, 2, 3, 4, 5], 2, 4), ([1], 5, None), ([], 0, 0)],
    islice_bad: [(1, 0), (-1, 1), (2, 1), (2, -1)],
    islice_bad_stop: [(-1,), (2,)],
    product_all: [([1, 2], "ab"), ([], "x"), ([3], "")],
    select_all: [([1, 2, 3],), ([],), ([5, 5, 6, 7],)],
    accumulate_all: [([3, 1, 4], [0.1, 0.2, 0.3], ["a", "b"]), ([], [], [])],
    group_all: [([1, 1, 2, 1], ["apple", "avocado", "bat", "boy", "ant"]), ([], [])],
    zip_longest_all: [([1, 2, 3], "ab"), ([], "xyz"), ([], "")],
    while_all: [([1, 2, 5, 1, 0],), ([],), ([9],)],
    star_all: [([(2, 3), (3, 2)],), ([],)],
    tee_all: [([1, 2, 3],), ([],)],
    cycles: [(["a", "b"], 5), ([], 3), (["q"], 0)],
    pairs_of: [([1, 4, 9],), ([],), ([1],)],
    nested_all: [([[1], [2, 3, 4, 5], []],)],
    in_loop: [(30,)],
}
