"""What dict, list, OrderedDict and defaultdict give their subclasses: an instance holds the plain collection in one attribute.

As in CPython, the methods of dict and list look at what is held, whatever the subclass overrides; those of OrderedDict go
through the subclass where CPython's do.
"""

import collections


def plain(other):
    """What a subclass holds; of a plain collection itself."""
    return other._builtin_held if hasattr(other, "_builtin_held") else other


class Dict:
    def __init__(self, /, *given, **more):
        self._builtin_held.update(*given)
        for key in more:
            self._builtin_held[key] = more[key]

    def __getitem__(self, key):
        return self._builtin_held[key]

    def __setitem__(self, key, value):
        self._builtin_held[key] = value

    def __delitem__(self, key):
        del self._builtin_held[key]

    def __contains__(self, key):
        return key in self._builtin_held

    def __len__(self):
        return len(self._builtin_held)

    def __iter__(self):
        return iter(self._builtin_held)

    def __reversed__(self):
        return reversed(self._builtin_held)

    def keys(self):
        return self._builtin_held.keys()

    def values(self):
        return self._builtin_held.values()

    def items(self):
        return self._builtin_held.items()

    def get(self, key, default=None, /):
        return self._builtin_held.get(key, default)

    def pop(self, key, /, *default):
        return self._builtin_held.pop(key, *default)

    def popitem(self):
        return self._builtin_held.popitem()

    def clear(self):
        self._builtin_held.clear()

    def setdefault(self, key, default=None, /):
        return self._builtin_held.setdefault(key, default)

    def update(self, /, *given, **more):
        self._builtin_held.update(*given)
        for key in more:
            self._builtin_held[key] = more[key]

    def copy(self):
        return dict(self._builtin_held)

    def __eq__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        return self._builtin_held == dict(plain(other))

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        return self._builtin_held | dict(plain(other))

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        return dict(plain(other)) | self._builtin_held

    def __ior__(self, other):
        self._builtin_held.update(other)
        return self

    def __repr__(self):
        return repr(self._builtin_held)


class List:
    def __init__(self, items=(), /):
        self._builtin_held.clear()
        self._builtin_held.extend(items)

    def __getitem__(self, index):
        return self._builtin_held[index]

    def __setitem__(self, index, value):
        self._builtin_held[index] = value

    def __delitem__(self, index):
        del self._builtin_held[index]

    def __contains__(self, item):
        return item in self._builtin_held

    def __len__(self):
        return len(self._builtin_held)

    def __iter__(self):
        return iter(self._builtin_held)

    def __reversed__(self):
        return reversed(self._builtin_held)

    def append(self, item, /):
        self._builtin_held.append(item)

    def extend(self, items, /):
        self._builtin_held.extend(items)

    def insert(self, index, item, /):
        self._builtin_held.insert(index, item)

    def pop(self, index=-1, /):
        return self._builtin_held.pop(index)

    def remove(self, item, /):
        self._builtin_held.remove(item)

    def clear(self):
        self._builtin_held.clear()

    def index(self, item, /, *limits):
        return self._builtin_held.index(item, *limits)

    def count(self, item, /):
        return self._builtin_held.count(item)

    def reverse(self):
        self._builtin_held.reverse()

    def sort(self, *, key=None, reverse=False):
        self._builtin_held.sort(key=key, reverse=reverse)

    def copy(self):
        return self._builtin_held[:]

    def __eq__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return self._builtin_held == list(plain(other))

    def __lt__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return self._builtin_held < list(plain(other))

    def __le__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return self._builtin_held <= list(plain(other))

    def __gt__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return self._builtin_held > list(plain(other))

    def __ge__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return self._builtin_held >= list(plain(other))

    def __add__(self, other):
        if not isinstance(other, list):
            raise TypeError(f'can only concatenate list (not "{type(other).__name__}") to list')
        return self._builtin_held + list(plain(other))

    def __radd__(self, other):
        if not isinstance(other, list):
            return NotImplemented
        return list(plain(other)) + self._builtin_held

    def __iadd__(self, other):
        self._builtin_held.extend(other)
        return self

    def __mul__(self, times):
        return self._builtin_held * times

    def __rmul__(self, times):
        return self._builtin_held * times

    def __imul__(self, times):
        self._builtin_held *= times
        return self

    def __repr__(self):
        return repr(self._builtin_held)


