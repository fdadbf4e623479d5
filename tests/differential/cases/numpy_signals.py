"""Fourier transforms, bits, choices."""

import numpy as np
from numpy.typing import NDArray

F32, F64, I64, U8, FLAGS = NDArray[np.float32], NDArray[np.float64], NDArray[np.int64], NDArray[np.uint8], NDArray[np.bool_]
R = np.random.default_rng(7)
X1 = np.linspace(0, 1, 20)


def f32(*shape: int):
    return R.standard_normal(shape).astype(np.float32)


def f64(*shape: int):
    return R.standard_normal(shape)


def numpy_spectra(x: F64, f: F32, n: int):
    s = np.fft.fft(x)
    r = np.fft.rfft(x, n)
    i = np.fft.ifft(s)
    return (
        np.abs(s),
        s.real,
        s.imag,
        np.abs(r),
        i.real,
        np.fft.irfft(np.fft.rfft(x), len(x)),
        np.abs(np.fft.rfft(f)),
        np.abs(s) ** 2,
        (s * np.conj(s)).real,
        np.angle(r[1:3]),
        np.fft.fftfreq(n, 0.1),
        np.fft.rfftfreq(n),
        np.fft.fftshift(np.fft.fftfreq(n)),
        np.fft.ifftshift(np.arange(n)),
        np.abs(np.fft.fft(x, norm="ortho")),
        (s / 2 + 1).real,
        (s - s[0]).imag,
        np.real(s * 0.5),
        s,
        np.abs(np.fft.fft(np.stack([x, x * 2]), axis=1)),
        np.abs(np.fft.fft(np.stack([x, x * 2]), axis=0)),
        (s / (r[:1] + 3)).real,
    )


def numpy_packing(a: I64, m: FLAGS):
    p = np.packbits(m)
    t = np.packbits(np.stack([m, ~m]), axis=1)
    return p, t, np.unpackbits(p), np.unpackbits(t, axis=1), np.packbits(a, axis=-1, bitorder="little"), np.unpackbits(p, bitorder="little")


def numpy_selecting(x: F64, f: F32):
    return np.select([x < 0, x < 1], [0.0, x], default=2.0), np.select([f > 0], [f], 1), np.select([x > 0, x < -1], [1, 2])


ARGUMENTS = {
    numpy_spectra: [(f64(16), f32(8), 9), (f64(15), f32(7), 16), (f64(101), f32(6), 5), (f64(1), f32(1), 4)],
    numpy_packing: [
        (np.array([[0, 2, 1], [1, 0, 0]]), np.array([True, False, True, True, False, False, True, False, True, True])),
        (np.zeros((0, 3), int), np.zeros(0, bool)),
    ],
    numpy_selecting: [(f64(6), f32(3))],
}
