"""What the abstract classes of collections.abc give their subclasses."""


class Mapping:
    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return dict.fromkeys(self).keys()

    def items(self):
        return {key: self[key] for key in self}.items()

    def values(self):
        return {key: self[key] for key in self}.values()

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items())


class MutableMapping(Mapping):
    def pop(self, key, *default):
        try:
            value = self[key]
        except KeyError:
            if not default:
                raise
            return default[0]
        del self[key]
        return value

    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        for key in list(self):
            del self[key]

    def update(self, other=(), /, **more):
        if isinstance(other, dict) or hasattr(other, "keys"):
            for key in other:
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in more.items():
            self[key] = value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default


class Sequence:
    def __iter__(self):
        at = 0
        while True:
            try:
                value = self[at]
            except IndexError:
                return
            yield value
            at += 1

    def __contains__(self, value):
        return any(value in [item] for item in self)

    def __reversed__(self):
        for at in range(len(self) - 1, -1, -1):
            yield self[at]

    def index(self, value):
        for at in range(len(self)):
            if self[at] == value:
                return at
        raise ValueError

    def count(self, value):
        return sum([1 for item in self if item == value])


class MutableSequence(Sequence):
    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        while len(self) > 0:
            self.pop()

    def reverse(self):
        size = len(self)
        for at in range(size // 2):
            self[at], self[size - at - 1] = self[size - at - 1], self[at]

    def extend(self, values):
        for value in list(values):
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Iterator:
    def __iter__(self):
        return self
