import numpy as np
from numpy.typing import NDArray


def numpy_integer_wrap(values: NDArray[np.uint8], shift: int) -> dict[str, object]:
    a = values + np.uint8(200)
    b = values.astype(np.int8)
    c = values.astype(np.int32) << shift
    d = values * values
    e = -values
    f = values / np.uint8(2)
    g = values // np.uint8(3)
    h = np.left_shift(values, 3)
    total = values.sum()
    mean = values.mean()
    return {
        "a": a,
        "b": b,
        "c": c,
        "d": d,
        "e": e,
        "f": f,
        "g": g,
        "h": h,
        "total": total,
        "dtype": str(total.dtype),
        "mean": mean,
        "x": values ^ 0x0F,
        "i": np.invert(values),
        "pop": [int(v).bit_count() for v in values],
    }


ARGUMENTS = [
    (np.array([0, 1, 100, 127, 128, 255], dtype=np.uint8), 4),
    (np.zeros(0, dtype=np.uint8), 1),
    (np.array([255] * 3, dtype=np.uint8), 31),
]
