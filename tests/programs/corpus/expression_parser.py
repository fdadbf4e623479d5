import re
from dataclasses import dataclass

TOKEN = re.compile(r"\s*(?:(\d+\.?\d*)|(.))")


@dataclass
class Parser:
    tokens: list[str]
    position: int = 0

    def peek(self) -> str:
        return self.tokens[self.position] if self.position < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        self.position += 1
        return token

    def expression(self) -> float:
        value = self.term()
        while self.peek() in ("+", "-") and self.peek():
            if self.take() == "+":
                value += self.term()
            else:
                value -= self.term()
        return value

    def term(self) -> float:
        value = self.factor()
        while (op := self.peek()) and op in "*/%":
            self.take()
            right = self.factor()
            match op:
                case "*":
                    value *= right
                case "/":
                    value /= right
                case _:
                    value %= right
        return value

    def factor(self) -> float:
        token = self.take()
        if token == "(":
            value = self.expression()
            if self.take() != ")":
                raise SyntaxError("expected )")
            return value
        if token == "-":
            return -self.factor()
        if not token:
            raise SyntaxError("unexpected end")
        return float(token)


def expression_parser(text: str) -> float | str:
    tokens = [a or b for a, b in TOKEN.findall(text.rstrip())]
    parser = Parser(tokens)
    try:
        value = parser.expression()
    except ZeroDivisionError as error:
        return f"error: {error}"
    if parser.position != len(tokens):
        raise SyntaxError(f"trailing {tokens[parser.position :]}")
    return value


ARGUMENTS = [
    ("1 + 2 * (3 - 4) / 8",),
    ("-7 % 3",),
    ("1/0",),
    ("5 % 0",),
    ("2 * (3",),
    ("1 2",),
]
