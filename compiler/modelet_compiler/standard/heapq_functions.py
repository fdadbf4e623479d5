"""heapq: the order of a heap's items is part of what it says, so every step is CPython's."""


def sift_down(heap, start, position):
    item = heap[position]
    while position > start:
        parent_position = (position - 1) >> 1
        parent = heap[parent_position]
        if not item < parent:
            break
        heap[position] = parent
        position = parent_position
    heap[position] = item


def sift_up(heap, position):
    end = len(heap)
    start = position
    item = heap[position]
    child = 2 * position + 1
    while child < end:
        right = child + 1
        if right < end and not heap[child] < heap[right]:
            child = right
        heap[position] = heap[child]
        position = child
        child = 2 * position + 1
    heap[position] = item
    sift_down(heap, start, position)


def heappush(heap, item, /):
    heap.append(item)
    sift_down(heap, 0, len(heap) - 1)


def heappop(heap, /):
    if not heap:
        raise IndexError("index out of range")
    last = heap.pop()
    if not heap:
        return last
    first = heap[0]
    heap[0] = last
    sift_up(heap, 0)
    return first


def heapreplace(heap, item, /):
    if not heap:
        raise IndexError("index out of range")
    first = heap[0]
    heap[0] = item
    sift_up(heap, 0)
    return first


def heappushpop(heap, item, /):
    if not heap or not heap[0] < item:
        return item
    first = heap[0]
    heap[0] = item
    sift_up(heap, 0)
    return first


def heapify(heap, /):
    for position in reversed(range(len(heap) // 2)):
        sift_up(heap, position)


def nlargest(n, iterable, key=None):
    return sorted(iterable, key=key, reverse=True)[: max(n, 0)]


def nsmallest(n, iterable, key=None):
    return sorted(iterable, key=key)[: max(n, 0)]


def merged(iterators, key, reverse):
    live = []
    values = []
    keys = []
    for iterator in iterators:
        for value in iterator:
            live.append(iterator)
            values.append(value)
            keys.append(value if key is None else key(value))
            break
    while live:
        best = 0
        for at in range(1, len(live)):
            if (keys[best] < keys[at]) if reverse else (keys[at] < keys[best]):
                best = at
        yield values[best]
        for value in live[best]:
            values[best] = value
            keys[best] = value if key is None else key(value)
            break
        else:
            del live[best]
            del values[best]
            del keys[best]
