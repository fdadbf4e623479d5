from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image


def image_as_pixels(image: NDArray[np.uint8]) -> list[Any]:
    pixels = np.asarray(image)
    return [pixels.shape, pixels.ndim, pixels.tolist()]


def image_prepared(image: NDArray[np.uint8], mean: list[float]) -> NDArray[np.float32]:
    pixels = np.asarray(image, dtype=np.float32) / 255.0
    return ((pixels - np.array(mean, dtype=np.float32)) / 0.25).transpose(2, 0, 1)[None]


def images_counted(images: list[NDArray[np.uint8]]) -> dict[str, int]:
    return {f"{np.asarray(image).shape[1]}x{np.asarray(image).shape[0]}": int(np.asarray(image).sum()) for image in images}


def image_of_any_dtype(image: np.ndarray) -> list[float]:
    return [float(np.asarray(image).mean()), float(np.asarray(image).max())]


COLORS = Image.fromarray(np.arange(4 * 5 * 3, dtype=np.uint8).reshape(4, 5, 3))
GRAY = COLORS.convert("L")

ARGUMENTS = {
    image_as_pixels: [(COLORS,), (GRAY,), (COLORS.convert("RGBA"),), (np.asarray(GRAY),)],
    image_prepared: [(COLORS, [0.5, 0.4, 0.3])],
    images_counted: [([COLORS, GRAY.resize((3, 2))],), ([],)],
    image_of_any_dtype: [(GRAY,), (np.array([1.5, 2.0]),)],
}
