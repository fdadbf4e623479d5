import heapq
import itertools
from dataclasses import dataclass, field
from enum import IntEnum


class Urgency(IntEnum):
    HIGH = 0
    NORMAL = 1
    LOW = 2

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(order=True)
class Entry:
    urgency: Urgency
    number: int
    subject: str = field(compare=False)
    removed: bool = field(default=False, compare=False)


class Inbox:
    def __init__(self) -> None:
        self.heap: list[Entry] = []
        self.finder: dict[str, Entry] = {}
        self.numbers = itertools.count(1)

    def add(self, subject: str, urgency: Urgency = Urgency.NORMAL) -> None:
        if subject in self.finder:
            self.remove(subject)
        entry = Entry(urgency, next(self.numbers), subject)
        self.finder[subject] = entry
        heapq.heappush(self.heap, entry)

    def remove(self, subject: str) -> None:
        self.finder.pop(subject).removed = True

    def pop(self) -> Entry:
        while self.heap:
            entry = heapq.heappop(self.heap)
            if not entry.removed:
                del self.finder[entry.subject]
                return entry
        raise LookupError("inbox is empty")


def priority_inbox(mails: list[tuple[str, int]], take: int) -> list[str]:
    inbox = Inbox()
    for subject, level in mails:
        inbox.add(subject, Urgency(level))
    out: list[str] = []
    for _ in range(take):
        try:
            e = inbox.pop()
        except LookupError as error:
            out.append(f"<{error}>")
            break
        out.append(f"{e.number}:{e.subject}:{e.urgency}:{e.urgency + 10}")
    return out + [str(len(inbox.heap)), repr(Urgency.HIGH)]


ARGUMENTS = [([("a", 1), ("b", 0), ("a", 2), ("c", 1)], 5), ([], 1), ([("x", 5)], 1), ([("x", 0), ("y", 0)], 1)]
