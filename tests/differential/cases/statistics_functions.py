"""statistics."""

import statistics
from statistics import mean, stdev, median


def stats_ints(xs: list[int]):
    out = []
    for f in (0, 1, 2, 3, 4, 5, 6, 7, 8):
        try:
            if f == 0:
                out.append(repr(mean(xs)))
            elif f == 1:
                out.append(repr(statistics.median(xs)))
            elif f == 2:
                out.append(repr(statistics.variance(xs)))
            elif f == 3:
                out.append(repr(statistics.pvariance(xs)))
            elif f == 4:
                out.append(repr(stdev(xs)))
            elif f == 5:
                out.append(repr(statistics.pstdev(xs)))
            elif f == 6:
                out.append(repr(statistics.mode(xs)))
            elif f == 7:
                out.append(repr(statistics.fmean(xs)))
            else:
                out.append(repr(statistics.harmonic_mean(xs)))
        except statistics.StatisticsError as e:
            out.append("error " + str(e))
    return out


def stats_floats(xs: list[float]):
    out = []
    for f in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9):
        try:
            if f == 0:
                out.append(repr(mean(xs)))
            elif f == 1:
                out.append(repr(statistics.median(xs)))
            elif f == 2:
                out.append(repr(statistics.variance(xs)))
            elif f == 3:
                out.append(repr(statistics.pvariance(xs)))
            elif f == 4:
                out.append(repr(stdev(xs)))
            elif f == 5:
                out.append(repr(statistics.pstdev(xs)))
            elif f == 6:
                out.append(repr(statistics.multimode(xs)))
            elif f == 7:
                out.append(repr(statistics.fmean(xs)))
            elif f == 8:
                out.append(repr(statistics.quantiles(xs)))
            else:
                out.append(repr(statistics.harmonic_mean(xs)))
        except ValueError as e:
            out.append("error " + str(e))
        except AttributeError as e:
            out.append("attribute " + str(e))
    return out


def stats_mixed(a: int, b: float, words: list[str]):
    return (
        mean([a, b]),
        mean([a, a]),
        statistics.mode(words),
        statistics.multimode(words),
        statistics.median_low([a, b, a]),
        statistics.median_high([a, a + 1]),
        mean([True, False]),
        mean(range(a)),
        mean(x * 2 for x in [b, b]),
        statistics.variance([a, b, 3.5], xbar=1.0),
        statistics.stdev([1, 2, 4], 2),
        statistics.pvariance([1.0, 2.5], mu=1.5),
        statistics.median_grouped([1, 2, 2, 3, 4]),
        statistics.quantiles([1, 2, 3, 4, 5], n=3, method="inclusive"),
        statistics.fmean([1.0, 2.0], weights=[3, 1]),
        statistics.geometric_mean([1.0, 4.0, 16.0]),
    )


def stats_relations(x: list[float], y: list[float]):
    r = statistics.linear_regression(x, y)
    return (
        statistics.correlation(x, y),
        statistics.covariance(x, y),
        r,
        r.slope,
        repr(statistics.linear_regression(x, y, proportional=True)),
    )


def stats_error(n: int):
    e: list[float] = []
    if n == 0:
        return mean(e)
    if n == 1:
        return stdev([1.0])
    if n == 2:
        return statistics.mode(e)
    if n == 3:
        return statistics.quantiles([1.0])
    if n == 4:
        return statistics.geometric_mean([0.0])
    if n == 5:
        return statistics.correlation([1.0, 1.0], [1.0, 2.0])
    if n == 6:
        return statistics.quantiles([1.0, 2.0], method="x")
    return statistics.harmonic_mean([1.0, -1.0])


import random as _random

_random.seed(11)
WILD = [_random.uniform(-1, 1) * 10 ** _random.randint(-300, 150) for _ in range(60)]
TAME = [_random.gauss(5, 3) for _ in range(200)]
ARGUMENTS = {
    stats_ints: [([],), ([5],), ([1, 2, 4],), ([3, 3, 3],), ([2**28, -(2**20), 7, 1],), ([-1, 2],), ([0, 1],), ([1, 2, 3, 4],)],
    stats_floats: [
        ([],),
        ([1.5],),
        ([0.1, 0.2, 0.3],),
        ([1e150, 1e-300],),
        (WILD,),
        (TAME,),
        ([abs(x) for x in WILD],),
        ([float("inf"), 1.0],),
        ([float("nan"), 1.0, 2.0],),
        ([5e-324, 1e-323, 0.0],),
        ([0.0, -0.0],),
        ([1e16, 1.0, -1e16],),
        ([2.5, 2.5],),
        ([float("inf"), float("-inf")],),
        ([5e-324, 5e-324],),
        ([1.0, 1.0000000000000002],),
    ],
    stats_mixed: [(3, 2.5, ["a", "b", "b"]), (7, 0.1, ["x"])],
    stats_relations: [
        ([1.0, 2.0, 3.0], [2.0, 4.1, 5.9]),
        ([0.1, 0.7, 0.3, 0.9], [1.0, -1.0, 0.5, 3.0]),
        ([1.0, 1.0], [1.0, 2.0]),
        ([1.0], [2.0]),
        ([1.0], []),
    ],
    stats_error: [(i,) for i in range(8)],
}
