import numpy as np
from numpy.typing import NDArray


def numpy_pairwise_sum(n: int, scale: float) -> list[object]:
    a = np.arange(n, dtype=np.float64) * scale + 0.1
    b = a.astype(np.float32)
    m = a[: n // 4 * 4].reshape(-1, 4)
    return [
        a.sum(),
        b.sum(),
        b.mean(),
        a.mean(),
        m.sum(axis=0),
        m.sum(axis=1),
        m.mean(axis=0),
        b.std(),
        a.var(),
        a[::2].sum(),
        a[::-1].sum(),
        m.T.sum(axis=0),
        np.cumsum(b)[-1:],
        sum(a.tolist()),
        np.prod(a[:10]),
        b.reshape(-1)[: n // 2].sum(dtype=np.float64),
        np.add.reduce(b),
        m.sum(),
        m[:, 1].sum(),
        m[:, ::2].sum(),
        np.dot(a, a) > 0,
        np.average(a, weights=a + 1) if n else None,
    ]


ARGUMENTS = [(1000, 0.1), (7, 0.3), (129, 1e-3), (1025, 7.7), (8, 1e10)]
