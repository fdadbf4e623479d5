def lcs(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    n, m = len(a), len(b)
    best = [[0] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            best[i][j] = best[i + 1][j + 1] + 1 if a[i] == b[j] else max(best[i + 1][j], best[i][j + 1])
    i = j = 0
    pairs = []
    while i < n and j < m:
        if a[i] == b[j]:
            pairs.append((i, j))
            i += 1
            j += 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def diff_lines(old: str, new: str, context: int = 1) -> list[str]:
    a, b = old.split("\n"), new.split("\n")
    out: list[str] = []
    i = j = 0
    for x, y in [*lcs(a, b), (len(a), len(b))]:
        out.extend("-" + line for line in a[i:x])
        out.extend("+" + line for line in b[j:y])
        if x < len(a):
            out.append(" " + a[x])
        i, j = x + 1, y + 1
    changed = [k for k, line in enumerate(out) if line[0] != " "]
    keep = {k + d for k in changed for d in range(-context, context + 1)}
    return [line for k, line in enumerate(out) if k in keep]


ARGUMENTS = [("a\nb\nc\nd", "a\nc\nd\ne"), ("", ""), ("x", "y", 0), ("1\n2\n3\n4\n5", "1\n2\n3\n4\n5"), ("é", "e\u0301", 2)]
