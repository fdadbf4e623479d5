import numpy as np
from numpy.typing import NDArray


def ewma(x: NDArray[np.float64], alpha: float) -> NDArray[np.float64]:
    out = np.empty_like(x)
    previous = x[0]
    for i, v in enumerate(x):
        previous = alpha * v + (1 - alpha) * previous
        out[i] = previous
    return out


def fill(x: NDArray[np.float64]) -> NDArray[np.float64]:
    y = x.copy()
    bad = np.isnan(y)
    if bad.all():
        raise ValueError("all values are missing")
    index = np.arange(len(y))
    y[bad] = np.interp(index[bad], index[~bad], y[~bad])
    return y


def numpy_time_series(x: NDArray[np.float64], alpha: float, lag: int) -> dict[str, object]:
    y = fill(x)
    returns = np.diff(y) / y[:-1]
    drawdown = (y - np.maximum.accumulate(y)).min()
    a, b = y[:-lag] - y.mean(), y[lag:] - y.mean()
    auto = float((a * b).sum() / ((y - y.mean()) ** 2).sum())
    slope, intercept = np.polyfit(np.arange(len(y)), y, 1)
    return {
        "filled": y,
        "ewma": ewma(y, alpha),
        "returns": returns,
        "drawdown": float(drawdown),
        "auto": auto,
        "trend": (round(float(slope), 8), round(float(intercept), 8)),
        "roll": np.roll(y, 2),
        "nan": [float(np.nanmean(x)), float(np.nanmax(x))],
    }


ARGUMENTS = [
    (np.array([1.0, np.nan, 3.0, 2.5, np.nan, 6.0]), 0.5, 1),
    (np.array([2.0, 4.0, 8.0]), 1.0, 2),
    (np.array([np.nan, np.nan]), 0.5, 1),
]
