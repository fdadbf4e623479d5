def list_methods(items: list[int]) -> list[list[int]]:
    a = items.copy()
    a.append(10)
    a.extend([7, 8])
    a.extend(range(2))
    a.insert(1, 99)
    a.insert(-100, 5)
    a.insert(100, 6)
    b = a[:]
    b.reverse()
    last = b.pop()
    first = b.pop(0)
    c = [last, first, b.pop(-2)]
    b.sort()
    d = sorted(b, reverse=True)
    b.clear()
    return [a, b, c, d, items + [1], items * 2, [0] * 3, [a.count(7), a.index(10), len(a)]]


def list_remove(items: list[str], item: str) -> list[str]:
    items.remove(item)
    return items


def list_index(items: list[int], item: int, start: int) -> int:
    return items.index(item, start)


def list_pop(items: list[int], index: int) -> int:
    return items.pop(index)


def list_get(items: list[int], index: int) -> int:
    return items[index]


def list_set(items: list[int], index: int) -> list[int]:
    items[index] = -1
    return items


def list_delete(items: list[int], index: int) -> list[int]:
    del items[index]
    return items


ARGUMENTS = {
    list_methods: [([3, 1, 2],), ([],)],
    list_remove: [(["a", "b", "a"], "a"), (["a"], "z")],
    list_index: [([1, 2, 1], 1, 1), ([1, 2], 5, 0), ([1, 2], 1, -1)],
    list_pop: [([1, 2, 3], 1), ([1], -1), ([], 0), ([1], 5)],
    list_get: [([1, 2, 3], -1), ([1], 1), ([1], -2)],
    list_set: [([1, 2], 0), ([1], 3)],
    list_delete: [([1, 2, 3], 1), ([1], 2)],
}
