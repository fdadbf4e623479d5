from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Directory:
    name: str
    files: dict[str, int] = field(default_factory=dict)
    children: dict[str, Directory] = field(default_factory=dict)

    def total(self) -> int:
        return sum(self.files.values()) + sum(c.total() for c in self.children.values())

    def walk(self, depth: int = 0):
        yield depth, self.name + "/", self.total()
        for name, child in sorted(self.children.items()):
            yield from child.walk(depth + 1)
        for name, size in sorted(self.files.items(), key=lambda kv: (-kv[1], kv[0])):
            yield depth + 1, name, size


def human(size: float) -> str:
    for unit in ["B", "K", "M", "G"]:
        if abs(size) < 1024:
            return f"{size:.1f}{unit}" if unit != "B" else f"{size:.0f}B"
        size /= 1024
    return f"{size:.1f}T"


def file_size_tree(paths: dict[str, int]) -> list[str]:
    root = Directory("")
    for path, size in paths.items():
        *parents, name = path.strip("/").split("/")
        node = root
        for p in parents:
            node = node.children.setdefault(p, Directory(p))
        if name in node.files:
            raise FileExistsError(path)
        node.files[name] = size
    return [f"{'  ' * d}{n:<{20 - 2 * d}}{human(s):>8}" for d, n, s in root.walk()]


ARGUMENTS = [
    ({"/a/b/c.txt": 2048, "/a/d.bin": 5_000_000, "x": 10, "/a/b/é": 1023},),
    ({},),
    ({"a": 1, "/a": 2},),
    ({"//": -1, "z/": 1024**4},),
]
