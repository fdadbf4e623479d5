from typing import Literal, NotRequired, TypedDict


class Options(TypedDict):
    mode: Literal["sum", "mean", "max"]
    skip_none: bool
    scale: NotRequired[float]


def reduce_values(values: list[float], mode: Literal["sum", "mean", "max"]) -> float:
    if mode == "sum":
        return sum(values)
    elif mode == "mean":
        return sum(values) / len(values)
    return max(values)


def typeddict_literal(values: list[float | None], options: Options) -> tuple[float, int, Options]:
    clean: list[float] = []
    for v in values:
        if v is None:
            if options["skip_none"]:
                continue
            v = 0.0
        clean.append(v * options.get("scale", 1.0))
    result = reduce_values(clean, options["mode"])
    done: Options = {**options, "scale": result}
    return result, len(values) - len(clean), done


ARGUMENTS = [
    ([1.0, None, 3.0], {"mode": "mean", "skip_none": True}),
    ([1.0, None, 3.0], {"mode": "sum", "skip_none": False, "scale": 2.0}),
    ([], {"mode": "max", "skip_none": True}),
    ([None], {"mode": "mean", "skip_none": True}),
    ([-1.0, None], {"mode": "max", "skip_none": False}),
]
