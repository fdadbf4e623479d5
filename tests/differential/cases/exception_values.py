"""Exceptions as values: arguments, causes and contexts, classes, notes, exceptions that are kept and raised again."""

from typing import Any


class AppError(Exception):
    def __init__(self, message: str, code: int = 1):
        super().__init__(message)
        self.code = code


class Missing(AppError):
    pass


class Both(ValueError, KeyError):
    pass


def raise_kind(kind: str):
    if kind == "v":
        raise ValueError("bad", 3)
    if kind == "k":
        {"a": 1}[kind]
    if kind == "i":
        [1][5]
    if kind == "z":
        1 // 0
    if kind == "a":
        raise AppError("app", 7)
    if kind == "m":
        raise Missing("miss")
    if kind == "b":
        raise Both("both")
    if kind == "n":
        raise ValueError
    if kind == "x":
        raise TypeError(5)
    return 0


def exc_args(kind: str) -> str:
    try:
        raise_kind(kind)
    except KeyError as e:
        return f"K {e.args} {e.args[0]!r} {type(e).__name__} {e}"
    except ValueError as e:
        return f"V {e.args!r} {len(e.args)} {type(e).__name__}"
    except Exception as e:
        return f"E {e.args} {type(e).__name__} {e!r}"
    return "none"


def exc_chain(kind: str) -> list[str]:
    out = []
    try:
        try:
            raise_kind(kind)
        except Exception as e:
            if kind == "v":
                raise RuntimeError("wrapped") from e
            if kind == "k":
                raise RuntimeError("wrapped") from None
            if kind == "a":
                raise RuntimeError("wrapped")
            {}["q"]
    except Exception as e:
        out.append(f"{e!r} cause={e.__cause__!r} context={e.__context__!r} {e.__suppress_context__}")
        if e.__cause__ is not None:
            out.append(str(e.__cause__))
    return out


def exc_instance(kind: str) -> str:
    try:
        raise_kind(kind)
    except Exception as e:
        if isinstance(e, AppError):
            return f"app {e.code} {isinstance(e, Missing)}"
        if isinstance(e, (KeyError, IndexError)):
            return f"lookup {isinstance(e, LookupError)} {isinstance(e, IndexError)}"
        if type(e) is ValueError:
            return "value"
        return f"other {isinstance(e, ArithmeticError)} {e.__class__.__name__}"
    return "none"


def exc_stored(kinds: list[str]) -> list[str]:
    errors = []
    for kind in kinds:
        try:
            raise_kind(kind)
        except Exception as e:
            errors.append(e)
    out = [f"{type(e).__name__}: {e}" for e in errors]
    for e in errors:
        try:
            raise e
        except AppError as again:
            out.append(f"same {again is e} {again.code}")
        except Exception as again:
            out.append(f"same {again is e}")
    return out


def exc_retry(kinds: list[str]) -> int:
    last = None
    for kind in kinds:
        try:
            return raise_kind(kind)
        except (ValueError, KeyError) as e:
            last = e
    raise last


def exc_notes(kind: str) -> list[str]:
    try:
        raise_kind(kind)
    except Exception as e:
        e.add_note("first")
        e.add_note(f"kind {kind}")
        return e.__notes__
    return []


def raise_handled():
    raise


def exc_reraise(kind: str) -> str:
    try:
        try:
            raise_kind(kind)
        except Exception:
            raise_handled()
    except Exception as e:
        return f"{e!r} {e.__context__!r}"
    return "none"


def exc_none() -> None:
    raise_handled()


def exc_attribute(kind: str) -> str:
    try:
        raise_kind(kind)
    except Exception as e:
        try:
            return f"{e.code}"
        except AttributeError as a:
            return f"{a} {a.__context__!r}"
    return ""


def exc_finally(kind: str) -> str:
    try:
        try:
            raise_kind(kind)
        finally:
            if kind != "q":
                int("zz")
    except ValueError as e:
        return f"{e} {e.__context__!r}"
    return "fine"


def exc_context_deep(n: int) -> str:
    try:
        try:
            raise ValueError("one")
        except ValueError:
            try:
                raise KeyError("two")
            except KeyError:
                if n:
                    raise
                raise IndexError("three")
    except Exception as e:
        parts = []
        while e is not None:
            parts.append(repr(e))
            e = e.__context__
        return " < ".join(parts)
    return ""


def exc_key(d: dict[int, str], k: int) -> str:
    try:
        return d[k]
    except KeyError as e:
        missing = e.args[0]
        return f"missing {missing + 1}"


def exc_uncaught(kind: str) -> int:
    return raise_kind(kind)


def exc_gen(kind: str):
    try:
        raise_kind(kind)
        yield "a"
    except Exception as e:
        yield f"{e!r}"
        try:
            int("x")
        except ValueError as f:
            yield f"{f} in {f.__context__!r}"


def exc_gens(kind: str) -> list[str]:
    out = []
    try:
        raise ValueError("outer")
    except ValueError:
        for item in exc_gen(kind):
            out.append(item)
            try:
                raise_kind("i")
            except IndexError as e:
                out.append(repr(e.__context__))
    return out


K = ("", "v", "k", "i", "z", "a", "m", "b", "n", "x")
ARGUMENTS = {
    exc_args: [(k,) for k in K],
    exc_chain: [(k,) for k in K],
    exc_instance: [(k,) for k in K],
    exc_stored: [(list(K),)],
    exc_retry: [(["v", "k"],), (["v", ""],), (["a"],), (["k", "b"],), ([],)],
    exc_notes: [("v",), ("a",)],
    exc_reraise: [(k,) for k in K],
    exc_none: [()],
    exc_attribute: [(k,) for k in K],
    exc_finally: [("v",), ("q",), ("a",), ("",)],
    exc_context_deep: [(0,), (1,)],
    exc_key: [({1: "a"}, 1), ({1: "a"}, 2)],
    exc_uncaught: [(k,) for k in K],
    exc_gens: [("v",), ("a",), ("",)],
}
