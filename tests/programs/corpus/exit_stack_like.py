from __future__ import annotations

from contextlib import contextmanager
from collections.abc import Iterator


@contextmanager
def tag(out: list[str], name: str, **attributes: str) -> Iterator[int]:
    extra = "".join(f' {k}="{v}"' for k, v in attributes.items())
    out.append(f"<{name}{extra}>")
    try:
        yield len(out)
    except ValueError as e:
        out.append(f"<!-- {e} -->")
    finally:
        out.append(f"</{name}>")


def exit_stack_like(items: list[str]) -> str:
    out: list[str] = []
    with tag(out, "ul", id="x") as depth:
        out.append(str(depth))
        for item in items:
            with tag(out, "li"):
                if not item:
                    raise ValueError("empty item")
                if item == "boom":
                    raise KeyError(item)
                out.append(item.replace("&", "&amp;").replace("<", "&lt;"))
    return "".join(out)


ARGUMENTS = [(["a", "b & <c>"],), ([],), (["", "x"],), (["boom"],)]
