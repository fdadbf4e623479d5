def list_slices(items: list[int], a: int, b: int, c: int) -> list[list[int]]:
    return [items[a:b], items[a:], items[:b], items[::c], items[a:b:c], items[b:a:-1], items[-3:], items[:-1]]


def list_slice_assign(items: list[int], a: int, b: int) -> list[int]:
    items[a:b] = [100, 200, 300]
    return items


def list_slice_extended(items: list[int]) -> list[int]:
    items[::2] = [0] * 2
    return items


def list_slice_delete(items: list[int], a: int, b: int, c: int) -> list[int]:
    del items[a:b:c]
    return items


ARGUMENTS = {
    list_slices: [([0, 1, 2, 3, 4, 5], 1, 4, 2), ([0, 1, 2], -2, 10, -1), ([], 0, 3, 1), ([1, 2], 0, 1, 0)],
    list_slice_assign: [([1, 2, 3, 4], 1, 3), ([1, 2], 2, 1), ([], 0, 0), ([1, 2, 3], -1, 100)],
    list_slice_extended: [([1, 2, 3, 4],), ([1, 2, 3, 4, 5],)],
    list_slice_delete: [([0, 1, 2, 3, 4, 5], 1, 5, 2), ([0, 1, 2, 3, 4, 5], 5, 0, -2), ([0, 1], 0, 2, 1)],
}
