"""Descriptors and __getattr__."""

from __future__ import annotations


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


ARGUMENTS = {
    described_attributes: [("example.com", 8080)],
    asked_attribute: [(1,)],
}
