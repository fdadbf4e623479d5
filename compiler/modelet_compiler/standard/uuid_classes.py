"""uuid: random identifiers, and those that are read from texts."""

from random import Random


class UUID:
    def __init__(self, hex):  # noqa: A002
        digits = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "").lower()
        if len(digits) != 32:
            raise ValueError("badly formed hexadecimal UUID string")
        for digit in digits:
            if digit not in "0123456789abcdef":
                raise ValueError(f"invalid literal for int() with base 16: {digits!r}")
        self.hex = digits

    def __str__(self):
        digits = self.hex
        return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"

    def __repr__(self):
        return f"UUID({str(self)!r})"

    def __eq__(self, other):
        return self.hex == other.hex if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.hex)


def uuid4():
    source = Random()
    digits = [f"{source.getrandbits(32):08x}" for _ in range(4)]
    text = "".join(digits)
    return UUID(text[:12] + "4" + text[13:16] + "89ab"[source.getrandbits(2)] + text[17:])
