import re
import html

INLINE = [
    (re.compile(r"\*\*(.+?)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"\*(.+?)\*"), r"<em>\1</em>"),
    (re.compile(r"`([^`]+)`"), lambda m: f"<code>{m[1].upper()}</code>"),
    (re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)"), r'<a href="\2">\1</a>'),
]


def inline(text: str) -> str:
    text = html.escape(text, quote=False)
    for pattern, replacement in INLINE:
        text = pattern.sub(replacement, text)
    return text


def markdown_to_html(source: str) -> str:
    out: list[str] = []
    stack: list[str] = []
    paragraph: list[str] = []

    def flush() -> None:
        if paragraph:
            out.append(f"<p>{inline(' '.join(paragraph))}</p>")
            paragraph.clear()

    def close(to: str | None = None) -> None:
        while stack and stack[-1] != to:
            out.append(f"</{stack.pop()}>")

    for line in source.splitlines():
        if m := re.match(r"(#{1,6})\s+(.*)", line):
            flush()
            close()
            level = len(m.group(1))
            out.append(f"<h{level}>{inline(m.group(2))}</h{level}>")
        elif m := re.match(r"\s*([-*]|\d+\.)\s+(.*)", line):
            flush()
            kind = "ol" if m[1][0].isdigit() else "ul"
            if not stack or stack[-1] != kind:
                close()
                stack.append(kind)
                out.append(f"<{kind}>")
            out.append(f"<li>{inline(m[2])}</li>")
        elif not line.strip():
            flush()
            close()
        else:
            close()
            paragraph.append(line.strip())
    flush()
    close()
    return "\n".join(out)


ARGUMENTS = [
    ("# Title\n\nSome *em* and **strong** `code`\nmore [x](http://a.b)\n\n- a\n- b <c>\n1. one\n\nend",),
    ("",),
    ("####### seven\n* x",),
]
