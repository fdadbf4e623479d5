import re
from collections import Counter, defaultdict
from datetime import datetime

LINE = re.compile(r"^(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\s+\[(?P<level>[A-Z]+)\]\s+(?P<name>[\w.]+):\s*(?P<message>.*)$")


def log_parser(text: str) -> dict[str, object]:
    levels: Counter[str] = Counter()
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    times: list[datetime] = []
    bad: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        match = LINE.match(line)
        if match is None:
            if line.strip():
                bad.append(number)
            continue
        levels[match["level"]] += 1
        by_name[match.group("name")].append(match.group("message").strip())
        times.append(datetime.fromisoformat(match["time"]))
    span = (max(times) - min(times)).total_seconds() if times else None
    return {
        "levels": dict(levels.most_common()),
        "names": dict(by_name),
        "bad": bad,
        "span": span,
        "first": min(times).isoformat() if times else "",
    }


ARGUMENTS = [
    ("2024-01-01T10:00:00 [INFO] app.core: started\n2024-01-01T10:05:30 [ERROR] db: lost\n???\n2024-01-02T00:00:00 [INFO] app.core: é",),
    ("",),
    ("\n\n  \nbad line\r\n",),
    ("2024-13-01T10:00:00 [INFO] x: y",),
]
