import numpy as np
from numpy.typing import NDArray


def numpy_image_normalise(image: NDArray[np.uint8], mean: list[float], std: list[float], size: int) -> NDArray[np.float32]:
    h, w, c = image.shape
    if c != len(mean):
        raise ValueError(f"expected {len(mean)} channels, got {c}")
    side = min(h, w)
    top, left = (h - side) // 2, (w - side) // 2
    square = image[top : top + side, left : left + side]
    index = (np.arange(size) * side / size).astype(np.int64)
    resized = square[index][:, index]
    x = resized.astype(np.float32) / 255.0
    x = (x - np.array(mean, dtype=np.float32)) / np.array(std, dtype=np.float32)
    return np.ascontiguousarray(x.transpose(2, 0, 1)[None])


ARGUMENTS = [
    (np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3), [0.5, 0.4, 0.3], [0.2, 0.2, 0.2], 3),
    (np.full((2, 2, 1), 255, dtype=np.uint8), [0.5], [0.5], 2),
    (np.zeros((2, 2, 4), dtype=np.uint8), [0.5], [0.5], 2),
    (np.zeros((3, 2, 1), dtype=np.uint8), [0.0], [0.0], 1),
]
