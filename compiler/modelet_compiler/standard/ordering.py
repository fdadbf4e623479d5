"""Sorting of values that the runtime cannot compare by itself: instances of several classes, and what has no order at all.

Compares in the order in which CPython does for short lists, so that the same comparison fails first.
"""

RUN = 64


def order_of(keys, reverse):
    """The places of `keys` in ascending order."""
    order = list(range(len(keys)))
    if reverse:
        order.reverse()
    for start in range(0, len(order), RUN):
        sort_run(keys, order, start, min(start + RUN, len(order)))
    width = RUN
    while width < len(order):
        order = merged_runs(keys, order, width)
        width = width * 2
    if reverse:
        order.reverse()
    return order


def sort_run(keys, order, start, end):
    """By insertion, behind what is in order already."""
    done = start + 1
    if done < end:
        descending = keys[order[done]] < keys[order[start]]
        done += 1
        while done < end and (keys[order[done]] < keys[order[done - 1]]) == descending:
            done += 1
        if descending:
            order[start:done] = order[start:done][::-1]
    for at in range(done, end):
        place = order[at]
        low, high = start, at
        while low < high:
            middle = low + (high - low) // 2
            if keys[place] < keys[order[middle]]:
                high = middle
            else:
                low = middle + 1
        order[low + 1 : at + 1] = order[low:at]
        order[low] = place


def merged_runs(keys, order, width):
    """Pairs of neighbouring runs made one."""
    out = []
    for start in range(0, len(order), 2 * width):
        left, middle = start, min(start + width, len(order))
        right, end = middle, min(start + 2 * width, len(order))
        while left < middle and right < end:
            if keys[order[right]] < keys[order[left]]:
                out.append(order[right])
                right += 1
            else:
                out.append(order[left])
                left += 1
        out.extend(order[left:middle])
        out.extend(order[right:end])
    return out


def sorted_items(items, keys, reverse):
    """A new list of `items`, by `keys`."""
    return [items[place] for place in order_of(keys, reverse)]


def sorted_any(items, reverse):
    """sorted(items)."""
    listed = list(items)
    return [listed[place] for place in order_of(listed, reverse)]


def sort_any(items, reverse):
    """items.sort()."""
    items[:] = [items[place] for place in order_of(items, reverse)]


def sort_items(target, items, keys, reverse):
    """target.sort(key=…), whose keys were computed before."""
    target[:] = [items[place] for place in order_of(keys, reverse)]
