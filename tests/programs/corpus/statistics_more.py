import statistics as st


def zscores(values: list[float]) -> list[float]:
    mean, sd = st.fmean(values), st.pstdev(values)
    return [round((v - mean) / sd, 6) for v in values]


def statistics_more(values: list[float], labels: list[str]) -> dict[str, object]:
    out: dict[str, object] = {}
    out["mode"] = st.mode(labels) if labels else None
    out["multimode"] = st.multimode(labels)
    steps = {
        "z": lambda: zscores(values),
        "median_low": lambda: st.median_low(values),
        "median_high": lambda: st.median_high(values),
        "quantiles": lambda: st.quantiles(values, n=4),
        "variance": lambda: st.variance(values),
        "geometric": lambda: round(st.geometric_mean(values), 9),
        "harmonic": lambda: st.harmonic_mean(values),
        "corr": lambda: st.correlation(values, values[::-1]),
    }
    for name, step in steps.items():
        try:
            out[name] = step()
        except (st.StatisticsError, ZeroDivisionError) as e:
            out[name] = f"{type(e).__name__}: {e}"
    return out


ARGUMENTS = [([1.0, 4.0, 2.0, 8.5], ["a", "b", "a"]), ([], []), ([3.0], ["x", "y"]), ([2.0, 2.0], ["é"])]
