import re
from collections import OrderedDict

PATTERNS = {
    "email": r"[\w.+-]+@[\w-]+\.[\w.-]+",
    "phone": r"\+?\d{1,3}[-. ]?\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}",
    "date": r"(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})",
    "money": r"[$€£]\s?\d[\d,]*(?:\.\d{2})?",
    "hashtag": r"(?<!\w)#(\w+)",
}
COMPILED = {name: re.compile(p) for name, p in PATTERNS.items()}


def regex_entity_extractor(text: str) -> list[dict[str, object]]:
    found = []
    for name, pattern in COMPILED.items():
        for m in pattern.finditer(text):
            found.append({"type": name, "text": m.group(), "span": m.span(), "groups": m.groupdict() or list(m.groups())})
    found.sort(key=lambda e: (e["span"][0], -e["span"][1]))
    taken: list[dict[str, object]] = []
    for entity in found:
        if not taken or entity["span"][0] >= taken[-1]["span"][1]:
            taken.append(entity)
    return taken


ARGUMENTS = [
    ("Mail bob@example.com or +1 (555) 123-4567 by 2024-05-06; costs $1,234.50 #deal ok",),
    ("nothing",),
    ("2024-13-99 #a#b €5",),
]
