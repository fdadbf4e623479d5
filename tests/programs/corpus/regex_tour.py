import re


def regex_tour(text: str) -> dict[str, object]:
    words = re.findall(r"\b\w+\b", text)
    emails = re.findall(r"([\w.+-]+)@([\w-]+\.[\w.]+)", text)
    return {
        "words": words[:6],
        "emails": emails,
        "split": re.split(r"([,;])\s*", text, maxsplit=2),
        "sub": re.sub(r"(\d+)", lambda m: str(int(m.group()) * 2), text),
        "subn": re.subn(r"[aeiou]", "*", text, count=3, flags=re.IGNORECASE),
        "back": re.sub(r"(\w)(\w)", r"\2\1", text)[:20],
        "spans": [m.span() for m in re.finditer(r"[A-Z][a-z]*", text)],
        "full": re.fullmatch(r".*", text, re.S) is not None,
        "date": (m := re.search(r"(?P<y>\d{4})-(?P<m>\d\d)", text)) and m.groupdict(),
        "escaped": re.escape(text)[:30],
    }


ARGUMENTS = [
    ("Mail Bob.x@ex-ample.com; or al+b@c.de, on 2024-05 12 apples",),
    ("",),
    ("Äpfel, naïve; x\n2021-11",),
    ("aaa,,;;bbb",),
]
