from collections import deque
from collections.abc import Iterator


def stream_dedupe(chunks: list[str], window: int = 3) -> Iterator[str]:
    recent: deque[str] = deque(maxlen=window)
    pending = ""
    skipped = 0
    for chunk in chunks:
        pending += chunk
        *lines, pending = pending.split("\n")
        for line in lines:
            key = line.strip().lower()
            if not key:
                continue
            if key in recent:
                skipped += 1
                continue
            recent.append(key)
            yield line
    if pending.strip():
        yield pending
    if skipped:
        yield f"# {skipped} skipped, last {list(recent)!r}"


ARGUMENTS = [
    (["a\nb", "\nA\n", "c\nd\na\n", "tail"],),
    ([],),
    (["x\nx\nx"], 0),
    (["É\né\n\n\n"], 1),
    (["a\n"], -1),
]
