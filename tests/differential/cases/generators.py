def generator_squares(n: int):
    for i in range(n):
        yield i * i


def generator_words(text: str):
    word = ""
    for c in text:
        if c.isspace():
            if word:
                yield word
            word = ""
            continue
        word += c
    if word:
        yield word


def generator_from(n: int):
    yield "start"
    yield from generator_words("a b c")
    for value in generator_squares(n):
        yield str(value)
    return


def generator_raises(n: int):
    for i in range(n):
        yield 10 // (2 - i)


def generator_used(n: int) -> list[int]:
    squares = generator_squares(n)
    first = next(squares, -1)
    rest = list(squares)
    return [first, sum(generator_squares(n)), *rest, next(squares, -5)]


def generator_mixed(n: int):
    if n > 2:
        return
    yield n
    yield "text"
    yield None


def generator_exhausted(n: int) -> int:
    return next(generator_squares(n))


ARGUMENTS = {
    generator_squares: [(0,), (4,)],
    generator_words: [("hello  big world ",), ("",)],
    generator_from: [(3,)],
    generator_raises: [(2,), (5,)],
    generator_used: [(4,), (0,)],
    generator_mixed: [(1,), (5,)],
    generator_exhausted: [(1,), (0,)],
}
