import textwrap


def text_wrap_report(text: str, width: int, indent: str = "") -> list[str]:
    paragraphs = textwrap.dedent(text).strip().split("\n\n")
    out: list[str] = []
    for number, paragraph in enumerate(paragraphs, 1):
        wrapped = textwrap.fill(" ".join(paragraph.split()), width=width, initial_indent=f"{number}. ", subsequent_indent=indent)
        out.append(wrapped)
    out.append(textwrap.shorten(text, width=max(width, 12), placeholder=" [..]"))
    out.append(textwrap.indent("a\n\n b", "> "))
    out.extend(textwrap.wrap("supercalifragilistic expialidocious", 8))
    return out


ARGUMENTS = [
    ("\n    The quick brown fox jumps over the lazy dog.\n\n    Second   paragraph - with dash-words.\n", 20, "   "),
    ("", 10),
    ("x" * 30, 7),
    ("a b c", 0),
]
