import struct
from typing import NamedTuple


class Header(NamedTuple):
    version: int
    flags: int
    length: int
    ratio: float


class PacketError(ValueError):
    pass


FORMAT = struct.Struct("<BBHf")


def checksum(data: bytes) -> int:
    return sum(data) & 0xFF


def packet_parser(data: bytes) -> list[tuple[Header, bytes]]:
    packets = []
    offset = 0
    while offset < len(data):
        if len(data) - offset < FORMAT.size + 1:
            raise PacketError(f"truncated at {offset}")
        header = Header(*FORMAT.unpack_from(data, offset))
        body_at = offset + FORMAT.size
        body = data[body_at : body_at + header.length]
        if len(body) != header.length:
            raise PacketError(f"short body: {len(body)} < {header.length}")
        if checksum(body) != data[body_at + header.length]:
            raise PacketError("checksum")
        packets.append((header, body))
        offset = body_at + header.length + 1
    return packets


def _make(body: bytes, flags: int = 0) -> bytes:
    return struct.pack("<BBHf", 1, flags, len(body), 0.5) + body + bytes([sum(body) & 0xFF])


ARGUMENTS = [(_make(b"abc") + _make(b"", 3),), (b"",), (b"\x01",), (_make(b"abc")[:-1] + b"\x00",), (_make(b"abcdef")[:-4] + b"",)]
