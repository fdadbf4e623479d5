def transpose(rows: list[list[int]]) -> list[list[int]]:
    return [[row[i] for row in rows] for i in range(len(rows[0]))]


def flatten(rows: list[list[int]]) -> list[int]:
    return [item for row in rows for item in row if item % 2 == 0]


def build_grid(n: int) -> list[list[str]]:
    grid = []
    for i in range(n):
        row = []
        for j in range(n):
            row.append("#" if (i + j) % 2 else ".")
        grid.append(row)
    return grid


ARGUMENTS = {transpose: [([[1, 2, 3], [4, 5, 6]],), ([],)], flatten: [([[1, 2], [3, 4, 6], []],)], build_grid: [(3,), (0,)]}
