def argument_everything(
    a: int,
    b: float,
    c: bool,
    d: str,
    e: None,
    f: list[list[int]],
    g: dict[int, str],
    h: tuple[int, str],
    i: set[str],
    j: int | str | None = None,
) -> list[str]:
    return [repr(a), repr(b), repr(c), repr(d), repr(e), repr(f), repr(g), repr(h), repr(sorted(i)), repr(j)]


def argument_defaults(a: int = 5, b: str = "x", c: float = 0.5, d: bool = True, e: int | None = None, f: tuple[int, int] = (1, 2)) -> str:
    return f"{a} {b} {c} {d} {e} {f}"


def argument_returned(value: dict[str, list[tuple[int, float]]]) -> dict[str, list[tuple[int, float]]]:
    return value


def argument_keys(value: dict[str, int]) -> dict[str, int]:
    return value


def large_integers(a: int) -> list[int]:
    return [a, -a, a // 3]


def special_floats(a: float) -> list[float]:
    return [a, -a, a * 0, 1e308 * 10]


ARGUMENTS = {
    argument_everything: [
        (1, 2.5, True, "é", None, [[1], []], {3: "c"}, (1, "z"), {"p", "q"}),
        (1, 2.5, False, "\ud800", None, [], {}, (0, ""), set(), "text"),
    ],
    argument_defaults: [(), (1,), (1, "y", 2.5, False, 7, (3, 4))],
    argument_returned: [({"a": [(1, 2.5)], "$x": []},), ({},)],
    argument_keys: [({"$dict": 1, "": 2, "\ud800": 3},)],
    large_integers: [(2**53 + 1,), (2**63 - 1,), (-(2**53),)],
    special_floats: [(float("nan"),), (float("inf"),), (-0.0,), (5e-324,)],
}
