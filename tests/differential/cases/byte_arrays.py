"""bytearray, and the methods of bytes."""

from __future__ import annotations

from typing import Any


def bytearray_ops(data: bytes) -> list[Any]:
    b = bytearray(data)
    b.append(33)
    b.extend(b"xyz")
    b[0] = 65
    b[1:3] = b"--"
    del b[-1]
    b += b"!"
    out: list[Any] = [bytes(b), len(b), b.hex(), b[0], list(b[:3]), b.find(b"x"), b.decode("ascii", "replace"), repr(b)]
    b.reverse()
    out.append(bytes(b))
    out.append(b.pop())
    b.insert(0, 90)
    out.append(b.startswith(b"Z"))
    out.append(b.upper() == bytearray(b"a"))
    return out


def xor_cipher(data: bytes, key: bytes) -> str:
    out = bytearray()
    for i, c in enumerate(data):
        out.append(c ^ key[i % len(key)])
    return out.hex()


def bytes_methods(b: bytes) -> list[Any]:
    return [
        b.isdigit(),
        b.isalpha(),
        b.isalnum(),
        b.islower(),
        b.isupper(),
        b.isspace(),
        b.title(),
        b.swapcase(),
        b.capitalize(),
        b.center(12, b"*"),
        b.ljust(8),
        b.rjust(8, b"0"),
        b.zfill(9),
        b.index(b"a") if b"a" in b else -1,
        b.splitlines(),
        b.find(97),
        b.count(b"a"),
        b.replace(b"a", b"b"),
        b.translate(None, b"a"),
        b.expandtabs(),
        b"%s-%d" % (b, 5),
        list(b),
        b[::-1],
        max(b) if b else None,
        b.rindex(b""),
        sorted(b),
    ]


ARGUMENTS = {
    bytearray_ops: [(b"hello",)],
    xor_cipher: [(b"attack", b"key")],
    bytes_methods: [(b"banana",), (b"A b\tc\n",), (b"",), (b"12",)],
}
