from itertools import product


def cells(kind: str, n: int) -> list[tuple[int, int]]:
    match kind:
        case "row":
            return [(n, c) for c in range(4)]
        case "column":
            return [(r, n) for r in range(4)]
        case "box":
            r, c = divmod(n, 2)
            return [(r * 2 + i, c * 2 + j) for i, j in product(range(2), repeat=2)]
        case other:
            raise ValueError(other)


def options(grid: list[list[int]], r: int, c: int) -> set[int]:
    used = {grid[i][j] for kind, n in (("row", r), ("column", c), ("box", r // 2 * 2 + c // 2)) for i, j in cells(kind, n)}
    return {1, 2, 3, 4} - used


def solve(grid: list[list[int]]) -> bool:
    for r, c in product(range(4), range(4)):
        if grid[r][c] == 0:
            for value in sorted(options(grid, r, c)):
                grid[r][c] = value
                if solve(grid):
                    return True
            grid[r][c] = 0
            return False
    return True


def sudoku_check(text: str) -> tuple[bool, list[str]]:
    grid = [[int(x) for x in row] for row in text.split("/")]
    ok = solve(grid)
    return ok, ["".join(map(str, row)) for row in grid]


ARGUMENTS = [("1000/0020/0300/0004",), ("0000/0000/0000/0000",), ("1100/0000/0000/0023",), ("12a4/0000/0000/0000",), ("12",)]
