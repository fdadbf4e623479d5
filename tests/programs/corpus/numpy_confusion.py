import numpy as np
from numpy.typing import NDArray


def numpy_confusion(truth: list[int], predicted: list[int], classes: int) -> dict[str, object]:
    matrix = np.zeros((classes, classes), dtype=np.int32)
    np.add.at(matrix, (truth, predicted), 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        precision = np.diag(matrix) / matrix.sum(axis=0)
        recall = np.diag(matrix) / matrix.sum(axis=1)
        f1 = 2 * precision * recall / (precision + recall)
    accuracy = np.trace(matrix) / matrix.sum() if matrix.sum() else 0.0
    return {
        "matrix": matrix,
        "precision": np.nan_to_num(precision),
        "recall": recall,
        "macro": float(np.nanmean(f1)) if np.any(~np.isnan(f1)) else None,
        "accuracy": float(accuracy),
        "bincount": np.bincount(predicted, minlength=classes) if predicted else None,
    }


ARGUMENTS = [
    ([0, 1, 2, 2, 1], [0, 2, 2, 1, 1], 3),
    ([], [], 2),
    ([0, 0], [0, 0], 1),
    ([0, 3], [0, 0], 2),
]
