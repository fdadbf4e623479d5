def add(table: dict[str, list[int]], key: str, value: int) -> list[int]:
    bucket = table.get(key)
    if bucket is None:
        bucket = table[key] = []
    bucket.append(value)
    return bucket


def dict_aliasing(keys: list[str]) -> list[object]:
    table: dict[str, list[int]] = {}
    held = [add(table, k, i) for i, k in enumerate(keys)]
    shared = table
    copy = dict(table)
    shared["new"] = [1]
    for k in copy:
        copy[k].append(-1)
    default = table.setdefault("dd", [])
    default.append(3)
    popped = table.pop("new")
    popped.append(2)
    d1 = dict.fromkeys(["p", "q"], [])
    d1["p"].append(1)
    values = list(table.values())
    values[0].append(77)
    return [table, held, copy, popped, d1, shared is table, list(table)]


ARGUMENTS = [(["a", "b", "a"],), ([],), (["dd", "new"],)]
