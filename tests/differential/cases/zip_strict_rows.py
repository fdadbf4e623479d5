"""zip of rows whose number is known only at run time, strictly, and behind other arguments."""


def zip_rows_strictly(rows: list[list[int]]) -> list[tuple[int, ...]]:
    return list(zip(*rows, strict=True))


def zip_rows_until_unequal(rows: list[list[int]]) -> list[tuple[int, ...] | str]:
    out: list[tuple[int, ...] | str] = []
    try:
        for row in zip(*rows, strict=True):
            out.append(row)
    except ValueError as error:
        out.append(str(error))
    return out


def zip_rows_loosely(rows: list[list[int]]) -> list[tuple[int, ...]]:
    return list(zip(*rows, strict=False))


def zip_rows_behind_names(names: list[str], rows: list[list[int]]) -> list[tuple[str, int]]:
    return [(name, sum(numbers)) for name, *numbers in zip(names, *rows, strict=False)]


def zip_iterators_strictly(rows: list[list[int]]) -> list[list[int]]:
    return list(map(list, zip(*map(iter, rows), strict=True)))


_rows = [[[1, 2], [3, 4]], [], [[1, 2, 3], [4, 5]], [[1], [4, 5]], [[1, 2], [3, 4], [5]], [[1, 2], [3, 4], [5, 6, 7]], [[], [1]]]
ARGUMENTS = {
    **{function: [(rows,) for rows in _rows] for function in (zip_rows_strictly, zip_rows_until_unequal, zip_rows_loosely)},
    zip_rows_behind_names: [(["a", "b"], rows) for rows in _rows],
    zip_iterators_strictly: [(rows,) for rows in _rows],
}
