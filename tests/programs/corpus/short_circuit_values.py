def trace(log: list[str], name: str, value: object) -> object:
    log.append(name)
    return value


def short_circuit_values(a: int, b: str, c: list[int], d: float | None) -> list[object]:
    log: list[str] = []
    r1 = a or b or c or d
    r2 = a and b and c and d
    r3 = (a or "zero") if b else (c and c[0])
    r4 = not a or not b
    r5 = trace(log, "x", a) and trace(log, "y", b) or trace(log, "z", c)
    r6 = d or -1
    r7 = d if d is not None else "none"
    r8 = bool(c) is True
    r9 = 1 < a <= 5 and a != 3
    r10 = [b, "default"][not b]
    r11 = (a > 2) + (a > 4)
    r12 = max(a, 2.0), min(True, a), a == True, a is None
    return [r1, r2, r3, r4, r5, log, r6, r7, r8, r9, r10, r11, r12]


ARGUMENTS = [(0, "", [], None), (5, "b", [1], 2.5), (3, "", [0], 0.0), (1, "x", [], -0.0), (0, "y", [7], float("nan"))]
