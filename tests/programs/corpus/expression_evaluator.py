from __future__ import annotations
from dataclasses import dataclass
import operator
from typing import Union


@dataclass
class Num:
    value: float


@dataclass
class Var:
    name: str


@dataclass
class BinOp:
    op: str
    left: Node
    right: Node


@dataclass
class Neg:
    operand: Node


Node = Union[Num, Var, BinOp, Neg]
OPS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow}
PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}


def tokenize(text: str) -> list[str]:
    tokens, i = [], 0
    while i < len(text):
        c = text[i]
        if c.isspace():
            i += 1
        elif c.isdigit() or c == ".":
            j = i
            while j < len(text) and (text[j].isdigit() or text[j] == "."):
                j += 1
            tokens.append(text[i:j])
            i = j
        elif c.isalpha():
            j = i
            while j < len(text) and text[j].isalnum():
                j += 1
            tokens.append(text[i:j])
            i = j
        elif c in "+-*/^()":
            tokens.append(c)
            i += 1
        else:
            raise SyntaxError(f"bad character {c!r} at {i}")
    return tokens


class Parser:
    def __init__(self, tokens: list[str]):
        self.tokens = tokens
        self.pos = 0

    def peek(self) -> str | None:
        return self.tokens[self.pos] if self.pos < len(self.tokens) else None

    def take(self) -> str:
        token = self.peek()
        if token is None:
            raise SyntaxError("unexpected end")
        self.pos += 1
        return token

    def expression(self, minimum: int = 1) -> Node:
        left = self.unary()
        while (op := self.peek()) in PRECEDENCE and PRECEDENCE[op] >= minimum:
            self.take()
            right = self.expression(PRECEDENCE[op] + (op != "^"))
            left = BinOp(op, left, right)
        return left

    def unary(self) -> Node:
        token = self.take()
        if token == "-":
            return Neg(self.unary())
        if token == "(":
            inner = self.expression()
            if self.take() != ")":
                raise SyntaxError("expected )")
            return inner
        if token[0].isdigit() or token[0] == ".":
            return Num(float(token))
        if token[0].isalpha():
            return Var(token)
        raise SyntaxError(f"unexpected {token!r}")


def evaluate(node: Node, env: dict[str, float]) -> float:
    match node:
        case Num(value):
            return value
        case Var(name) if name in env:
            return env[name]
        case Var(name):
            raise NameError(f"name {name!r} is not defined")
        case Neg(operand):
            return -evaluate(operand, env)
        case BinOp(op, left, right):
            return OPS[op](evaluate(left, env), evaluate(right, env))
    raise TypeError(node)


def expression_evaluator(text: str, env: dict[str, float]) -> float:
    parser = Parser(tokenize(text))
    tree = parser.expression()
    if parser.peek() is not None:
        raise SyntaxError(f"trailing {parser.peek()!r}")
    return evaluate(tree, env)


ARGUMENTS = [
    ("1 + 2 * x ^ 2 - -3", {"x": 3.0}),
    ("(1 + 2) * (3 - 4) / 5", {}),
    ("2 ^ 3 ^ 2", {}),
    ("1 / 0", {}),
    ("1 +", {}),
    ("y", {"x": 1.0}),
    ("1 $ 2", {}),
    ("1 2", {}),
    ("(1", {}),
    ("1.2.3", {}),
]
