def kind(value: object) -> str:
    if value is True or value is False:
        return "bool"
    if isinstance(value, int):
        return "int"
    return type(value).__name__


def bool_int_identity(flags: list[bool], numbers: list[int], mixed: list[int | float | bool | str | None]) -> dict[str, object]:
    table: dict[int | float | bool | str | None, str] = {}
    for m in mixed:
        table[m] = kind(m)
    return {
        "sum": sum(flags),
        "kinds": [kind(m) for m in mixed],
        "table": table,
        "eq": [m == 1 for m in mixed],
        "in": [True in numbers, 1 in flags, 0.0 in mixed],
        "arith": [f + 1 for f in flags] + [-f for f in flags],
        "not": [not n for n in numbers],
        "and": [f & True for f in flags],
        "or": [f | n for f, n in zip(flags, numbers)],
        "xor": [f ^ True for f in flags],
        "str": [f"{f}" for f in flags] + [f"{f:d}" for f in flags],
        "index": ["ab"[f] for f in flags],
        "mul": ["x" * f for f in flags],
        "max": max(flags, default=None),
        "sorted": sorted([*flags, *numbers]),
        "round": [round(n / 2) for n in numbers],
        "set": len({1, True, 1.0}),
        "count": mixed.count(1),
        "pow": [2**f for f in flags],
        "inv": [~n for n in numbers],
    }


ARGUMENTS = [([True, False, True], [0, 1, 5], [1, True, 1.0, "1", None, 0, False, -0.0]), ([], [], []), ([False], [-3], [float("nan"), 2])]
