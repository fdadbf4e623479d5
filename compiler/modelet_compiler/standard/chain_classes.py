"""collections.ChainMap."""


class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) if maps else [{}]

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        raise KeyError(key)

    def get(self, key, default=None):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        return default

    def __contains__(self, key):
        return any(key in mapping for mapping in self.maps)

    def _joined(self):
        found = dict(self.maps[-1])
        for mapping in self.maps[-2::-1]:
            found.update(mapping)
        return found

    def __len__(self):
        return len(self._joined())

    def __iter__(self):
        return iter(self._joined())

    def __bool__(self):
        return any(len(mapping) > 0 for mapping in self.maps)

    def keys(self):
        return self._joined().keys()

    def values(self):
        return self._joined().values()

    def items(self):
        return self._joined().items()

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        del self.maps[0][key]

    def pop(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        return self.maps[0].pop(key)

    def setdefault(self, key, default):
        if key in self:
            return self[key]
        self.maps[0][key] = default
        return default

    def update(self, other):
        self.maps[0].update(other)

    def clear(self):
        self.maps[0].clear()

    def new_child(self, m=None):
        first = {} if m is None else m
        return ChainMap(first, *self.maps)

    @property
    def parents(self):
        return ChainMap(*self.maps[1:])

    def __eq__(self, other):
        return self._joined() == dict(other.items())

    def __repr__(self):
        return "ChainMap(" + ", ".join([repr(mapping) for mapping in self.maps]) + ")"
