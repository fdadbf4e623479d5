"""io.StringIO and io.BytesIO, as far as texts and bytes are written to them and read from them."""


class StringIO:
    def __init__(self, initial_value="", newline="\n"):
        if newline is not None and newline not in ("", "\n"):
            raise NotImplementedError(f"io.StringIO(newline={newline!r}) is not supported in compiled code")
        self.text = "" if initial_value is None else initial_value
        if newline is None:
            self.text = self.text.replace("\r\n", "\n").replace("\r", "\n")
        self.universal = newline == ""
        self.place = 0

    def getvalue(self):
        return self.text

    def write(self, s):
        size = len(self.text)
        if self.place == size:
            self.text += s
        else:
            gap = "\0" * (self.place - size)
            self.text = self.text[: self.place] + gap + s + self.text[self.place + len(s) :]
        self.place += len(s)
        return len(s)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def read(self, size=-1):
        start = self.place
        end = len(self.text) if size is None or size < 0 else min(start + size, len(self.text))
        self.place = max(start, end)
        return self.text[start:end]

    def readline(self):
        start = self.place
        end = self._line_end(start)
        self.place = max(start, end)
        return self.text[start:end]

    def _line_end(self, start):
        found = self.text.find("\n", start)
        end = len(self.text) if found < 0 else found + 1
        if self.universal:
            other = self.text.find("\r", start, end)
            if other >= 0 and other + 2 != end:
                return other + 1
        return end

    def readlines(self):
        lines = []
        line = self.readline()
        while line:
            lines.append(line)
            line = self.readline()
        return lines

    def __iter__(self):
        line = self.readline()
        while line:
            yield line
            line = self.readline()

    def seek(self, offset):
        if offset < 0:
            raise ValueError(f"Negative seek position {offset}")
        self.place = offset
        return offset

    def tell(self):
        return self.place

    def truncate(self, size=None):
        end = self.place if size is None else size
        self.text = self.text[:end]
        return end

    def close(self):
        self.text = ""

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.close()


def bytes_of(data):
    if not isinstance(data, (bytes, bytearray)):
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'")
    return bytes(data)


class BytesIO:
    def __init__(self, initial_bytes=b""):
        self.content = b"" if initial_bytes is None else bytes_of(initial_bytes)
        self.place = 0
        self.closed = False

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def getvalue(self):
        self._check()
        return self.content

    def write(self, b):
        self._check()
        data = bytes_of(b)
        size = len(self.content)
        if self.place == size:
            self.content += data
        elif len(data) > 0:
            gap = b"\0" * max(0, self.place - size)
            self.content = self.content[: self.place] + gap + data + self.content[self.place + len(data) :]
        self.place += len(data)
        return len(data)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def read(self, size=-1):
        self._check()
        start = self.place
        end = len(self.content) if size is None or size < 0 else min(start + size, len(self.content))
        self.place = max(start, end)
        return self.content[start:end]

    def read1(self, size=-1):
        return self.read(size)

    def readline(self, size=-1):
        self._check()
        start = self.place
        found = self.content.find(b"\n", start)
        end = len(self.content) if found < 0 else found + 1
        if size is not None and size >= 0:
            end = min(end, start + size)
        self.place = max(start, end)
        return self.content[start:end]

    def readlines(self):
        lines = []
        line = self.readline()
        while line:
            lines.append(line)
            line = self.readline()
        return lines

    def __iter__(self):
        line = self.readline()
        while line:
            yield line
            line = self.readline()

    def seek(self, offset, whence=0):
        self._check()
        if whence == 0:
            if offset < 0:
                raise ValueError(f"negative seek value {offset}")
            self.place = offset
        elif whence == 1:
            self.place = max(0, self.place + offset)
        elif whence == 2:
            self.place = max(0, len(self.content) + offset)
        else:
            raise ValueError(f"invalid whence ({whence}, should be 0, 1 or 2)")
        return self.place

    def tell(self):
        self._check()
        return self.place

    def truncate(self, size=None):
        self._check()
        end = self.place if size is None else size
        if end < 0:
            raise ValueError(f"negative size value {end}")
        self.content = self.content[:end]
        return end

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True

    def flush(self):
        self._check()

    def close(self):
        self.closed = True

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *details):
        self.close()
