import re

PLACE = re.compile(r"\{\{\s*(\w+)(?:\|(\w+))?\s*\}\}")
FILTERS = {
    "upper": lambda s: s.upper(),
    "title": lambda s: s.title(),
    "len": lambda s: str(len(s)),
    "rev": lambda s: s[::-1],
}


class TemplateError(KeyError):
    pass


def template_render(template: str, values: dict[str, str], strict: bool = False) -> str:
    missing: list[str] = []

    def replace(match: re.Match[str]) -> str:
        name, chosen = match.group(1), match.group(2)
        if name not in values:
            missing.append(name)
            return match.group(0)
        value = values[name]
        if chosen:
            if chosen not in FILTERS:
                raise TemplateError(f"no filter {chosen}")
            value = FILTERS[chosen](value)
        return value

    result = PLACE.sub(replace, template)
    if strict and missing:
        raise TemplateError(missing[0])
    return f"{result}|missing={missing}"


ARGUMENTS = [
    ("Hi {{ name|upper }}, you are {{age}} {{ x }}", {"name": "ann", "age": "30"}),
    ("{{a|len}}{{a|rev}}{{a|title}}", {"a": "héllo wörld's"}),
    ("{{ x }}", {}, True),
    ("{{ x|nope }}", {"x": "1"}),
    ("", {}),
]
