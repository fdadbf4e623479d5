from typing import Any


class Base(object):  # noqa: UP004
    kind = "base"

    def __init__(self, name: str, **options: Any) -> None:
        object.__init__(self)
        self.name = name
        self.options = dict(options)

    def describe(self) -> str:
        return "%s(%s)" % (self.__class__.__name__, self.name)


class Logged(Base):
    def __init__(self, name: str, level: int = 1, **options: Any) -> None:
        super(Logged, self).__init__(name, level=level, **options)  # noqa: UP008
        self.level = level

    def describe(self) -> str:
        return "[%d] " % self.level + super(Logged, self).describe()  # noqa: UP008


class Special(Logged):
    kind = "special"

    def __init__(self, name: str) -> None:
        Logged.__init__(self, name, level=9, extra=True)

    def describe(self) -> str:
        return Logged.describe(self) + " " + super(Logged, self).describe() + " " + self.kind + str(sorted(self.options))


class CodedError(Exception):
    def __init__(self, code: int, *rest: Any) -> None:
        Exception.__init__(self, code, *rest)
        self.code = code


class LineError(ValueError):
    def __init__(self, line: int, text: str) -> None:
        ValueError.__init__(self, "line %d: %r" % (line, text))
        self.line = line


def described_old_style(names: list[str]) -> list[str]:
    makers: list[Any] = [Base, Logged, Special]
    return [makers[at % 3](name).describe() for at, name in enumerate(names)]


def errors_old_style(code: int, text: str) -> list[Any]:
    found: list[Any] = []
    for error in (CodedError(code, text), CodedError(code), LineError(code, text)):
        try:
            raise error
        except (CodedError, LineError) as caught:
            found += [list(caught.args), str(caught), repr(caught)]
    return found


def retried(failures: int) -> str:
    def guarded(kinds: Any) -> Any:
        def decorate(function: Any) -> Any:
            def wrapper(text: str) -> str:
                for _ in range(3):
                    try:
                        return function(text)
                    except kinds as error:
                        last = error
                return "gave up: " + str(last)

            return wrapper

        return decorate

    state = {"left": failures}

    @guarded((LineError, TimeoutError))
    def flaky(text: str) -> str:
        state["left"] -= 1
        if state["left"] >= 0:
            raise LineError(state["left"], text)
        return text

    return flaky("done")


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    described_old_style: [(["a", "b", "c", "d"],), ([],), (["é"],)],
    errors_old_style: [(1, "x"), (-1, "")],
    retried: [(0,), (2,), (3,)],
}
