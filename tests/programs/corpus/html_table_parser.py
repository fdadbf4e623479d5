from html import escape, unescape
import re

TAG = re.compile(r"<(/?)(\w+)[^>]*>")


class Parser:
    def __init__(self):
        self.rows = []
        self.cell = None
        self.stack = []

    def feed(self, html):
        pos = 0
        for m in TAG.finditer(html):
            self.data(html[pos : m.start()])
            pos = m.end()
            name = m.group(2).lower()
            if m.group(1):
                self.end(name)
            else:
                self.start(name)
        self.data(html[pos:])
        return self

    def start(self, tag):
        self.stack.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.cell = ""

    def end(self, tag):
        if not self.stack or self.stack.pop() != tag:
            raise SyntaxError(f"unexpected </{tag}>")
        if tag in ("td", "th"):
            self.rows[-1].append(" ".join(unescape(self.cell).split()))
            self.cell = None

    def data(self, text):
        if self.cell is not None:
            self.cell += text


def html_table_parser(html: str) -> list[str]:
    rows = Parser().feed(html).rows
    return ["|".join(escape(c) for c in row) for row in rows]


ARGUMENTS = [
    ("<table><tr><th>A</th><th>B &amp; C</th></tr><tr><td>1 &lt; 2</td><td>\n x  y </td></tr></table>",),
    ("<tr><td>x</tr>",),
    ("",),
    ("<td>a</td>",),
]
