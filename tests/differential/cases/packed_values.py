"""The module struct."""

from __future__ import annotations

from typing import Any
import abc
import struct


def bytes_checksum(data: bytes) -> int:
    crc = 4294967295
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (3988292384 if crc & 1 else 0)
    return crc ^ 4294967295


def struct_pack(n: int, x: float, name: str) -> list[Any]:
    raw = struct.pack("<IHd8s", n, n & 65535, x, name.encode())
    a, b, c, d = struct.unpack("<IHd8s", raw)
    return [raw, struct.calcsize("<IHd8s"), a, b, c, d.rstrip(b"\x00").decode(), list(struct.iter_unpack(">H", raw[:4]))]


def wav_header(data: bytes) -> dict[str, Any]:
    if data[:4] != b"RIFF":
        raise ValueError("not RIFF")
    (size,) = struct.unpack_from("<I", data, 4)
    fmt, ch, rate = struct.unpack("<HHI", data[8:16])
    return {"size": size, "fmt": fmt, "channels": ch, "rate": rate}


ARGUMENTS = {
    bytes_checksum: [(b"123456789",)],
    struct_pack: [(70000, 1.5, "abc")],
    wav_header: [(b"RIFF" + struct.pack("<IHHI", 5, 1, 2, 44100),), (b"xxxx",)],
}
