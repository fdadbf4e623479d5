"""io.StringIO, as far as texts are written to it and read from it."""


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
