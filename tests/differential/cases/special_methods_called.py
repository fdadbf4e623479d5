from typing import NamedTuple


class _Span(NamedTuple):
    low: int
    high: int

    def __contains__(self, x):
        return self.low <= x <= self.high


def sm_sequences(xs: list[int], s: str, d: dict[str, int]) -> list:
    it = xs.__iter__()
    texts = [s.__len__(), s.__contains__("a"), s.__repr__(), s.__str__(), s.__add__("b"), s.__eq__("ab"), s.__lt__("b")]
    sizes = [d.__len__(), d.__repr__(), list(d.__iter__()), (1, 2).__len__(), {1}.__contains__(1)]
    return [xs.__len__(), xs.__contains__(1), xs.__repr__(), list(xs.__reversed__()), texts, sizes, it.__next__(), s.__getitem__(0)]


def sm_numbers(n: int, x: float) -> list:
    floats = [x.__mul__(2.0), x.__int__(), x.__neg__(), x.__ge__(1.0)]
    return [n.__add__(3), n.__eq__(3), n.__repr__(), n.__abs__(), n.__float__(), n.__floordiv__(2), n.__mod__(2), *floats]


def sm_optional(n: int | None) -> int:
    return n.__neg__()


def sm_span(x: int) -> list:
    span = _Span(1, 5)
    return [x in span, x not in span, span.__contains__(x), [i for i in range(9) if i in span], 3 in (1, 3), span.low in [1], len(span)]


ARGUMENTS = {
    sm_sequences: [([1, 2], "ab", {"a": 1}), ([], "", {}), ([2], "", {})],
    sm_numbers: [(3, 2.5), (-7, -0.5)],
    sm_optional: [(1,), (None,)],
    sm_span: [(1,), (9,)],
}
