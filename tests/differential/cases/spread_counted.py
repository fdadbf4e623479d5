import math
from dataclasses import dataclass


@dataclass
class _Vector:
    x: int
    y: int
    z: int


def _three(a, b, c):
    return (a, b, c)


def sc_root(values: list[float]) -> float:
    return math.sqrt(*values)


def sc_range(values: list[int]) -> list[int]:
    return list(range(*values))


def sc_divided(values: list[int]) -> tuple:
    return divmod(*values)


def sc_raised(values: list[int]) -> list:
    return [pow(*values)]


def sc_before_last(values: list[int]) -> list:
    vector = _Vector(*values, 9)
    return [vector.x, vector.y, vector.z]


def sc_last(values: list[int]) -> tuple:
    return _three(*values, 5)


def sc_between(values: list[int]) -> tuple:
    return _three(1, *values, 5)


def sc_replaced(values: list[str]) -> str:
    return "a-b-c".replace(*values)


def sc_started(values: list[str]) -> bool:
    return "abc".startswith(*values)


def sc_angles(values: list[float]) -> list[float]:
    return [math.atan2(*values), math.fmod(*values)]


def sc_logarithm(values: list[float]) -> float:
    return math.log(*values)


def sc_texts(values: list[str]) -> list:
    return ["a,b,c".split(*values), "xax".strip(*values), chr(*[len(value) + 64 for value in values])]


def sc_by_name(name: str, values: list[float]) -> float:
    table = {"max": max, "sqrt": lambda *a: math.sqrt(*a), "abs": lambda x: abs(x)}
    return table[name](*values)


NUMBERS: list[list[int]] = [[], [1], [1, 2], [5, 2, 2], [1, 2, 3, 4]]
FLOATS = [([float(number) for number in numbers],) for numbers in NUMBERS]
INTEGERS = [(numbers,) for numbers in NUMBERS]
ARGUMENTS = {
    sc_root: FLOATS,
    sc_range: INTEGERS,
    sc_divided: INTEGERS,
    sc_raised: INTEGERS,
    sc_before_last: INTEGERS,
    sc_last: INTEGERS,
    sc_between: INTEGERS,
    sc_replaced: [(["-", "+"],), (["a"],), ([],), (["a", "b", "c"],), (["a", "b", "c", "d"],)],
    sc_started: [(["a"],), ([],), (["a", "b"],)],
    sc_angles: FLOATS,
    sc_logarithm: FLOATS,
    sc_texts: [([],), ([","],), (["a", "b"],)],
    sc_by_name: [("max", [1.0, 2.0]), ("sqrt", [4.0]), ("abs", [-1.0]), ("sqrt", [1.0, 2.0])],
}
