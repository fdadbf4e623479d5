"""UTF-16."""


def units_of(text):
    for character in text:
        code = ord(character)
        if 0xD800 <= code < 0xE000:
            raise NotImplementedError("UTF-16 of a text with surrogates")
        if code < 0x10000:
            yield code
        else:
            yield 0xD800 + ((code - 0x10000) >> 10)
            yield 0xDC00 + ((code - 0x10000) & 0x3FF)


def utf_16(text, big, mark):
    """In two bytes a unit, behind a byte order mark if there is one."""
    out = bytearray(b"\xff\xfe" if mark else b"")
    for unit in units_of(text):
        out.append(unit >> 8 if big else unit & 255)
        out.append(unit & 255 if big else unit >> 8)
    return bytes(out)
