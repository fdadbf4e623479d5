class Board:
    WINS = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]

    def __init__(self) -> None:
        self.players = {"X": 0, "O": 0}

    def free(self) -> list[int]:
        taken = self.players["X"] | self.players["O"]
        return [i for i in range(9) if not taken >> i & 1]

    def play(self, who: str, cell: int) -> None:
        if cell not in self.free():
            raise ValueError(f"cell {cell} is taken or invalid")
        self.players[who] |= 1 << cell

    def undo(self, who: str, cell: int) -> None:
        self.players[who] &= ~(1 << cell)

    def winner(self) -> str | None:
        for who, bits in self.players.items():
            if any(bits & w == w for w in self.WINS):
                return who
        return None

    def __str__(self) -> str:
        def mark(i: int) -> str:
            return next((w for w, b in self.players.items() if b >> i & 1), ".")

        return "/".join("".join(mark(r * 3 + c) for c in range(3)) for r in range(3))


def minimax(board: Board, who: str, depth: int = 0) -> tuple[int, int | None]:
    if (w := board.winner()) is not None:
        return (10 - depth) * (1 if w == "X" else -1), None
    moves = board.free()
    if not moves:
        return 0, None
    best: tuple[int, int | None] | None = None
    for m in moves:
        board.play(who, m)
        score, _ = minimax(board, "O" if who == "X" else "X", depth + 1)
        board.undo(who, m)
        if best is None or (score > best[0] if who == "X" else score < best[0]):
            best = (score, m)
    assert best is not None
    return best


def bit_board(moves: list[int]) -> tuple[str, tuple[int, int | None], str | None]:
    board = Board()
    for i, m in enumerate(moves):
        board.play("XO"[i % 2], m)
    who = "XO"[len(moves) % 2]
    return str(board), minimax(board, who), board.winner()


ARGUMENTS = [([0, 4, 8],), ([0, 3, 1, 4, 2],), ([0, 0],), ([4, 0, 2, 6, 3],)]
