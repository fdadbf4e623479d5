"""Descriptors, `__getattr__`, and what computes attributes and always raises."""

from __future__ import annotations

from functools import cached_property


class Typed:
    def __init__(self, kind, default=None):
        self.kind, self.default = (kind, default)

    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, objtype=None):
        if obj is None:
            return self
        return getattr(obj, self.name, self.default)

    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name[1:]} must be {self.kind.__name__}, not {type(value).__name__}")
        setattr(obj, self.name, value)


class Config:
    host = Typed(str, "localhost")
    port = Typed(int, 80)


def described_attributes(host: str, port: int) -> list[str]:
    c = Config()
    out = [f"{c.host}:{c.port}"]
    c.host = host
    c.port = port
    out.append(f"{c.host}:{c.port}")
    try:
        c.port = host
    except TypeError as e:
        out.append(str(e))
    return out


class Dyn:
    def __init__(self):
        self.data = {"a": 1}

    def __getattr__(self, name):
        try:
            return self.data[name]
        except KeyError:
            raise AttributeError(name) from None


def asked_attribute(x: int) -> int:
    return Dyn().a


class Strict:
    """Its `__getattr__` always raises."""

    def __init__(self, n: int) -> None:
        self.n = n
        if n > 1:
            self.extra = n * 2

    def __getattr__(self, name: str):
        raise AttributeError(f"strict: {name}")

    @cached_property
    def size(self) -> int:
        raise NotImplementedError("no size")


class Sized(Strict):
    @cached_property
    def size(self) -> int:
        return self.n


def attributes_that_always_raise(n: int) -> list[object]:
    out: list[object] = []
    for strict in [Strict(n), Sized(n)]:
        strict.n += 1
        out.append(strict.n)
        try:
            out.append(strict.extra)
        except AttributeError as error:
            out.append(str(error))
        try:
            out.append(strict.size)
        except NotImplementedError as error:
            out.append(str(error))
    return out


def size_that_always_raises(n: int) -> int:
    return Strict(n).size + n


ARGUMENTS = {
    described_attributes: [("example.com", 8080)],
    asked_attribute: [(1,)],
}
ARGUMENTS |= {attributes_that_always_raise: [(1,), (2,)], size_that_always_raises: [(1,)]}
