def optional_narrowing(value: int | None, text: str | None = None) -> str:
    if value is None:
        value = 10
    if text is not None and len(text) > 1:
        return text * value
    if text is None:
        text = "-"
    return text + str(value)


def optional_get(table: dict[str, int], key: str) -> int:
    found = table.get(key)
    if found is None:
        return -1
    return found + 1


def optional_unchecked(table: dict[str, int], key: str) -> int:
    return table.get(key) + 1  # type: ignore[operator]


def optional_method(text: str | None) -> str:
    return text.upper()  # type: ignore[union-attr]


def isinstance_narrowing(value: int | str | None | list[int]) -> str:
    if isinstance(value, str):
        return "str " + value
    if isinstance(value, (int, float)):
        return f"int {value + 1}"
    if isinstance(value, list):
        return f"list {len(value)}"
    return "none"


ARGUMENTS = {
    optional_narrowing: [(None,), (3,), (2, "ab"), (2, "x"), (None, "")],
    optional_get: [({"a": 1}, "a"), ({"a": 1}, "b"), ({}, "")],
    optional_unchecked: [({"a": 1}, "a"), ({"a": 1}, "b")],
    optional_method: [("abc",), (None,)],
    isinstance_narrowing: [(5,), ("five",), (None,), ([1, 2],)],
}
