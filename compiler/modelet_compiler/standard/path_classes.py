"""pathlib's paths of POSIX, without the file system."""


def text_of(part):
    if isinstance(part, str):
        return part
    if isinstance(part, PurePosixPath):
        return str(part)
    raise TypeError(f"expected str, bytes or os.PathLike object, not {type(part).__name__}")


class PurePosixPath:
    def __init__(self, *parts):
        self.root = ""
        self._tail = []
        for part in parts:
            text = text_of(part)
            if text.startswith("/"):
                self.root = "//" if text.startswith("//") and not text.startswith("///") else "/"
                self._tail = []
            self._tail += [name for name in text.split("/") if name not in ("", ".")]

    def _with_tail(self, tail):
        made = type(self)()
        made.root = self.root
        made._tail = tail
        return made

    def _parts(self):
        return [self.root, *self._tail] if self.root else self._tail

    @property
    def drive(self):
        return ""

    @property
    def anchor(self):
        return self.root

    @property
    def parts(self):
        return tuple(self._parts())

    @property
    def name(self):
        return self._tail[-1] if self._tail else ""

    @property
    def suffix(self):
        name = self.name
        at = name.rfind(".")
        return name[at:] if 0 < at < len(name) - 1 else ""

    @property
    def suffixes(self):
        name = self.name
        if name.endswith("."):
            return []
        return ["." + part for part in name.lstrip(".").split(".")[1:]]

    @property
    def stem(self):
        name = self.name
        at = name.rfind(".")
        return name[:at] if 0 < at < len(name) - 1 else name

    @property
    def parent(self):
        return self._with_tail(self._tail[:-1]) if self._tail else self

    @property
    def parents(self):
        return tuple([self._with_tail(self._tail[:count]) for count in range(len(self._tail) - 1, -1, -1)])

    def joinpath(self, *others):
        return type(self)(self, *others)

    def __truediv__(self, other):
        if not isinstance(other, (str, PurePosixPath)):
            return NotImplemented
        return type(self)(self, other)

    def __rtruediv__(self, other):
        if not isinstance(other, (str, PurePosixPath)):
            return NotImplemented
        return type(self)(other, self)

    def with_name(self, name):
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        found = [part for part in name.split("/") if part not in ("", ".")]
        if name.startswith("/") or name.endswith("/") or len(found) != 1:
            raise ValueError(f"Invalid name {name!r}")
        return self._with_tail([*self._tail[:-1], name])

    def with_stem(self, stem):
        return self.with_name(stem + self.suffix)

    def with_suffix(self, suffix):
        if "/" in suffix or (suffix and not suffix.startswith(".")) or suffix == ".":
            raise ValueError(f"Invalid suffix {suffix!r}")
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self._with_tail([*self._tail[:-1], self.stem + suffix])

    def is_absolute(self):
        return self.root != ""

    def is_relative_to(self, *others):
        wanted = type(self)(*others)
        return self.root == wanted.root and self._tail[: len(wanted._tail)] == wanted._tail

    def relative_to(self, *others):
        wanted = type(self)(*others)
        if not self.is_relative_to(wanted):
            shown = wanted.root + "/".join(wanted._tail)
            raise ValueError(f"{str(self)!r} is not in the subpath of {shown!r} OR one path is relative and the other is absolute.")
        made = type(self)()
        made._tail = self._tail[len(wanted._tail) :]
        return made

    def as_posix(self):
        return str(self)

    def __fspath__(self):
        return str(self)

    def __str__(self):
        return (self.root + "/".join(self._tail)) or "."

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"

    def __eq__(self, other):
        if not isinstance(other, PurePosixPath):
            return NotImplemented
        return self._parts() == other._parts()

    def __hash__(self):
        return hash(tuple(self._parts()))

    def __lt__(self, other):
        if not isinstance(other, PurePosixPath):
            return NotImplemented
        return self._parts() < other._parts()

    def __le__(self, other):
        if not isinstance(other, PurePosixPath):
            return NotImplemented
        return self._parts() <= other._parts()

    def __gt__(self, other):
        if not isinstance(other, PurePosixPath):
            return NotImplemented
        return self._parts() > other._parts()

    def __ge__(self, other):
        if not isinstance(other, PurePosixPath):
            return NotImplemented
        return self._parts() >= other._parts()


class PosixPath(PurePosixPath):
    pass
