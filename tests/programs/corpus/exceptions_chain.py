class AppError(Exception):
    code = 500

    def __init__(self, message: str, *, detail: str | None = None):
        super().__init__(message)
        self.detail = detail


class NotFound(AppError):
    code = 404

    def __str__(self) -> str:
        return f"[{self.code}] {self.args[0]}" + (f" ({self.detail})" if self.detail else "")


def fetch(store: dict[str, str], key: str) -> int:
    try:
        return int(store[key])
    except KeyError:
        raise NotFound("no key", detail=key) from None
    except ValueError as error:
        raise AppError("bad value") from error


def exceptions_chain(store: dict[str, str], keys: list[str]) -> list[str]:
    log: list[str] = []
    for key in keys:
        try:
            value = fetch(store, key)
            log.append(f"{key}={100 // value}")
        except NotFound as e:
            log.append(f"nf {e} {e.code} {e.__cause__} {e.__suppress_context__}")
        except (AppError, ZeroDivisionError) as e:
            log.append(f"{type(e).__name__} {e} cause={e.__cause__!r} args={e.args}")
            if len(keys) == 1:
                raise
        else:
            log.append("ok")
        finally:
            log.append(".")
    return log


ARGUMENTS = [
    ({"a": "5", "b": "x", "c": "0"}, ["a", "b", "c", "d"]),
    ({"b": " "}, ["b"]),
    ({}, []),
    ({"z": "0"}, ["z"]),
]
