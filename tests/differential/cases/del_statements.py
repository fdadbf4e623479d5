def delete_items(items: list[int], table: dict[str, int]) -> str:
    del items[0], items[-1]
    del table["a"]
    x = 5
    y = x
    del x
    return f"{items} {table} {y}"


ARGUMENTS = {delete_items: [([1, 2, 3], {"a": 1, "b": 2}), ([1], {"a": 1})]}
