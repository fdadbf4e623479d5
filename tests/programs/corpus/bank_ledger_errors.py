class LedgerError(Exception):
    """Base."""

    code = "ledger"

    def __str__(self):
        return f"[{self.code}] {super().__str__()}"


class Insufficient(LedgerError):
    code = "funds"

    def __init__(self, need, have):
        super().__init__(f"need {need}, have {have}")
        self.short = need - have


class UnknownAccount(LedgerError, KeyError):
    code = "account"


class Ledger:
    def __init__(self, **opening):
        self.balances = dict(opening)
        self.journal = []

    def transfer(self, src, dst, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        for name in (src, dst):
            if name not in self.balances:
                raise UnknownAccount(name)
        if self.balances[src] < amount:
            raise Insufficient(amount, self.balances[src])
        self.balances[src] -= amount
        self.balances[dst] += amount
        self.journal.append((src, dst, amount))


def bank_ledger_errors(moves: list[tuple[str, str, int]]) -> list[str]:
    ledger = Ledger(alice=100, bob=50)
    log = []
    for move in moves:
        try:
            try:
                ledger.transfer(*move)
            except LedgerError as e:
                raise RuntimeError("transfer failed") from e
        except RuntimeError as e:
            cause = e.__cause__
            log.append(f"{e}: {cause} ({type(cause).__name__}) {isinstance(cause, KeyError)}")
            if isinstance(cause, Insufficient):
                log.append(f"short by {cause.short}")
        except ValueError as e:
            log.append(f"invalid: {e.args}")
        else:
            log.append("ok")
        finally:
            log.append(str(ledger.balances))
    return log


ARGUMENTS = [([("alice", "bob", 30), ("bob", "alice", 500), ("x", "bob", 1), ("bob", "alice", -1)],), ([],)]
