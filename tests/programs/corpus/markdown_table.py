def markdown_table(rows: list[dict[str, float | str | None]], columns: list[str], align: str = "l") -> str:
    def cell(value: float | str | None) -> str:
        if value is None:
            return "—"
        if isinstance(value, str):
            return value.replace("|", "\\|")
        return f"{value:,.2f}"

    body = [[cell(row.get(c)) for c in columns] for row in rows]
    widths = [max([len(c), *(len(r[i]) for r in body)]) for i, c in enumerate(columns)]
    sign = {"l": "<", "r": ">", "c": "^"}[align]
    lines = ["| " + " | ".join(f"{c:{sign}{w}}" for c, w in zip(columns, widths)) + " |"]
    lines.append("|" + "|".join("-" * (w + 2) for w in widths) + "|")
    for r in body:
        lines.append("| " + " | ".join(f"{v:{sign}{w}}" for v, w in zip(r, widths)) + " |")
    return "\n".join(lines)


ARGUMENTS = [
    ([{"a": 1234.5, "b": "x|y"}, {"a": None}], ["a", "b"]),
    ([], ["only"], "r"),
    ([{"é": -0.004, "z": "w"}], ["é", "z"], "c"),
    ([{"a": float("nan"), "b": 1e20}], ["a", "b"], "r"),
    ([], [], "q"),
]
