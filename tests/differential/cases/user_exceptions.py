"""Exception classes of users: attributes, arguments, handlers by class and by base, text."""


class AppError(Exception):
    """Base."""


class ParseError(AppError):
    def __init__(self, message: str, line: int = 0):
        super().__init__(message)
        self.line = line


class NotFound(AppError, KeyError):
    pass


class Code(ValueError):
    def __init__(self, code):
        self.code = code

    def __str__(self):
        return f"code {self.code}"


def parse(s: str) -> int:
    if not s:
        raise ParseError("empty", line=3)
    if s == "k":
        raise NotFound(s)
    if s == "v":
        raise Code(42)
    if s == "a":
        raise AppError("x", 2)
    if s == "n":
        raise AppError
    if s == "b":
        raise ValueError(5)
    return int(s)


def user_exceptions(items: list[str]) -> list[str]:
    out = []
    for s in items:
        try:
            out.append(str(parse(s)))
        except ParseError as e:
            out.append(f"parse {e} {e.line} {e!r} {e.args}")
        except (NotFound, Code) as e:
            out.append(f"either {e} {e!r} {isinstance(e, ValueError)}")
        except AppError as e:
            out.append(f"app {e} {e!r} {len(e.args)}")
        except ValueError as e:
            out.append(f"value {e} {e!r}")
        finally:
            out.append("f")
    return out


def raises_user(s: str) -> int:
    try:
        return parse(s)
    except ValueError as e:
        raise RuntimeError("bad") from e
    except AppError:
        raise


def caught_by_base(s: str) -> str:
    try:
        parse(s)
    except KeyError as e:
        return f"key {e}"
    except Exception as e:
        return f"exc {e} {e!r}"
    return "ok"


ARGUMENTS = {
    user_exceptions: [(["1", "", "k", "v", "a", "n", "b", "zz"],)],
    raises_user: [("1",), ("",), ("k",), ("v",), ("a",), ("n",), ("b",)],
    caught_by_base: [("1",), ("",), ("k",), ("v",), ("a",), ("n",), ("b",)],
}
