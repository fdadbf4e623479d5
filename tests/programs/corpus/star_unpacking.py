def stats(*values: float) -> tuple[float, float, float]:
    low, *_, high = sorted(values)
    return low, high, sum(values) / len(values)


def star_unpacking(rows: list[list[int]], text: str) -> list[object]:
    out: list[object] = []
    for row in rows:
        try:
            head, *middle, tail = row
            out.append((head, middle, tail))
        except ValueError as e:
            out.append(str(e))
    a = b = [1]
    b += [2]
    (x, y), *rest = [(1, 2), (3, 4), (5, 6)]
    first, second, *letters = text + "--"
    merged = [*text, *range(2), *{"k": 1}]
    table = {**{"a": 1, "b": 2}, "c": 3, **{"a": 9}}
    i = 0
    values = [10, 20, 30]
    i, values[i] = 2, 99
    try:
        p, q = rows[0]
        out.append([p, q])
    except (ValueError, IndexError) as e:
        out.append(f"{type(e).__name__}: {e}")
    return [*out, a, b is a, x + y, rest, first, second, letters, merged, table, values, stats(3, 1, 2), stats(*map(float, range(4)))]


ARGUMENTS = [([[1, 2, 3, 4], [1], [1, 2]], "hé"), ([], ""), ([[5, 6]], "xyz"), ([[1, 2, 3]], "q")]
