"""textwrap.dedent, whose last step is a pattern that is made at run time; the rest of textwrap is CPython's own source."""

import re

BLANK = re.compile("^[ \t]+$", re.MULTILINE)
LEADING = re.compile("(^[ \t]*)(?:[^ \t\n])", re.MULTILINE)


def dedent(text):
    margin = None
    text = BLANK.sub("", text)
    for indent in LEADING.findall(text):
        if margin is None:
            margin = indent
        elif indent.startswith(margin):
            pass
        elif margin.startswith(indent):
            margin = indent
        else:
            for place in range(min(len(margin), len(indent))):
                if margin[place] != indent[place]:
                    margin = margin[:place]
                    break
    if margin:
        return "\n".join([line.removeprefix(margin) for line in text.split("\n")])
    return text
