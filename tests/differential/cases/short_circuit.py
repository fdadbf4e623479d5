def short_circuit_values(a: int, b: str, c: list[int]) -> list[str]:
    x = a or b
    y = a and b
    z = b or c
    w = c and a
    return [str(x), str(y), str(z), str(w), str(not a), str(a or b and c)]


def short_circuit_default(name: str | None) -> str:
    return name or "nobody"


def short_circuit_order(values: list[int]) -> list[int]:
    out = [0]
    if len(values) > 2 and values[2] > 5 or len(values) > 0 and values[0] == 1:
        out.append(1)
    if not (values and values[0]):
        out.append(2)
    return out


ARGUMENTS = {
    short_circuit_values: [(0, "", []), (1, "x", [1]), (0, "y", [0]), (5, "", [])],
    short_circuit_default: [(None,), ("",), ("Ada",)],
    short_circuit_order: [([],), ([1],), ([0, 0, 9],), ([0, 0, 1],)],
}
