"""collections.Counter."""

from collections import Counter


def update_counts(counter, mapping):
    if counter:
        for element, count in mapping.items():
            counter[element] = count + counter.get(element, 0)
    else:
        for element, count in mapping.items():
            counter[element] = count


def update_elements(counter, iterable):
    for element in iterable:
        counter[element] = counter.get(element, 0) + 1


def subtract_counts(counter, mapping):
    for element, count in mapping.items():
        counter[element] = counter.get(element, 0) - count


def subtract_elements(counter, iterable):
    for element in iterable:
        counter[element] = counter.get(element, 0) - 1


def most_common(self, n=None):
    if n is None:
        return sorted(self.items(), key=lambda item: item[1], reverse=True)
    return sorted(self.items(), key=lambda item: item[1], reverse=True)[: max(n, 0)]


def elements(self):
    for element, count in self.items():
        for _ in range(count):
            yield element


def total(self):
    return sum(self.values())


def added(self, other):
    result = Counter()
    for element, count in self.items():
        count = count + other[element]
        if count > 0:
            result[element] = count
    for element, count in other.items():
        if element not in self and count > 0:
            result[element] = count
    return result


def subtracted(self, other):
    result = Counter()
    for element, count in self.items():
        count = count - other[element]
        if count > 0:
            result[element] = count
    for element, count in other.items():
        if element not in self and count < 0:
            result[element] = 0 - count
    return result


def united(self, other):
    result = Counter()
    for element, count in self.items():
        other_count = other[element]
        count = other_count if count < other_count else count
        if count > 0:
            result[element] = count
    for element, count in other.items():
        if element not in self and count > 0:
            result[element] = count
    return result


def common(self, other):
    result = Counter()
    for element, count in self.items():
        other_count = other[element]
        count = count if count < other_count else other_count
        if count > 0:
            result[element] = count
    return result


def positive(self):
    result = Counter()
    for element, count in self.items():
        if count > 0:
            result[element] = count
    return result


def negative(self):
    result = Counter()
    for element, count in self.items():
        if count < 0:
            result[element] = 0 - count
    return result


def keep_positive(self):
    for element in [element for element, count in self.items() if not count > 0]:
        del self[element]
    return self


def add_in_place(self, other):
    for element, count in other.items():
        self[element] += count
    return keep_positive(self)


def subtract_in_place(self, other):
    for element, count in other.items():
        self[element] -= count
    return keep_positive(self)


def unite_in_place(self, other):
    for element, other_count in other.items():
        count = self[element]
        if other_count > count:
            self[element] = other_count
    return keep_positive(self)


def common_in_place(self, other):
    for element, count in self.items():
        other_count = other[element]
        if other_count < count:
            self[element] = other_count
    return keep_positive(self)


def included(self, other):
    return all(self[element] <= other[element] for element in self) and all(self[element] <= other[element] for element in other)


def includes(self, other):
    return included(other, self)


def properly_included(self, other):
    return included(self, other) and self != other


def properly_includes(self, other):
    return included(other, self) and self != other
