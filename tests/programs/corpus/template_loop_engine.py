from typing import Any


class RenderError(Exception):
    def __init__(self, message: str, position: int):
        super().__init__(f"{message} (at {position})")
        self.position = position


def lookup(context: dict[str, Any], path: str, position: int) -> Any:
    value: Any = context
    for part in path.split("."):
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            raise RenderError(f"cannot resolve {path!r}", position)
    return value


def render(template: str, context: dict[str, Any]) -> str:
    out: list[str] = []
    i = 0
    while (start := template.find("{", i)) != -1:
        out.append(template[i:start])
        end = template.find("}", start)
        if end == -1:
            raise RenderError("unclosed", start)
        expression = template[start + 1 : end]
        if ":" in expression:
            path, _, joiner = expression.partition(":")
            items = lookup(context, path, start)
            out.append(joiner.join(str(x) for x in items))
        else:
            out.append(str(lookup(context, expression, start)))
        i = end + 1
    return "".join(out) + template[i:]


def template_loop_engine(template: str, context: dict[str, Any]) -> str:
    return render(template, context)


ARGUMENTS = [
    ("Hi {user.name}, {items:, } - {items.1} {n}", {"user": {"name": "Ann"}, "items": [1, 2.5, None, True], "n": 3}),
    ("", {}),
    ("{a.b}", {"a": 1}),
    ("x {open", {}),
    ("{l.5}", {"l": []}),
]
