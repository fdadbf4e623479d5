"""Builtin classes whose instances are only told apart, or only read, or have attributes and nothing else."""

import linecache
from typing import Any


class object:  # noqa: A001, N801
    """What `object()` makes."""


class MappingProxyType:
    def __init__(self, mapping):
        self._mapping = mapping

    def __getitem__(self, key):
        return self._mapping[key]

    def get(self, key, default=None):
        return self._mapping.get(key, default)

    def __contains__(self, key):
        return key in self._mapping

    def __len__(self):
        return len(self._mapping)

    def __iter__(self):
        return iter(self._mapping)

    def keys(self):
        return self._mapping.keys()

    def values(self):
        return self._mapping.values()

    def items(self):
        return self._mapping.items()

    def copy(self):
        return self._mapping.copy()

    def __or__(self, other):
        return self._mapping | other

    def __eq__(self, other):
        if isinstance(other, MappingProxyType):
            return self._mapping == other._mapping
        return self._mapping == other

    def __setitem__(self, key, value):
        raise TypeError("'mappingproxy' object does not support item assignment")

    def __delitem__(self, key):
        raise TypeError("'mappingproxy' object does not support item deletion")

    def __repr__(self):
        return f"mappingproxy({self._mapping!r})"


class SimpleNamespace:
    """Instances are of a class below, one for each list of names that they are made with."""


NAMESPACES: dict[tuple[str, ...], type] = {}
LATER = "an attribute that a SimpleNamespace was not made with is not supported"
OTHERS = "comparing SimpleNamespaces that name the same attributes in another order is not supported in compiled code"


def namespace_class(names: tuple[str, ...]) -> Any:
    """The class of those that are made with these attributes."""
    if names not in NAMESPACES:
        shown = ", ".join(f"{name}={{self.{name}!r}}" for name in names)
        same = "".join(f" and self.{name} == other.{name}" for name in names)
        lines = ["class SimpleNamespace(Base):",
                 "    def __repr__(self):", f"        return f'namespace({shown})'",
                 "    def __eq__(self, other):",
                 "        if not isinstance(other, Base):", "            return NotImplemented",
                 "        if not isinstance(other, Same):",
                 "            if self.attribute_names == other.attribute_names:",
                 f"                raise NotImplementedError({OTHERS!r})",
                 "            return False", f"        return True{same}"]  # fmt: skip
        file = f"<{__name__}.SimpleNamespace({', '.join(names)})>"
        text = "\n".join(lines) + "\n"
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
        scope: dict[str, Any] = {"__name__": __name__, "Base": SimpleNamespace}
        exec(compile(text, file, "exec"), scope)
        scope["Same"] = made = scope["SimpleNamespace"]
        made.__qualname__ = "_".join(["SimpleNamespace", *(f"{len(name)}{name}" for name in names)])  # of its own in C++
        made.attribute_names = tuple(sorted(names))
        NAMESPACES[names] = made
    return NAMESPACES[names]
