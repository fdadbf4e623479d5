from collections.abc import Iterator


def split_stream(pieces: list[str], stop: str) -> Iterator[str]:
    buffer = ""
    for piece in pieces:
        buffer += piece
        while " " in buffer:
            word, _, buffer = buffer.partition(" ")
            if word == stop:
                return
            if word:
                yield word
    if buffer:
        yield buffer


def streaming_words(pieces: list[str], stop: str = "<end>") -> Iterator[dict[str, str | int]]:
    total = 0
    for number, word in enumerate(split_stream(pieces, stop)):
        total += len(word)
        yield {"index": number, "word": word, "total": total}
    if total == 0:
        raise ValueError("nothing was produced")


ARGUMENTS = [
    (["hel", "lo wor", "ld  foo", " <end> bar"],),
    ([],),
    (["äö", "ü 😀", "x"], "x"),
    (["stop", " now"], "stop"),
]
