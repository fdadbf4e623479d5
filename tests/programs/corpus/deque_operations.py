from collections import deque


def deque_operations(values: list[int], size: int) -> list[object]:
    d = deque(values, maxlen=size)
    d.append(100)
    d.appendleft(-100)
    e: deque[int] = deque(values)
    e.rotate(2)
    e.extendleft([7, 8])
    out: list[object] = [list(d), list(e), d.maxlen, len(d), e[0], e[-1], e.count(7), 8 in e]
    try:
        out.append([e.popleft(), e.pop(), d.pop(), d.pop(), d.pop(), d.pop()])
    except IndexError as error:
        out.append(str(error))
    e.insert(1, 55)
    e.reverse()
    out += [repr(e), [x * 2 for x in e], e == deque(e), e.index(55), sorted(e), list(reversed(e))]
    try:
        e.remove(12345)
    except ValueError as error:
        out.append(f"{error}")
    d.clear()
    out.append(bool(d))
    return out


ARGUMENTS = [([1, 2, 3, 4], 3), ([], 2), ([5], 10), ([1, 2], 1)]