class OrderedDict(Dict):
    def __init__(self, /, *given, **more):
        held = dict(*given)
        for key in held:
            self[key] = held[key]
        for key in more:
            self[key] = more[key]

    def update(self, /, *given, **more):
        held = dict(*given)
        for key in held:
            self[key] = held[key]
        for key in more:
            self[key] = more[key]

    def setdefault(self, key, default=None):
        if key in self:
            return self[key]
        self[key] = default
        return default

    def move_to_end(self, key, last=True):
        if key not in self._builtin_held:
            raise KeyError(key)
        value = self._builtin_held.pop(key)
        if last:
            self._builtin_held[key] = value
        else:
            rest = list(self._builtin_held.items())
            self._builtin_held.clear()
            self._builtin_held[key] = value
            self._builtin_held.update(rest)

    def popitem(self, last=True):
        if not self._builtin_held:
            raise KeyError("dictionary is empty")
        key = next(reversed(self._builtin_held) if last else iter(self._builtin_held))
        return key, self._builtin_held.pop(key)

    def __repr__(self):
        name = type(self).__name__
        return f"{name}({list(self._builtin_held.items())!r})" if self._builtin_held else f"{name}()"

    def copy(self):
        return type(self)(self)

    def __eq__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        held = dict(plain(other))
        if self._builtin_held != held:
            return False
        return not isinstance(other, collections.OrderedDict) or list(self._builtin_held) == list(held)

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self)
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(other)
        made.update(self)
        return made

    def __ior__(self, other):
        self.update(other)
        return self


class DefaultDict(Dict):
    def __init__(self, default_factory=None, /, *given, **more):
        self.default_factory = default_factory
        self._builtin_held.update(*given)
        for key in more:
            self._builtin_held[key] = more[key]

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def copy(self):
        return type(self)(self.default_factory, self)

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = self.copy()
        made.update(other)
        return made

    def __ror__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        made = type(self)(self.default_factory, other)
        made.update(self)
        return made

    def __repr__(self):
        return f"{type(self).__name__}({self.default_factory!r}, {self._builtin_held!r})"


class Counter(Dict):
    def __init__(self, iterable=None, /, **more):
        if iterable is not None:
            self._builtin_held.update(plain(iterable))
        for key in more:
            self._builtin_held[key] += more[key]

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **more):
        if iterable is not None:
            self._builtin_held.update(plain(iterable))
        for key in more:
            self._builtin_held[key] += more[key]

    def subtract(self, iterable, /):
        self._builtin_held.subtract(plain(iterable))

    def most_common(self, n=None):
        return self._builtin_held.most_common(n)

    def elements(self):
        return self._builtin_held.elements()

    def total(self):
        return self._builtin_held.total()

    def copy(self):
        return type(self)(self)

    def __add__(self, other):
        if not isinstance(other, collections.Counter):
            return NotImplemented
        return self._builtin_held + plain(other)

    def __radd__(self, other):
        if not isinstance(other, collections.Counter):
            return NotImplemented
        return plain(other) + self._builtin_held

    def __sub__(self, other):
        if not isinstance(other, collections.Counter):
            return NotImplemented
        return self._builtin_held - plain(other)

    def __rsub__(self, other):
        if not isinstance(other, collections.Counter):
            return NotImplemented
        return plain(other) - self._builtin_held

    def __and__(self, other):
        if not isinstance(other, collections.Counter):
            return NotImplemented
        return self._builtin_held & plain(other)

    def __rand__(self, other):
        if not isinstance(other, collections.Counter):
            return NotImplemented
        return plain(other) & self._builtin_held

    def __or__(self, other):
        if not isinstance(other, collections.Counter):
            return NotImplemented
        return self._builtin_held | plain(other)

    def __ror__(self, other):
        if not isinstance(other, collections.Counter):
            return NotImplemented
        return plain(other) | self._builtin_held

    def __eq__(self, other):
        if not isinstance(other, collections.Counter):
            return NotImplemented
        return self._builtin_held == plain(other)

    def __repr__(self):
        name = type(self).__name__
        return f"{name}({dict(self._builtin_held.most_common())!r})" if self._builtin_held else f"{name}()"


def get_or_missing(self, key):
    """`self[key]` of a subclass of dict with `__missing__`."""
    if key in self._builtin_held:
        return self._builtin_held[key]
    return self.__missing__(key)


def new_dict(self):
    """What `__new__` leaves to `__init__`, which a subclass need not call."""
    self._builtin_held = {}


def new_counter(self):
    """The same, of a Counter."""
    self._builtin_held = collections.Counter()


def new_list(self):
    """The same, of a list."""
    self._builtin_held = []
