"""The alphabet in which byte-level models write bytes, as engine/tokenizers/byte_level.cpp has it."""

from __future__ import annotations


def _alphabet() -> dict[str, int]:
    printing = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in set(printing)]
    return {chr(byte): byte for byte in printing} | {chr(0x100 + place): byte for place, byte in enumerate(others)}


BYTES = _alphabet()
"""The byte that each character stands for."""

CHARACTERS = {byte: character for character, byte in BYTES.items()}
"""The character that stands for each byte."""


def bytes_of(text: str) -> bytes | None:
    """What the text stands for; None when a character of it stands for nothing."""
    values = [BYTES.get(character, -1) for character in text]
    return None if -1 in values else bytes(values)
