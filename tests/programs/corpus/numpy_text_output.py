import numpy as np
from numpy.typing import NDArray


def numpy_text_output(a: NDArray[np.float64]) -> list[str]:
    return [
        str(a),
        repr(a),
        f"{a.mean():.3f}" if a.size else "empty",
        np.array2string(a, precision=2, separator=", "),
        str(a.astype(np.int64)) if np.all(np.isfinite(a)) else "not finite",
        repr(a > 0),
        repr(a.astype(np.float32)),
        str(a.shape),
        str(a.dtype),
        repr(a.sum()),
    ]


ARGUMENTS = [
    (np.array([1.0, 2.5, -3.123456789]),),
    (np.array([[1e-10, 1.0], [1e10, 0.0]]),),
    (np.zeros((0,)),),
    (np.array([np.nan, np.inf, -1.0]),),
    (np.arange(6.0).reshape(1, 2, 3) / 3,),
]
