import math

NAMES = ["zero", "one", "two"]
TABLE = {"a": 1, "b": 22, "it's": 3}
NESTED = {"list": [1, 2], "other": [3]}
PAIRS = [(1, "x"), (2, "y")]
MIXED = [1, "a", None, 2.5]
ALLOWED = {"red", "green"}
FROZEN = frozenset({1, 2})
LIMIT = 10
RATE = 0.25
TITLE = 'Title: "quoted" é \U0001f600'
EMPTY: list[int] = []


def captured(n: int, key: str) -> str:
    names = [NAMES[i % len(NAMES)] for i in range(n)]
    return f"{names} {TABLE.get(key)} {NESTED['list'][0]} {PAIRS} {MIXED} {key in ALLOWED} {n in FROZEN} {LIMIT * RATE} {TITLE} {math.pi:.5f} {len(EMPTY)} {sorted(TABLE)}"


def captured_copy(n: int) -> list[str]:
    mine = NAMES.copy()
    mine.append(str(n))
    other = list(TABLE)
    other.append("z")
    return mine + other


ARGUMENTS = {captured: [(4, "a"), (0, "it's"), (1, "red")], captured_copy: [(5,)]}
