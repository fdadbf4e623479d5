from dataclasses import dataclass, field


@dataclass
class Room:
    name: str
    exits: dict[str, str] = field(default_factory=dict)
    items: list[str] = field(default_factory=list)


@dataclass
class Game:
    rooms: dict[str, Room]
    here: str
    bag: list[str] = field(default_factory=list)
    turns: int = 0

    def do(self, line: str) -> str:
        self.turns += 1
        match line.lower().split():
            case []:
                self.turns -= 1
                return "?"
            case ["go", ("north" | "south" | "east" | "west") as direction]:
                target = self.rooms[self.here].exits.get(direction)
                if target is None:
                    return f"no way {direction}"
                self.here = target
                return self.rooms[target].name
            case ["take", *words] if words:
                item = " ".join(words)
                room = self.rooms[self.here]
                try:
                    room.items.remove(item)
                except ValueError:
                    return f"no {item} here"
                self.bag.append(item)
                return f"taken: {item}"
            case ["look" | "l"]:
                room = self.rooms[self.here]
                return f"{room.name}: {', '.join(room.items) or 'nothing'} ({'/'.join(sorted(room.exits))})"
            case [verb, *_]:
                return f"cannot {verb}"
        return "unreachable"


def text_adventure_parser(commands: list[str]) -> tuple[list[str], Game]:
    rooms = {"hall": Room("Hall", {"north": "attic"}, ["red lamp"]), "attic": Room("Attic", {"south": "hall"})}
    game = Game(rooms, "hall")
    return [game.do(c) for c in commands], game


ARGUMENTS = [(["look", "take red lamp", "take key", "GO north", "go up", "l", "", "dance now"],), ([],), (["take"],)]
