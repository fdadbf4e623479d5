def kx_several(a: str, b: str, c: int, d: int) -> list[str]:
    return [
        max(a, b, key=len),
        min(a, b, key=len),
        str(max(c, d, key=abs)),
        str(min(c, d, -9, key=lambda v: (abs(v), v))),
        max(*[a, b], key=len),
        max([a], key=len),
    ]


ARGUMENTS = {
    kx_several: [("a", "bb", -3, 2), ("zz", "yy", 1, -1)],
}
