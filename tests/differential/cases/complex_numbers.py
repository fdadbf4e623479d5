"""complex and cmath."""

from __future__ import annotations

import cmath


def complex_basics(a: float, b: float) -> list[str]:
    z = complex(a, b)
    w = 1 + 2j
    out = [str(z), repr(z * w), f"{z + w}", str(z - 1), str(z.conjugate()), f"{abs(z):.4f}", str(z.real), str(z.imag)]
    out.append(f"{z:.2f}")
    out.append(str(z == w))
    out.append(str(z**2))
    out.append(str(-z))
    try:
        out.append(str(w / z))
    except ZeroDivisionError as e:
        out.append(str(e))
    return out


def complex_result(xs: list[float]) -> complex:
    return sum((complex(x, -x) for x in xs), 0j)


def complex_roots(a: float, b: float, c: float) -> list[complex]:
    d = cmath.sqrt(b * b - 4 * a * c)
    return [(-b + d) / (2 * a), (-b - d) / (2 * a)]


def complex_transform(xs: list[float]) -> list[tuple[float, float]]:
    n = len(xs)
    out = []
    for k in range(n):
        s = sum((x * cmath.exp(-2j * cmath.pi * k * i / n) for i, x in enumerate(xs)))
        out.append((round(abs(s), 6), round(cmath.phase(s), 6) if abs(s) > 1e-09 else 0.0))
    return out


def complex_mandelbrot(w: int, h: int, limit: int) -> list[str]:
    rows = []
    for y in range(h):
        row = ""
        for x in range(w):
            c = complex(-2 + 3 * x / w, -1 + 2 * y / h)
            z = 0j
            n = 0
            while abs(z) <= 2 and n < limit:
                z = z * z + c
                n += 1
            row += " .:-=+*#%@"[n * 9 // limit]
        rows.append(row)
    return rows


ARGUMENTS = {
    complex_basics: [(1.0, 2.0), (0.0, 0.0), (-1.5, -0.0), (1e20, 3.0)],
    complex_result: [([1.0, 2.5],), ([],)],
    complex_roots: [(1.0, 2.0, 5.0), (1.0, -3.0, 2.0)],
    complex_transform: [([1.0, 2.0, 3.0, 4.0],), ([],)],
    complex_mandelbrot: [(20, 8, 30)],
}
