from dataclasses import dataclass


@dataclass(frozen=True)
class Key:
    name: str
    n: int = 0


@dataclass(eq=False)
class Identity:
    n: int


class CaseFold:
    def __init__(self, text: str) -> None:
        self.text = text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CaseFold) and self.text.lower() == other.text.lower()

    def __hash__(self) -> int:
        return hash(self.text.lower())

    def __repr__(self) -> str:
        return f"CF({self.text})"


def hash_eq_classes(names: list[str]) -> list[object]:
    table: dict[Key, list[int]] = {}
    for i, n in enumerate(names):
        table.setdefault(Key(n), []).append(i)
    folded: dict[CaseFold, int] = {}
    for n in names:
        folded[CaseFold(n)] = folded.get(CaseFold(n), 0) + 1
    a, b = Identity(1), Identity(1)
    objects = {a, b, a}
    return [
        [(k.name, v) for k, v in table.items()],
        [(repr(k), v) for k, v in folded.items()],
        a == b,
        a == a,
        len(objects),
        Key("x") in {Key("x", 0)},
        Key("x") == Key("x", 1),
        [CaseFold("A")].index(CaseFold("a")),
        CaseFold("q") != CaseFold("Q"),
        Key("x") == ("x", 0),
        {Key("a"), Key("a")} == {Key("a")},
        a in [b],
        a in [b, a],
    ]


ARGUMENTS = [(["a", "A", "b", "a"],), ([],), (["ß", "SS", "ss"],)]
