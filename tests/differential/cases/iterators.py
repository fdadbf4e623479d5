def iterators(a: list[int], b: list[str]) -> str:
    out = []
    for i, (x, y) in enumerate(zip(a, b), start=1):
        out.append(f"{i}{x}{y}")
    for x in reversed(a):
        out.append(str(x))
    for c in reversed("xyz"):
        out.append(c)
    for i in reversed(range(0, 10, 3)):
        out.append(str(i))
    return " ".join(out) + str(list(zip(a, b, range(10)))) + str(dict(zip(b, a))) + str(list(enumerate(b)))


def zip_strict(a: list[int], b: list[int]) -> int:
    return sum(x * y for x, y in zip(a, b, strict=True))


def sums(a: list[int], b: list[float]) -> list[float]:
    return [sum(a), sum(b), sum(a, 10), sum(b, 0.5), sum([True, False, True]), sum(x for x in b)]


def sum_lists(rows: list[list[int]]) -> list[int]:
    return sum(rows, [])


ARGUMENTS = {
    iterators: [([1, 2, 3], ["a", "b"]), ([], [])],
    zip_strict: [([1, 2], [3, 4]), ([1], [1, 2]), ([1, 2], [1])],
    sums: [([1, 2], [0.1, 0.2, 0.3]), ([], [])],
    sum_lists: [([[1], [2, 3]],), ([],)],
}
