def levenshtein_align(a: str, b: str, substitution: int = 1) -> tuple[int, list[tuple[str, str]], str]:
    rows, columns = len(a) + 1, len(b) + 1
    table = [[0] * columns for _ in range(rows)]
    for i in range(rows):
        table[i][0] = i
    for j in range(columns):
        table[0][j] = j
    for i in range(1, rows):
        for j in range(1, columns):
            cost = 0 if a[i - 1] == b[j - 1] else substitution
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + cost)
    i, j = len(a), len(b)
    script: list[tuple[str, str]] = []
    while i > 0 or j > 0:
        if i and j and table[i][j] == table[i - 1][j - 1] + (0 if a[i - 1] == b[j - 1] else substitution):
            i, j = i - 1, j - 1
            script.append((a[i], b[j]))
        elif i and table[i][j] == table[i - 1][j] + 1:
            i -= 1
            script.append((a[i], "-"))
        else:
            j -= 1
            script.append(("-", b[j]))
    script.reverse()
    return table[-1][-1], script, "\n".join("".join(pair) for pair in zip(*script))


ARGUMENTS = [("kitten", "sitting"), ("", ""), ("", "abc"), ("ñandú", "nandu", 2), ("😀a", "a😀")]
