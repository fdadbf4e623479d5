import math
import statistics


def quantile(values: list[float], q: float) -> float:
    ordered = sorted(values)
    position = q * (len(ordered) - 1)
    low = math.floor(position)
    high = math.ceil(position)
    return ordered[low] + (ordered[high] - ordered[low]) * (position - low)


def statistics_report(values: list[float]) -> dict[str, float | str | list[float]]:
    report: dict[str, float | str | list[float]] = {"n": float(len(values))}
    try:
        report["mean"] = statistics.mean(values)
        report["median"] = statistics.median(values)
        report["stdev"] = statistics.stdev(values)
        report["pvar"] = statistics.pvariance(values)
    except statistics.StatisticsError as error:
        report["error"] = str(error)
    if values:
        report["q90"] = quantile(values, 0.9)
        report["fsum"] = math.fsum(values)
        report["range"] = [min(values), max(values)]
    return report


ARGUMENTS = [
    ([1.0, 2.0, 3.5, -4.25, 10.0],),
    ([],),
    ([7.0],),
    ([0.1] * 10,),
    ([1e308, -1e308, 1e-300],),
]
