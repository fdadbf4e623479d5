import numpy as np
from numpy.typing import NDArray


def area(boxes: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.maximum(boxes[:, 2] - boxes[:, 0], 0) * np.maximum(boxes[:, 3] - boxes[:, 1], 0)


def nms(boxes: NDArray[np.float64], scores: NDArray[np.float64], threshold: float) -> tuple[list[int], NDArray[np.float64]]:
    areas = area(boxes)
    order = np.argsort(-scores, kind="stable")
    keep: list[int] = []
    while order.size > 0:
        i = order[0]
        keep.append(int(i))
        rest = order[1:]
        x1 = np.maximum(boxes[i, 0], boxes[rest, 0])
        y1 = np.maximum(boxes[i, 1], boxes[rest, 1])
        x2 = np.minimum(boxes[i, 2], boxes[rest, 2])
        y2 = np.minimum(boxes[i, 3], boxes[rest, 3])
        inter = np.clip(x2 - x1, 0, None) * np.clip(y2 - y1, 0, None)
        iou = inter / (areas[i] + areas[rest] - inter + 1e-9)
        order = rest[iou <= threshold]
    return keep, boxes[keep]


ARGUMENTS = [
    (np.array([[0, 0, 10, 10], [1, 1, 11, 11], [20, 20, 30, 30.5]]), np.array([0.9, 0.8, 0.7]), 0.5),
    (np.zeros((0, 4)), np.zeros(0), 0.5),
    (np.array([[0, 0, 1, 1.0]] * 3), np.array([0.5, 0.5, 0.5]), 0.99),
    (np.array([[0, 0, 0, 0.0], [5, 5, 4, 4]]), np.array([0.1, 0.2]), 0.0),
]
