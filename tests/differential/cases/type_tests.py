def isi(x: int | str | float | None | list[int]) -> list[bool]:
    return [
        isinstance(x, int),
        isinstance(x, (int, float)),
        isinstance(x, int | str),
        isinstance(x, list),
        isinstance(x, type(None)),
        isinstance(x, (str, (int, list))),
        isinstance(x, object),
        isinstance(x, tuple),
        isinstance(x, dict),
        isinstance(x, bool),
        isinstance(x, set),
    ]


def issub() -> list[bool]:
    return [issubclass(bool, int), issubclass(int, str), issubclass(int, (str, int)), issubclass(ValueError, Exception)]


def ty(x: int | str | bool) -> list[str]:
    return [
        type(x).__name__,
        str(type(x) is int),
        str(type(x) == str),
        str(type(x) in (int, bool)),
        "yes" if type(x) is bool else "no",
        str(type(x) is not int),
    ]


def ty2(x: int | str) -> int:
    if type(x) is str:
        return len(x)
    return x + 1


def hsh(a: int, x: float, b: bool) -> list[int]:
    return [hash(a), hash(x), hash(b), hash((a, b))]


def cal(a: int) -> list[bool]:
    return [callable(a), callable(len), callable(print)]


def hash_unhash(a: int) -> bool:
    return a in {1, 2} and (a, 1) in {(1, 1): 2}


def type_names(x: int, s: str, l: list[int], d: dict[str, int], f: float | None) -> list[str]:
    return [
        type(x).__name__,
        type(s).__name__,
        type(l).__name__,
        type(d).__name__,
        type((1,)).__name__,
        type(None).__name__,
        type(f).__name__,
        type(x == 1).__name__,
        type(d.keys()).__name__,
        type({1}).__name__,
        type(range(3)).__name__,
    ]


def type_convert(x: int | str) -> int | str:
    if type(x) in (int, bool):
        return x + 1
    elif type(x) == str:
        return x.upper()
    return x


def type_not(x: int | str | None) -> str:
    if type(x) is not str:
        return "no" if type(x) is type(None) else "int"
    return x[::-1]


def type_both(a: int | str, b: int | str) -> list[bool]:
    return [type(a) is type(b), type(a) == type(b), type(a) != type(b)]


def isinstance_nested(x: int | str | list[int] | dict[str, int]) -> str:
    if isinstance(x, (list, dict)):
        return f"sized {len(x)}"
    if not isinstance(x, str):
        return f"int {x + 1}"
    return "str " + x


ARGUMENTS = {
    hash_unhash: [(1,), (3,)],
    type_names: [(1, "a", [1], {"a": 1}, None), (1, "a", [1], {"a": 1}, 2.0)],
    type_convert: [(1,), ("ab",)],
    type_not: [(1,), ("ab",), (None,)],
    type_both: [(1, 2), (1, "a"), ("a", "b")],
    isinstance_nested: [(1,), ("a",), ([1],), ({"a": 1},)],
    isi: [(1,), ("a",), (1.5,), (None,), ([1],)],
    issub: [()],
    ty: [(1,), ("a",), (True,)],
    ty2: [(1,), ("abc",)],
    hsh: [(5, 2.5, True), (-1, -1.0, False), (2**62, 1e300, True)],
    cal: [(1,)],
}
