import re
from typing import Any


def order_natural(items: list[str]) -> list[str]:
    return sorted(items, key=lambda s: [int(t) if t.isdigit() else t for t in re.split(r"(\d+)", s)])


def recursive_build_nested(n: int) -> dict[str, Any]:
    root = {"value": 0, "children": []}
    cur = root
    for i in range(1, n):
        node = {"value": i, "children": []}
        cur["children"].append(node)
        cur = node
    return root


def recursive_parse_sexpr(s: str) -> list[Any]:
    stack = [[]]
    for tok in re.findall(r"[()]|[^\s()]+", s):
        if tok == "(":
            stack.append([])
        elif tok == ")":
            top = stack.pop()
            if not stack:
                raise ValueError("unbalanced")
            stack[-1].append(top)
        else:
            stack[-1].append(int(tok) if tok.lstrip("-").isdigit() else tok)
    return stack[0]


def order_cmp(a: Any, b: Any) -> list[Any]:
    out = []
    for x, y in [([a], [b]), ([a, 1], [b, 2])]:
        try:
            out.append(x < y)
        except TypeError as e:
            out.append(str(e))
    try:
        out.append(sorted([(a, "x"), (b, "y")]))
    except TypeError as e:
        out.append(str(e))
    try:
        out.append(min((1, a), (1, b)))
    except TypeError as e:
        out.append(str(e))
    return out


def order_mixed(xs: list[int | str | None]) -> list[int | str | None]:
    return sorted(xs)


def order_opt(xs: list[int | None]) -> int | None:
    return max(xs)


ARGUMENTS = {
    order_natural: [(["a10", "a2", "a1b", "10", "x"],), (["a1", "1"],)],
    recursive_build_nested: [(3,), (0,)],
    recursive_parse_sexpr: [("(a (b 1) 2)",), (")",), ("",)],
    order_cmp: [(a, b) for a in (1, "x", None, [1], 2.5) for b in (1, "y", None, [2], {})],
    order_mixed: [([1, "a"],), ([3, 1],), (["b", "a"],), ([None],), ([None, 1],)],
    order_opt: [([1, 3],), ([1, None],), ([None],), ([],)],
}
