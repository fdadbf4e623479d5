"""Parts of bytes and bytearray."""


def as_bytes(parts):
    """Each part as bytes."""
    return [bytes(part) for part in parts]
