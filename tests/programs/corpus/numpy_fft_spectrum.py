import numpy as np
from numpy.typing import NDArray


def numpy_fft_spectrum(signal: NDArray[np.float64], rate: float) -> dict[str, object]:
    n = len(signal)
    if n == 0:
        raise ValueError("empty signal")
    window = np.hanning(n) if n > 1 else np.ones(1)
    spectrum = np.fft.rfft(signal * window)
    power = np.abs(spectrum) ** 2
    frequencies = np.fft.rfftfreq(n, d=1 / rate)
    peak = int(np.argmax(power))
    back = np.fft.irfft(np.fft.rfft(signal), n=n)
    return {
        "peak": float(frequencies[peak]),
        "power": np.round(power, 9),
        "error": bool(np.allclose(back, signal)),
        "n": len(frequencies),
        "phase": round(float(np.angle(spectrum[peak])), 9),
    }


ARGUMENTS = [
    (np.sin(np.arange(16) * np.pi / 4), 16.0),
    (np.array([1.0]), 2.0),
    (np.zeros(0), 1.0),
    (np.array([1.0, -1.0, 2.0, 0.5, 3.0]), 10.0),
]
