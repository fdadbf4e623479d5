from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Group:
    name: str
    allow: set[str] = field(default_factory=set)
    deny: set[str] = field(default_factory=set)
    parent: Group | None = None

    def effective(self) -> set[str]:
        inherited = self.parent.effective() if self.parent else set()
        return (inherited | self.allow) - self.deny

    def lineage(self) -> list[str]:
        node: Group | None = self
        names = []
        while node is not None:
            names.append(node.name)
            node = node.parent
        return names


def permission_tree(
    groups: list[tuple[str, str | None, list[str], list[str]]], checks: list[tuple[str, str]]
) -> list[tuple[str, bool, list[str]]]:
    table: dict[str, Group] = {}
    for name, parent, allow, deny in groups:
        if name in table:
            raise ValueError(f"duplicate group {name!r}")
        table[name] = Group(name, set(allow), set(deny), table[parent] if parent else None)
    result = []
    for name, permission in checks:
        g = table.get(name)
        if g is None:
            result.append((name, False, []))
        else:
            result.append((name, permission in g.effective(), g.lineage()))
    return result


ARGUMENTS = [
    ([("root", None, ["r"], []), ("dev", "root", ["w"], []), ("guest", "root", [], ["r"])], [("dev", "r"), ("guest", "r"), ("x", "r")]),
    ([], [("a", "b")]),
    ([("a", "b", [], [])], []),
    ([("a", None, [], []), ("a", None, [], [])], []),
]
