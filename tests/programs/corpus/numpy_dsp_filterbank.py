import numpy as np


def mel(f):
    return 2595.0 * np.log10(1.0 + f / 700.0)


def inverse(m):
    return 700.0 * (10.0 ** (m / 2595.0) - 1.0)


def filterbank(n_fft: int, rate: int, bands: int) -> np.ndarray:
    points = inverse(np.linspace(mel(0.0), mel(rate / 2), bands + 2))
    bins = np.floor((n_fft + 1) * points / rate).astype(int)
    fb = np.zeros((bands, n_fft // 2 + 1))
    for m in range(1, bands + 1):
        left, center, right = bins[m - 1 : m + 2]
        for k in range(left, center):
            fb[m - 1, k] = (k - left) / (center - left)
        for k in range(center, right):
            fb[m - 1, k] = (right - k) / (right - center)
    return fb


def numpy_dsp_filterbank(samples: list[float], rate: int, frame: int, hop: int) -> list[list[float]]:
    x = np.array(samples)
    x = np.append(x[0], x[1:] - 0.97 * x[:-1])
    count = 1 + (len(x) - frame) // hop
    if count < 1:
        raise ValueError("too short")
    idx = np.arange(frame)[None, :] + hop * np.arange(count)[:, None]
    frames = x[idx] * np.hamming(frame)
    power = np.abs(np.fft.rfft(frames, n=frame)) ** 2 / frame
    energies = power @ filterbank(frame, rate, 4).T
    return np.round(np.log(energies + 1e-10), 4).tolist()


ARGUMENTS = [([float((i * 7) % 11 - 5) for i in range(64)], 8000, 32, 16), ([1.0, 2.0], 8000, 32, 16), ([], 8000, 4, 2)]
