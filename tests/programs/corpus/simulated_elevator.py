from enum import Enum, Flag, auto


class Direction(Enum):
    UP = 1
    DOWN = -1
    IDLE = 0

    def __neg__(self):
        return Direction(-self.value)


class Door(Flag):
    CLOSED = 0
    FRONT = auto()
    REAR = auto()
    BOTH = FRONT | REAR


class Elevator:
    def __init__(self, floors: int):
        self.floors = floors
        self.at = 0
        self.direction = Direction.IDLE
        self.requests: set[int] = set()
        self.door = Door.CLOSED

    def request(self, floor: int):
        if not 0 <= floor < self.floors:
            raise IndexError(f"floor {floor} of {self.floors}")
        self.requests.add(floor)

    def step(self) -> str:
        if not self.requests:
            self.direction = Direction.IDLE
            return f"{self.at}:{self.direction.name}"
        if self.at in self.requests:
            self.requests.discard(self.at)
            self.door = Door.BOTH if self.at == 0 else Door.FRONT
            return f"{self.at}:open:{Door.REAR in self.door}:{self.door.name}"
        self.door = Door.CLOSED
        if self.direction is Direction.IDLE:
            self.direction = Direction.UP if min(self.requests, key=lambda f: (abs(f - self.at), f)) > self.at else Direction.DOWN
        ahead = [f for f in self.requests if (f - self.at) * self.direction.value > 0]
        if not ahead:
            self.direction = -self.direction
        self.at += self.direction.value
        return f"{self.at}:{self.direction!r}"


def simulated_elevator(floors: int, requests: list[int], steps: int) -> list[str]:
    e = Elevator(floors)
    for r in requests:
        e.request(r)
    return [e.step() for _ in range(steps)]


ARGUMENTS = [(6, [3, 0, 5], 12), (3, [3], 2), (3, [], 1)]
