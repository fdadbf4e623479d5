import numpy as np
from numpy.typing import NDArray


def numpy_view_alias(a: NDArray[np.int64]) -> list[object]:
    x = a.copy()
    v = x[1:]
    v += 10
    w = x[::2]
    w[...] = -1
    r = x.reshape(2, -1)
    r[0, 0] = 77
    t = r.T
    t[-1, -1] = 55
    f = x[[0, 1]]
    f += 1000
    m = x[x > 0]
    m[:] = 0
    y = x
    y -= 1
    z = x
    z = z - 1
    rows = [row for row in r]
    rows[0][:] = 3
    flat = r.ravel()
    flat[1] = 8
    cp = r.flatten()
    cp[:] = 0
    e = np.expand_dims(x, 0)
    e[0, 2] = 99
    b = np.broadcast_to(x[:1], (3, 1)).copy()
    b[0] = 4
    s = np.asarray(x)
    s[3] = 12
    aa = x.astype(np.int64)
    aa[0] = 123456
    sw = x[1], x[2] = x[2], x[1]
    return [x, v, w, r, t, f, m, z, flat, b, sw, int(x.sum())]


ARGUMENTS = [(np.array([1, 2, 3, 4, 5, 6]),), (np.zeros(4, dtype=np.int64),), (np.array([-5, 5, -5, 5]),)]
