from bisect import bisect_left
from collections import deque


def lis(values: list[int]) -> list[int]:
    tails: list[int] = []
    indices: list[int] = []
    parents = [-1] * len(values)
    for i, v in enumerate(values):
        k = bisect_left(tails, v)
        if k == len(tails):
            tails.append(v)
            indices.append(i)
        else:
            tails[k], indices[k] = v, i
        parents[i] = indices[k - 1] if k else -1
    out: list[int] = []
    i = indices[-1] if indices else -1
    while i >= 0:
        out.append(values[i])
        i = parents[i]
    return out[::-1]


def maxima(values: list[int], k: int) -> list[int]:
    window: deque[int] = deque()
    out = []
    for i, v in enumerate(values):
        while window and values[window[-1]] <= v:
            window.pop()
        window.append(i)
        if window[0] <= i - k:
            window.popleft()
        if i >= k - 1:
            out.append(values[window[0]])
    return out


def lis_and_windows(values: list[int], k: int) -> tuple[list[int], list[int], list[int]]:
    prefix = [0]
    for v in values:
        prefix.append(prefix[-1] + v)
    return lis(values), maxima(values, k), [prefix[i + k] - prefix[i] for i in range(len(values) - k + 1)]


ARGUMENTS = [([10, 9, 2, 5, 3, 7, 101, 18], 3), ([], 1), ([1, 1, 1], 2), ([5, 4], 5), ([3, 1, 2], 0)]
