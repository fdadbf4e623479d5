"""uuid: random identifiers, those of names, and those that are read from texts or bytes."""

import hashlib
from random import Random


class UUID:
    def __init__(self, hex=None, bytes=None):  # noqa: A002
        if (hex is None) == (bytes is None):
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        if bytes is not None:
            if len(bytes) != 16:
                raise ValueError("bytes is not a 16-char string")
            hex = bytes.hex()  # noqa: A001
        digits = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "").lower()
        if len(digits) != 32:
            raise ValueError("badly formed hexadecimal UUID string")
        for digit in digits:
            if digit not in "0123456789abcdef":
                raise ValueError(f"invalid literal for int() with base 16: {digits!r}")
        self.hex = digits

    @property
    def bytes(self):
        return bytes.fromhex(self.hex)

    @property
    def urn(self):
        return "urn:uuid:" + str(self)

    @property
    def version(self):
        return int(self.hex[12], 16) if self.hex[16] in "89ab" else None

    def __str__(self):
        digits = self.hex
        return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"

    def __repr__(self):
        return f"UUID({str(self)!r})"

    def __eq__(self, other):
        return self.hex == other.hex if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.hex < other.hex if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.hex)


def uuid4():
    source = Random()
    digits = [f"{source.getrandbits(32):08x}" for _ in range(4)]
    return of_digest("".join(digits), "4")


def of_digest(digits, version):
    return UUID(digits[:12] + version + digits[13:16] + "89ab"[int(digits[16], 16) & 3] + digits[17:32])


def uuid3(namespace, name):
    return of_digest(hashlib.md5(namespace.bytes + name.encode()).hexdigest(), "3")


def uuid5(namespace, name):
    return of_digest(hashlib.sha1(namespace.bytes + name.encode()).hexdigest(), "5")
