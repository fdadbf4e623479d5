import numpy as np
from numpy.typing import NDArray


def numpy_masks_padding(
    sequences: list[list[int]], pad: int, max_length: int | None = None, left: bool = False
) -> dict[str, NDArray[np.int64]]:
    if not sequences:
        raise ValueError("no sequences")
    length = max(map(len, sequences))
    if max_length is not None:
        length = min(length, max_length)
    ids = np.full((len(sequences), length), pad, dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, sequence in enumerate(sequences):
        piece = sequence[:length]
        if not piece:
            continue
        where = slice(length - len(piece), None) if left else slice(0, len(piece))
        ids[row, where] = piece
        mask[row, where] = 1
    positions = np.maximum(np.cumsum(mask, axis=1) - 1, 0)
    causal = np.tril(np.ones((length, length), dtype=bool))
    full = causal[None] & mask[:, None, :].astype(bool)
    return {"ids": ids, "mask": mask, "positions": positions, "attend": full.sum(axis=-1)}


ARGUMENTS = [
    ([[1, 2, 3], [4], []], 0),
    ([[1, 2, 3], [4]], -1, 2, True),
    ([], 0),
    ([[]], 9),
]
