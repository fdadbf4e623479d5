from typing import Optional


_MAGIC = b"\x89PNG"
_B = [
    b"",
    b"abc",
    b"h\xc3\xa9",
    b"\xff",
    b"\xc3",
    b"\xe2\x82",
    b"\xe2\x28\xa1",
    b"\xf0\x9f\x98\x80",
    b"\xf0\x9f\x98",
    b"\xed\xa0\x80",
    b"a\x80b",
    b"\xf5\x80",
    b"\xc0\xaf",
    b"\xe0\x80\x80",
    b"\xf0\x80\x80\x80",
    b"\xf4\x90\x80\x80",
    b"\xf0\x9f\x41\x41",
    b"'\"\\\n\t\r\x00\x7f",
]
_S = ["", "abc", "hé", "日本😀", "a\ud800b", "\ud800\udfff", "ÿĀ", "é日é"]


def by_encode(s: str) -> list[str]:
    return [
        str(s.encode()),
        str(s.encode("utf-8")[::-1]),
        str(len(s.encode("utf8"))),
        str(s.encode("ascii", "ignore")),
        str(s.encode("ascii", errors="replace")),
        str(s.encode("latin-1", "backslashreplace")),
        str(s.encode("ascii", "xmlcharrefreplace")),
        s.encode("utf-8", "ignore").decode("utf-8"),
        s.encode("ascii", "ignore").decode(),
        str(bytes(s, "utf-8", "replace")),
    ]


def by_strict(s: str, which: int) -> bytes:
    return s.encode("ascii") if which == 0 else s.encode("latin-1") if which == 1 else s.encode()


def by_decode(b: bytes) -> list[str]:
    return [
        b.decode("utf-8", "ignore"),
        b.decode("utf-8", errors="replace"),
        b.decode("latin-1"),
        b.decode("utf-8", "backslashreplace"),
        b.decode("ascii", "replace"),
        str(b, "utf-8", "ignore"),
    ]


def by_decode_strict(b: bytes, which: int) -> str:
    return b.decode() if which == 0 else b.decode("ascii")


def by_repr(b: bytes) -> list[str]:
    return [repr(b), str(b), f"{b}", f"{b!r}", str([b]), b.hex(), b.hex("-"), b.hex(":", 2), b.hex("_", -3)]


def by_use(a: bytes, b: bytes) -> list[str]:
    return [
        str(a + b),
        str(a * 2),
        str(2 * b),
        str(len(a)),
        str(a == b),
        str(a < b),
        str(a in b),
        str(97 in a),
        str(list(a)),
        str(a[1:]),
        str(bool(a)),
        str({a: 1}),
        str(len({a, b, a})),
        str(sum(a)),
        str(a[::-1]),
        str(sorted(a)),
        str(max(a, b)),
        str(bytes(sorted(a))),
        str(bytes(reversed(a))),
        str([x for x in a if x > 97]),
    ]


def by_index(a: bytes, i: int) -> int:
    return a[i]


def by_methods(a: bytes, b: bytes) -> list[str]:
    return [
        str(a.find(b)),
        str(a.rfind(b)),
        str(a.count(b)),
        str(a.startswith(b)),
        str(a.endswith((b, b"z"))),
        str(a.replace(b, b"-")),
        str(a.strip()),
        str(a.lstrip(b"ab")),
        str(a.rstrip(b"c ")),
        str(a.split()),
        str(a.split(None, 1)),
        str(a.lower()),
        str(a.upper()),
        str(b.join([b"x", a])),
        str(a.removeprefix(b)),
        str(a.removesuffix(b)),
        str(b",".join(a.split(b" "))),
    ]


def by_split(a: bytes, b: bytes) -> list[str]:
    return [str(a.split(b)), str(a.rsplit(b, 1)), str(a.partition(b)), str(a.rpartition(b)), str(a.split(b, 1))]


def by_new(n: int, l: list[int]) -> list[bytes]:
    return [bytes(n), bytes(l), bytes(), bytes(range(n)), b"abc", b'\x00\xff?"\\', bytes([1, 2]), bytes(b"x"), bytes(x + 1 for x in l)]


def by_hex(s: str) -> bytes:
    return bytes.fromhex(s)


def by_int(n: int, k: int, s: bool) -> list[bytes]:
    return [n.to_bytes(k, "big", signed=s), n.to_bytes(k, "little", signed=s)]


def by_from(b: bytes, s: bool) -> list[int]:
    return [int.from_bytes(b, "big", signed=s), int.from_bytes(b, byteorder="little", signed=s)]


def by_param(b: bytes, o: Optional[bytes] = None) -> dict[bytes, int]:
    return {b: len(b), (o or b"none"): 1, _MAGIC: 4}


def by_union(x: str | bytes) -> str:
    return x.decode("utf-8", "replace") if isinstance(x, bytes) else x


def by_utf8_cut(s: str, n: int) -> str:
    return s.encode("utf-8")[:n].decode("utf-8", errors="ignore")


def by_checksum(s: str) -> int:
    h = 0
    for c in s.encode("utf-8"):
        h = (h * 31 + c) % 1000003
    return h


ARGUMENTS = {
    by_encode: [(s,) for s in _S],
    by_strict: [(s, w) for s in _S for w in range(3)],
    by_decode: [(b,) for b in _B],
    by_decode_strict: [(b, w) for b in _B for w in range(2)],
    by_repr: [(b,) for b in _B],
    by_use: [(b"abc", b"b"), (b"", b""), (b"b", b"abc"), (b"\xff\x00", b"\xff")],
    by_index: [(b"abc", 1), (b"abc", -1), (b"abc", 3), (b"", 0)],
    by_methods: [(b" ab cab C ", b"ab"), (b"", b""), (b"abab", b"ab"), (b"\xa0x\x85", b"x")],
    by_split: [(b"a,b,c", b","), (b"", b","), (b"abc", b"bc"), (b"a", b"")],
    by_new: [(3, [1, 255]), (0, []), (-1, []), (2, [256]), (2, [-1])],
    by_hex: [(s,) for s in ["", "00ff", "de ad be ef", "abc", "zz", "a b", " 01\n02 ", "é0"]],
    by_int: [
        (5, 2, False),
        (-1, 2, True),
        (-1, 1, False),
        (256, 1, False),
        (128, 1, True),
        (-128, 1, True),
        (0, 0, False),
        (1, 0, False),
        (2**62, 8, False),
        (-(2**63), 8, True),
        (2**63 - 1, 9, True),
        (5, -1, False),
    ],
    by_from: [(b"\x01\x02", False), (b"\xff\xfe", True), (b"", False), (b"\x05" + b"\x00" * 7, True), (b"\x80", True)],
    by_param: [(b"\x00\xff", None), (b"", b"x")],
    by_union: [("a",), (b"h\xc3",)],
    by_utf8_cut: [("héé", 2), ("日本", 4), ("abc", 9)],
    by_checksum: [("héllo",), ("",)],
}
