def sort_with_nan(values: list[float]) -> list[float]:
    return sorted(values)


def sort_with_nan_reversed(values: list[float]) -> list[float]:
    values.sort(reverse=True)
    return values


def sort_many(n: int) -> list[int]:
    return sorted([(i * 7919) % 1009 for i in range(n)], reverse=True)


def sort_stable(n: int) -> list[tuple[int, int]]:
    return sorted([(i % 7, i) for i in range(n)], key=lambda pair: pair[0], reverse=True)


_nan = float("nan")
ARGUMENTS = {
    sort_with_nan: [([3.0, _nan, 1.0, 2.0],), ([_nan, 2.0, _nan, 1.0, 0.5],), ([5.0, 4.0, _nan, 3.0, 9.0, _nan, 1.0, 7.0, 2.0],)],
    sort_with_nan_reversed: [([3.0, _nan, 1.0, 2.0],), ([1.0, 2.0, _nan, 0.0],)],
    sort_many: [(10,), (500,)],
    sort_stable: [(20,), (300,)],
}
