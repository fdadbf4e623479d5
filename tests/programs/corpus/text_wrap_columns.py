import textwrap
from itertools import zip_longest


def text_wrap_columns(columns: list[str], width: int, gap: str = " | ") -> list[str]:
    wrapped = [textwrap.wrap(c, width) or [""] for c in columns]
    lines = []
    for row in zip_longest(*wrapped, fillvalue=""):
        lines.append(gap.join(cell.ljust(width) for cell in row).rstrip())
    return lines


ARGUMENTS = [(["the quick brown fox jumps", "over", "the lazy dog and more text here"], 10), ([], 5), (["a"], 0)]
