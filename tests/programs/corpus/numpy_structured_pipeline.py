from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass
class Detection:
    box: tuple[float, float, float, float]
    score: float
    label: str


LABELS = ["cat", "dog", "bird"]


def xywh_to_xyxy(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    out = np.empty_like(boxes)
    out[:, :2] = boxes[:, :2] - boxes[:, 2:] / 2
    out[:, 2:] = boxes[:, :2] + boxes[:, 2:] / 2
    return out


def numpy_structured_pipeline(raw: NDArray[np.float32], threshold: float, size: tuple[int, int]) -> list[Detection]:
    boxes, objectness, classes = raw[:, :4], raw[:, 4], raw[:, 5:]
    labels = classes.argmax(axis=1)
    scores = objectness * classes[np.arange(len(classes)), labels]
    keep = scores >= threshold
    boxes, scores, labels = xywh_to_xyxy(boxes[keep]), scores[keep], labels[keep]
    w, h = size
    boxes[:, 0::2] = boxes[:, 0::2].clip(0, w)
    boxes[:, 1::2] = boxes[:, 1::2].clip(0, h)
    order = scores.argsort()[::-1]
    return [Detection(tuple(round(float(v), 2) for v in boxes[i]), round(float(scores[i]), 4), LABELS[labels[i]]) for i in order]


ARGUMENTS = [
    (
        np.array([[10, 10, 4, 6, 0.9, 0.1, 0.8, 0.1], [1, 1, 8, 8, 0.5, 0.9, 0.0, 0.1], [5, 5, 1, 1, 0.1, 1, 1, 1]], dtype=np.float32),
        0.3,
        (12, 11),
    ),
    (np.zeros((0, 8), dtype=np.float32), 0.5, (5, 5)),
    (np.ones((1, 8), dtype=np.float32), 2.0, (5, 5)),
    (np.ones((1, 4), dtype=np.float32), 0.0, (5, 5)),
]
