from typing import Literal


def literal_parameter(mode: Literal["sum", "product"], level: Literal[1, 2] = 1) -> int:
    if mode == "sum":
        return level + 10
    return level * 10


ARGUMENTS = {literal_parameter: [("sum",), ("product", 2)]}
