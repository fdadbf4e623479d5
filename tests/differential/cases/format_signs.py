from __future__ import annotations


def format_with_a_sign(value: int | str | bool | float, specification: str) -> str:
    return format(value, specification)


ARGUMENTS = {
    format_with_a_sign: [
        (value, sign + rest) for value in ("hi", 65, True, -1.5) for sign in "-+ " for rest in ("", "5", "c", "s", "d", "é", "5x5", "q")
    ]
}
