import base64
import binascii
import hashlib
import zlib


def hs_all(b: bytes) -> list[str]:
    return [
        hashlib.md5(b).hexdigest(),
        hashlib.sha1(b).hexdigest(),
        hashlib.sha224(b).hexdigest(),
        hashlib.sha256(b).hexdigest(),
        hashlib.sha384(b).hexdigest(),
        hashlib.sha512(b).hexdigest(),
        hashlib.new("sha256", b).hexdigest(),
        str(hashlib.sha256(b).digest()),
    ]


def hs_update(parts: list[bytes]) -> list[str]:
    h = hashlib.sha256()
    g = h
    out = []
    for p in parts:
        h.update(p)
        out.append(h.hexdigest()[:8])
    c = h.copy()
    c.update(b"x")
    return [*out, g.hexdigest(), c.hexdigest(), h.name, str(h.digest_size), str(h.block_size)]


def hs_id(s: str, n: int) -> str:
    return hashlib.sha256(s.encode("utf-8")).hexdigest()[:n] + hashlib.md5(s.encode(), usedforsecurity=False).hexdigest()


def hs_bucket(s: str, n: int) -> int:
    return int(hashlib.md5(s.encode()).hexdigest()[:8], 16) % n


def hs_checksums(b: bytes) -> list[int]:
    return [zlib.crc32(b), zlib.adler32(b), zlib.crc32(b, 7), binascii.crc32(b), zlib.adler32(b, 3)]


def hs_base64(b: bytes) -> list[str]:
    e = base64.b64encode(b)
    return [
        e.decode(),
        base64.urlsafe_b64encode(b).decode("ascii"),
        str(base64.b64decode(e)),
        str(base64.urlsafe_b64decode(base64.urlsafe_b64encode(b))),
        str(binascii.hexlify(b)),
        str(binascii.unhexlify(binascii.hexlify(b))),
    ]


def hs_decode(s: str) -> bytes:
    return base64.b64decode(s)


def hs_decode_bytes(s: bytes) -> bytes:
    return base64.b64decode(s) + base64.urlsafe_b64decode(s)


def hs_unhex(s: str) -> bytes:
    return binascii.unhexlify(s)


def hs_caught(s: str) -> str:
    try:
        return base64.b64decode(s).decode()
    except ValueError as e:
        return f"bad: {e}"


ARGUMENTS = {
    hs_all: [(b"",), (b"abc",), (b"x" * 55,), (b"x" * 56,), (b"y" * 64,), (b"z" * 111,), (b"z" * 112,), (bytes(range(256)) * 5,)],
    hs_update: [([b"a", b"", b"bc"],), ([],)],
    hs_id: [("héllo", 12), ("", 0)],
    hs_bucket: [("abc", 10)],
    hs_checksums: [(b"",), (b"hello world",), (b"\xff" * 300,)],
    hs_base64: [(b"",), (b"a",), (b"ab",), (b"abc",), (b"\xff\xfe\xfd\xfb",)],
    hs_decode: [
        (s,) for s in ["", "YQ==", "YWI=", "YWJj", "YQ", "YQ=", "Y", "YWJj\n", "Y W J j", "YQ==YQ==", "=", "====", "é", "YWJjZ", "a-_b"]
    ],
    hs_decode_bytes: [(b"YQ==",), (b"a-_b",), (b"Y",)],
    hs_unhex: [("00ff",), ("abc",), ("zz",), ("",), ("AB",)],
    hs_caught: [("YWJj",), ("Y",)],
}
