WORDS = [f"word{i}" for i in range(300)]
SQUARES = {i: i * i for i in range(200)}
FLOATS = [i / 7 for i in range(100)]
PAIRS = [(i, f"p{i}") for i in range(60)]


def large_constants(n: int) -> str:
    return f"{WORDS[n]} {SQUARES[n]} {len(WORDS)} {sum(SQUARES.values())} {sum(FLOATS)} {PAIRS[n]} {FLOATS[n]}"


ARGUMENTS = {large_constants: [(0,), (59,)]}
