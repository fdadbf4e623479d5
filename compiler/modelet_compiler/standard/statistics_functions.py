"""statistics. Exact sums are the engine's: `_exact_mean` and the like stand for its functions (operations/statistics_module.py)."""

from bisect import bisect_left, bisect_right
from collections import Counter
from math import exp, fsum, log, sqrt
from statistics import LinearRegression, StatisticsError

from modelet_compiler.standard.exact import deviation_of, harmonic_of, mean_of, root_of, variance_of


def numbers(values):
    result = []
    for value in values:
        if isinstance(value, bool):
            result.append(int(value))
        elif isinstance(value, (int, float)):
            result.append(value)
        else:
            raise TypeError(f"can't convert type '{type(value).__name__}' to numerator/denominator")
    return result


def mean(data):
    values = list(data)
    if len(values) < 1:
        raise StatisticsError("mean requires at least one data point")
    return mean_of(values, len(values))


def fmean(data, weights=None):
    values = list(data)
    if weights is None:
        total = fsum(values)
        if not values:
            raise StatisticsError("fmean requires at least one data point")
        return total / len(values)
    weighted = list(weights)
    numerator = fsum([value * weight for value, weight in zip(values, weighted, strict=False)])
    if len(values) != len(weighted):
        raise StatisticsError("data and weights must be the same length")
    denominator = fsum(weighted)
    if not denominator:
        raise StatisticsError("sum of weights must be non-zero")
    return numerator / denominator


def geometric_mean(data):
    try:
        return exp(fmean([log(value) for value in data]))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None


def harmonic_mean(data):
    values = list(data)
    if len(values) < 1:
        raise StatisticsError("harmonic_mean requires at least one data point")
    if len(values) == 1:
        if values[0] < 0:
            raise StatisticsError("harmonic mean does not support negative values")
        return values[0]
    inverse = []
    for value in values:
        if value < 0:
            raise StatisticsError("harmonic mean does not support negative values")
        if value == 0:
            return 0
        inverse.append(1 / value)
    return harmonic_of(inverse)


def median(data):
    values = sorted(data)
    n = len(values)
    if n == 0:
        raise StatisticsError("no median for empty data")
    if n % 2 == 1:
        return values[n // 2]
    return (values[n // 2 - 1] + values[n // 2]) / 2


def median_low(data):
    values = sorted(data)
    n = len(values)
    if n == 0:
        raise StatisticsError("no median for empty data")
    return values[n // 2] if n % 2 == 1 else values[n // 2 - 1]


def median_high(data):
    values = sorted(data)
    if len(values) == 0:
        raise StatisticsError("no median for empty data")
    return values[len(values) // 2]


def median_grouped(data, interval=1.0):
    values = sorted(data)
    n = len(values)
    if not n:
        raise StatisticsError("no median for empty data")
    middle = values[n // 2]
    before = bisect_left(values, middle)
    inside = bisect_right(values, middle, lo=before) - before
    width = float(interval)
    return float(middle) - width / 2.0 + width * (n / 2 - before) / inside


def mode(data):
    pairs = Counter(data).most_common(1)
    if not pairs:
        raise StatisticsError("no mode for empty data")
    return pairs[0][0]


def multimode(data):
    counts = Counter(data)
    if not counts:
        return []
    most = max(counts.values())
    return [value for value, count in counts.items() if count == most]


def quantiles(data, *, n=4, method="exclusive"):
    if n < 1:
        raise StatisticsError("n must be at least 1")
    values = sorted(data)
    size = len(values)
    if size < 2:
        raise StatisticsError("must have at least two data points")
    result = []
    if method == "inclusive":
        for i in range(1, n):
            j, delta = divmod(i * (size - 1), n)
            result.append((values[j] * (n - delta) + values[j + 1] * delta) / n)
        return result
    if method == "exclusive":
        for i in range(1, n):
            j = min(max(i * (size + 1) // n, 1), size - 1)
            delta = i * (size + 1) - j * n
            result.append((values[j - 1] * (n - delta) + values[j] * delta) / n)
        return result
    raise ValueError(f"Unknown method: {method!r}")


def squared(values, center):
    return [(value - center) * (value - center) for value in values]


def variance(data, xbar=None):
    values = list(data)
    if len(values) < 2:
        raise StatisticsError("variance requires at least two data points")
    if xbar is None:
        return variance_of(values, 1)
    return mean_of(squared(values, xbar), len(values) - 1)


def pvariance(data, mu=None):
    values = list(data)
    if len(values) < 1:
        raise StatisticsError("pvariance requires at least one data point")
    if mu is None:
        return variance_of(values, 0)
    return mean_of(squared(values, mu), len(values))


def stdev(data, xbar=None):
    values = list(data)
    if len(values) < 2:
        raise StatisticsError("stdev requires at least two data points")
    if xbar is None:
        return deviation_of(values, 1)
    return root_of(squared(values, xbar), len(values) - 1)


def pstdev(data, mu=None):
    values = list(data)
    if len(values) < 1:
        raise StatisticsError("pstdev requires at least one data point")
    if mu is None:
        return deviation_of(values, 0)
    return root_of(squared(values, mu), len(values))


def covariance(x, y, /):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("covariance requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("covariance requires at least two data points")
    xbar = fsum(x) / n
    ybar = fsum(y) / n
    return fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y, strict=False)]) / (n - 1)


def correlation(x, y, /):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("correlation requires at least two data points")
    xbar = fsum(x) / n
    ybar = fsum(y) / n
    sxy = fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y, strict=False)])
    sxx = fsum(squared(x, xbar))
    syy = fsum(squared(y, ybar))
    try:
        return sxy / sqrt(sxx * syy)
    except ZeroDivisionError:
        raise StatisticsError("at least one of the inputs is constant") from None


def linear_regression(x, y, /, *, proportional=False):
    n = len(x)
    if len(y) != n:
        raise StatisticsError("linear regression requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("linear regression requires at least two data points")
    xbar = fsum(x) / n
    ybar = fsum(y) / n
    if proportional:
        sxy = fsum([a * b for a, b in zip(x, y, strict=False)])
        sxx = fsum([a * a for a in x])
    else:
        sxy = fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y, strict=False)])
        sxx = fsum(squared(x, xbar))
    try:
        slope = sxy / sxx
    except ZeroDivisionError:
        raise StatisticsError("x is constant") from None
    intercept = 0.0 if proportional else ybar - slope * xbar
    return LinearRegression(slope=slope, intercept=intercept)
