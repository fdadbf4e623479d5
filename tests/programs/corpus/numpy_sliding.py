import numpy as np
from numpy.typing import NDArray


def numpy_sliding(signal: NDArray[np.float64], window: int) -> dict[str, NDArray[np.float64] | float]:
    if window < 1:
        raise ValueError("window")
    kernel = np.ones(window) / window
    smooth = np.convolve(signal, kernel, mode="valid")
    cumulative = np.cumsum(np.concatenate(([0.0], signal)))
    fast = (cumulative[window:] - cumulative[:-window]) / window
    padded = np.pad(signal, (1, 1), mode="edge")
    gradient = (padded[2:] - padded[:-2]) / 2
    peaks = np.flatnonzero((signal[1:-1] > signal[:-2]) & (signal[1:-1] > signal[2:])) + 1
    return {
        "smooth": smooth,
        "fast": fast,
        "gradient": gradient,
        "peaks": peaks.astype(np.float64),
        "std": float(signal.std(ddof=1)) if signal.size > 1 else 0.0,
        "diff": np.diff(signal, n=2),
    }


ARGUMENTS = [
    (np.array([1.0, 3.0, 2.0, 5.0, 4.0, 4.5]), 3),
    (np.array([1.0, 2.0]), 1),
    (np.array([1.0]), 0),
    (np.array([0.1, 0.2, 0.3, 0.1]), 2),
]
