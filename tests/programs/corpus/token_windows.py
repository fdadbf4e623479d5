from collections.abc import Iterator


def windows(tokens: list[int], size: int, stride: int) -> Iterator[tuple[int, list[int]]]:
    if size < 1 or stride < 1:
        raise ValueError("size and stride must be >= 1")
    start = 0
    while True:
        piece = tokens[start : start + size]
        if not piece:
            return
        yield start, piece
        if start + size >= len(tokens):
            return
        start += stride


def token_windows(tokens: list[int], size: int = 4, *, stride: int = 2, pad: int | None = None) -> list[tuple[int, list[int], list[int]]]:
    result = []
    for start, piece in windows(tokens, size, stride):
        mask = [1] * len(piece)
        if pad is not None and len(piece) < size:
            missing = size - len(piece)
            piece += [pad] * missing
            mask.extend([0] * missing)
        result.append((start, piece, mask))
    return result


ARGUMENTS = [
    ([1, 2, 3, 4, 5, 6, 7],),
    ([], 3),
    ([9], 4),
    (list(range(11)), 5),
    ([1, 2, 3], 0),
]
