def augmented_assignment(a: int, b: float, c: str, d: list[int]) -> str:
    a += 2
    a *= 3
    a -= 1
    a //= 2
    a **= 2
    a %= 17
    a <<= 2
    a |= 1
    b /= 2
    c += "!"
    c *= 2
    e = d
    d += [9]
    d *= 2
    return f"{a} {b} {c} {d} {e}"


def unpacking(pair: tuple[int, str], items: list[int]) -> str:
    a, b = pair
    x, *y, z = items
    first, *rest = items
    *init, last = items
    (p, q), r = pair, 5
    return f"{a} {b} {x} {y} {z} {first} {rest} {init} {last} {p} {q} {r}"


def swap(a: int, b: int, c: int) -> list[int]:
    a, b, c = c, a, b
    a, b = b, a + b
    return [a, b, c]


def chained_assignment(n: int) -> list[list[int]]:
    a = b = [n]
    b.append(2)
    c = [a, b]
    return c


def unpack_text(text: str) -> str:
    a, b, c = text
    return c + b + a


def walrus(items: list[int]) -> list[int]:
    if (n := len(items)) > 2:
        return [n]
    return [y := n + 1, y**2, (z := 5) + z]


ARGUMENTS = {
    augmented_assignment: [(5, 3.0, "x", [1]), (-7, 0.5, "", [])],
    unpacking: [((1, "b"), [1, 2, 3, 4]), ((1, "b"), [1, 2]), ((1, "b"), [1])],
    swap: [(1, 2, 3)],
    chained_assignment: [(7,)],
    unpack_text: [("abc",), ("ab",), ("abcd",)],
    walrus: [([1, 2, 3],), ([],)],
}
