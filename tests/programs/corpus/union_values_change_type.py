def parse(text: str) -> int | float | str | list[int] | None:
    if not text:
        return None
    if text.isdigit():
        return int(text)
    if "," in text:
        return [int(p) for p in text.split(",") if p]
    try:
        return float(text)
    except ValueError:
        return text


def union_values_change_type(texts: list[str]) -> list[object]:
    out: list[object] = []
    current: int | float | str | list[int] | None = 0
    for t in texts:
        value = parse(t)
        if value is None:
            kind = "none"
        elif isinstance(value, list):
            value.append(len(value))
            kind = "list"
        elif isinstance(value, str):
            value = value.upper()
            kind = "str"
        else:
            value = value * 2
            kind = type(value).__name__
        out.append((kind, value))
        current = value if value else current
    x = 1
    x = x / 2
    x = str(x)
    x = [x]
    out.append(x)
    y: int | str = 5
    if texts:
        y = "five"
    out.append(y * 2)
    total: int | float = 0
    for _, v in out[:3] if len(out) > 3 else []:
        if isinstance(v, (int, float)):
            total += v
    return [out, current, total, [type(v).__name__ for v in (total, current, y)], {1: "a", "b": 2, None: 3.5, (1, 2): None}]


ARGUMENTS = [(["12", "1.5", "abc", "1,2", ""],), ([],), (["nan"],), (["0", "0.0", ",", "é"],)]
