from __future__ import annotations


def _tag(name: str, **attributes: str) -> str:
    return name + "".join(f' {key}="{value}"' for key, value in attributes.items())


def join_of_what_is_never_filled(n: int) -> list[str]:
    table: dict[str, str] = {}
    parts: list[str] = []
    return [",".join([]), "x" + "".join(f"{key}={value}" for key, value in table.items()), "-".join(parts), _tag("a"), _tag("b", id=str(n))]


ARGUMENTS = {join_of_what_is_never_filled: [(1,)]}
