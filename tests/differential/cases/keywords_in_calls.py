from dataclasses import dataclass


@dataclass
class Config:
    name: str
    lr: float = 0.1
    steps: int = 5


def build(a, b=2, *, c=3):
    return a * 100 + b * 10 + c


def keywords_local(x: int) -> list[int]:
    opts = {"a": x, "c": 7}
    extra = {"b": 5}
    return [build(**opts), build(**opts, **extra), build(**opts, b=1), len(opts), opts["a"]]


def keywords_config(x: int) -> str:
    settings = {"name": "m", "steps": x}
    c = Config(**settings)
    return f"{c.name} {c.lr} {c.steps}"


def keywords_loop(xs: list[int]) -> list[int]:
    out = []
    for x in xs:
        kw = {"a": x}
        out.append(build(**kw))
    return out


def keywords_mixed(x: int) -> dict[str, int]:
    base = {"a": 1}
    merged = {**base, "b": x}
    return merged


ARGUMENTS = {keywords_local: [(1,)], keywords_config: [(3,)], keywords_loop: [([1, 2],)], keywords_mixed: [(5,)]}
import functools


def traced(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        try:
            return fn(*args, **kwargs)
        except ZeroDivisionError:
            return -1

    return wrapper


def times(n):
    def deco(fn):
        @functools.wraps(fn)
        def wrapper(*args, **kwargs):
            return [fn(*args, **kwargs) for _ in range(n)]

        return wrapper

    return deco


@traced
def keywords_entry(a: int, b: int = 2) -> int:
    return a // b


@times(2)
@traced
def keywords_entry_twice(a: int, *, b: int = 0) -> int:
    return a // b


ARGUMENTS |= {keywords_entry: [(7,), (7, 0), (9, 3)], keywords_entry_twice: [(4,)]}
