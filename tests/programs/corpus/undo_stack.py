from collections.abc import Callable


class Editor:
    def __init__(self, text: str = "") -> None:
        self.text = text
        self._undo: list[Callable[[], None]] = []

    def insert(self, position: int, piece: str) -> None:
        before = self.text
        self.text = before[:position] + piece + before[position:]

        def undo() -> None:
            self.text = before

        self._undo.append(undo)

    def delete(self, start: int, stop: int) -> str:
        removed = self.text[start:stop]
        before = self.text
        self.text = before[:start] + before[stop:]
        self._undo.append(lambda: setattr(self, "text", before))
        return removed

    def undo(self, times: int = 1) -> int:
        done = 0
        while times > done and self._undo:
            self._undo.pop()()
            done += 1
        return done


def undo_stack(text: str, commands: list[tuple[str, int, int | str]]) -> list[str | int]:
    editor = Editor(text)
    out: list[str | int] = []
    for name, a, b in commands:
        match name, b:
            case "insert", str(piece):
                editor.insert(a, piece)
            case "delete", int(stop):
                out.append(editor.delete(a, stop))
            case "undo", _:
                out.append(editor.undo(a))
            case _:
                raise ValueError(f"bad command {name!r} {b!r}")
        out.append(editor.text)
    return out


ARGUMENTS = [
    ("hello", [("insert", 5, " world"), ("delete", 0, 2), ("undo", 1, 0), ("undo", 5, "")]),
    ("", [("undo", 1, 1)]),
    ("é😀", [("delete", -1, 9), ("insert", -1, "ß")]),
    ("x", [("jump", 0, 0)]),
]
