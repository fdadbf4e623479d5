import numpy as np
from numpy.typing import NDArray


def numpy_histogram_report(data: NDArray[np.float64], bins: int) -> dict[str, object]:
    finite = data[np.isfinite(data)]
    if finite.size == 0:
        return {"empty": True, "n": int(data.size)}
    counts, edges = np.histogram(finite, bins=bins)
    centers = (edges[:-1] + edges[1:]) / 2
    p25, p50, p75 = np.percentile(finite, [25, 50, 75])
    outliers = finite[(finite < p25 - 1.5 * (p75 - p25)) | (finite > p75 + 1.5 * (p75 - p25))]
    cdf = np.cumsum(counts) / counts.sum()
    bars = ["#" * int(c) for c in counts]
    z = (finite - finite.mean()) / (finite.std() or 1.0)
    return {
        "counts": counts,
        "edges": edges,
        "centers": centers,
        "median": float(p50),
        "q": (float(p25), float(p75)),
        "outliers": outliers,
        "cdf": cdf,
        "bars": bars,
        "z": np.round(z, 9),
        "arg": (int(finite.argmin()), int(finite.argmax())),
        "mode": float(centers[counts.argmax()]),
        "var": float(np.var(finite)),
        "nan": int(np.isnan(data).sum()),
    }


ARGUMENTS = [
    (np.array([1.0, 2.0, 2.5, 3.0, 100.0, np.nan]), 4),
    (np.array([np.inf]), 3),
    (np.array([5.0]), 2),
    (np.array([1.0, 2.0]), 0),
]
