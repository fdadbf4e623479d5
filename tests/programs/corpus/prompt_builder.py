from dataclasses import dataclass, field
from enum import Enum


class Role(str, Enum):
    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


@dataclass
class Message:
    role: Role
    content: str
    tags: list[str] = field(default_factory=list)

    def render(self, width: int = 0) -> str:
        body = self.content.strip()
        if width and len(body) > width:
            body = body[: width - 1] + "…"
        suffix = f" [{','.join(self.tags)}]" if self.tags else ""
        return f"<|{self.role.value}|>{body}{suffix}"


@dataclass
class Prompt:
    messages: list[Message] = field(default_factory=list)

    def add(self, role: str, content: str, *tags: str) -> "Prompt":
        self.messages.append(Message(Role(role), content, list(tags)))
        return self

    @property
    def length(self) -> int:
        return sum(len(m.content) for m in self.messages)


def prompt_builder(turns: list[tuple[str, str]], width: int = 0) -> tuple[str, int, dict[str, int]]:
    prompt = Prompt()
    counts: dict[str, int] = {}
    for number, (role, content) in enumerate(turns):
        prompt.add(role, content, *(["first"] if number == 0 else []))
        counts[role] = counts.get(role, 0) + 1
    return "\n".join(m.render(width) for m in prompt.messages), prompt.length, counts


ARGUMENTS = [
    ([("system", "Be brief."), ("user", "  hi  "), ("assistant", "Hello, how may I help?")], 10),
    ([],),
    ([("user", "ü" * 12)], 5),
    ([("robot", "beep")],),
]
