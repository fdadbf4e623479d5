from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal


class InsufficientFunds(Exception):
    def __init__(self, needed: int, available: int) -> None:
        self.needed = needed
        self.available = available
        super().__init__(f"need {needed}, have {available}")


@dataclass
class Account:
    owner: str
    balance: int = 0
    history: list[tuple[str, int]] = field(default_factory=list)

    def deposit(self, amount: int) -> Account:
        if amount <= 0:
            raise ValueError("amount must be positive")
        self.balance += amount
        self.history.append(("+", amount))
        return self

    def withdraw(self, amount: int) -> Account:
        if amount > self.balance:
            raise InsufficientFunds(amount, self.balance)
        self.balance -= amount
        self.history.append(("-", amount))
        return self


@dataclass
class Savings(Account):
    rate: int = 2

    def accrue(self) -> None:
        self.deposit(self.balance * self.rate // 100)


def bank_accounts(operations: list[tuple[str, str, int]]) -> tuple[list[str], list[Account]]:
    accounts: dict[str, Account] = {"s": Savings("sam", 1000)}
    log: list[str] = []
    for name, op, amount in operations:
        account = accounts.setdefault(name, Account(name))
        try:
            match op:
                case "+":
                    account.deposit(amount)
                case "-":
                    account.withdraw(amount)
                case "%" if isinstance(account, Savings):
                    account.accrue()
                case _:
                    log.append(f"unknown {op!r} for {type(account).__name__}")
        except InsufficientFunds as e:
            log.append(f"{name}: {e} short by {e.needed - e.available}")
        except ValueError as e:
            log.append(f"{name}: {e!r}")
    return log, list(accounts.values())


ARGUMENTS = [
    ([("a", "+", 10), ("a", "-", 25), ("s", "%", 0), ("a", "%", 0), ("b", "+", 0)],),
    ([],),
    ([("s", "-", 1000), ("s", "%", 1)],),
]
