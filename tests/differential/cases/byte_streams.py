"""io.BytesIO."""

from __future__ import annotations

import io
from typing import Any


def read_stream(data: bytes) -> list[Any]:
    stream = io.BytesIO(data)
    found: list[Any] = [stream.read(2), stream.tell(), stream.read(1), stream.read(), stream.read(), stream.seek(0)]
    found += [stream.seek(-2, 2), stream.read(), stream.seek(1), stream.seek(1, 1), stream.read(1), stream.getvalue()]
    stream.close()
    try:
        stream.read()
    except ValueError as error:
        found.append(str(error))
    return found


def write_stream(parts: list[bytes], place: int) -> list[Any]:
    with io.BytesIO() as stream:
        for part in parts:
            stream.write(part)
        stream.write(bytearray(b"z"))
        stream.seek(place)
        count = stream.write(b"QQ")
        found = [count, stream.getvalue(), stream.truncate(3), stream.getvalue(), stream.tell()]
    return found


def stream_lines(data: bytes) -> list[Any]:
    stream = io.BytesIO(data)
    first = stream.readline()
    return [first, list(stream), io.BytesIO(data).readlines(), stream.readline()]


def stream_errors(kind: int) -> str:
    try:
        if kind == 0:
            return str(io.BytesIO("text"))  # type: ignore[arg-type]
        if kind == 1:
            return str(io.BytesIO().write("text"))  # type: ignore[arg-type]
        return str(io.BytesIO(b"").seek(-1))
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


ARGUMENTS = {
    read_stream: [(b"hello",), (b"ab",)],
    write_stream: [([b"ab", b"cd"], 1), ([], 5), ([b""], 0)],
    stream_lines: [(b"a\nb\n\nc",), (b"",), (b"\n",)],
    stream_errors: [(0,), (1,), (2,)],
}
