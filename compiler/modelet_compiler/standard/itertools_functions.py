"""itertools, as far as Python says it best."""


def from_iterable(iterables):
    for iterable in iterables:
        yield from iterable


def count(start=0, step=1):
    value = start
    while True:
        yield value
        value = value + step


def cycle(iterable):
    saved = []
    for item in iterable:
        yield item
        saved.append(item)
    while saved:
        for item in saved:
            yield item


def repeat(item, times=None):
    if times is None:
        while True:
            yield item
    else:
        for _ in range(times):
            yield item


def accumulate(iterable, func=None, *, initial=None):
    items = iter(iterable)
    if initial is None:
        for total in items:
            yield total
            break
    else:
        total = initial
        yield total
    for item in items:
        total = total + item if func is None else func(total, item)
        yield total


def pairwise(iterable):
    items = iter(iterable)
    for before in items:
        for item in items:
            yield (before, item)
            before = item


def compress(data, selectors):
    for item, selected in zip(data, selectors, strict=False):
        if selected:
            yield item


def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            break
        yield item


def dropwhile(predicate, iterable):
    items = iter(iterable)
    for item in items:
        if not predicate(item):
            yield item
            break
    for item in items:
        yield item


def filterfalse(predicate, iterable):
    for item in iterable:
        if predicate is None:
            if not item:
                yield item
        elif not predicate(item):
            yield item


def starmap_1(function, iterable):
    for (first,) in iterable:
        yield function(first)


def starmap_2(function, iterable):
    for first, second in iterable:
        yield function(first, second)


def starmap_3(function, iterable):
    for first, second, third in iterable:
        yield function(first, second, third)


def starmap_4(function, iterable):
    for first, second, third, fourth in iterable:
        yield function(first, second, third, fourth)


def keyed(iterable, key):
    for item in iterable:
        if key is None:
            yield (item, item)
        else:
            yield (key(item), item)


def combinations(iterable, r):
    pool = list(iterable)
    if r < 0:
        raise ValueError("r must be non-negative")
    return combined(pool, r)


def combined(pool, r):
    count = len(pool)
    if r > count:
        return
    indices = list(range(r))
    yield tuple([pool[index] for index in indices])
    while True:
        place = r - 1
        while place >= 0 and indices[place] == place + count - r:
            place -= 1
        if place < 0:
            return
        indices[place] += 1
        for following in range(place + 1, r):
            indices[following] = indices[following - 1] + 1
        yield tuple([pool[index] for index in indices])


def permutations(iterable, r=None):
    pool = list(iterable)
    if r is None:
        return permuted(pool, len(pool))
    if r < 0:
        raise ValueError("r must be non-negative")
    return permuted(pool, r)


def permuted(pool, r):
    count = len(pool)
    if r > count:
        return
    indices = list(range(count))
    cycles = list(range(count, count - r, -1))
    yield tuple([pool[index] for index in indices[:r]])
    while True:
        place = r - 1
        while place >= 0:
            cycles[place] -= 1
            if cycles[place] > 0:
                other = count - cycles[place]
                indices[place], indices[other] = indices[other], indices[place]
                break
            moved = indices.pop(place)
            indices.append(moved)
            cycles[place] = count - place
            place -= 1
        if place < 0:
            return
        yield tuple([pool[index] for index in indices[:r]])


def product(iterable, repeat):
    if repeat < 0:
        raise ValueError("repeat argument cannot be negative")
    return multiplied(list(iterable), repeat)


def multiplied(pool, repeat):
    count = len(pool)
    if count == 0 and repeat > 0:
        return
    indices = [0] * repeat
    while True:
        yield tuple([pool[index] for index in indices])
        place = repeat - 1
        while place >= 0 and indices[place] == count - 1:
            indices[place] = 0
            place -= 1
        if place < 0:
            return
        indices[place] += 1


def batched(iterable, n, *, strict=False):
    if n < 1:
        raise ValueError("n must be at least one")
    return batches(iterable, n, strict)


def batches(iterable, n, strict):
    batch = []
    for item in iterable:
        batch.append(item)
        if len(batch) == n:
            yield tuple(batch)
            batch = []
    if batch:
        if strict:
            raise ValueError("batched(): incomplete batch")
        yield tuple(batch)
