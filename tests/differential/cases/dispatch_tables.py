from __future__ import annotations


class _Plugin:
    def run(self, text: str) -> str:
        return text


class _Upper(_Plugin):
    def run(self, text: str) -> str:
        return text.upper()


class _Twice(_Plugin):
    def run(self, text: str) -> str:
        return super().run(text) * 2


PLUGINS: dict[str, type[_Plugin]] = {"upper": _Upper, "twice": _Twice, "plain": _Plugin}
STEPS = {"strip": str.strip, "reversed": lambda text: text[::-1], "length": lambda text: str(len(text))}


def _plugin(name: str) -> _Plugin:
    try:
        return PLUGINS[name]()
    except KeyError:
        raise LookupError(f"no plugin {name!r}, only {sorted(PLUGINS)}") from None


def step_of_a_table(name: str, text: str) -> str:
    return STEPS[name](text)


def class_of_a_table(name: str, text: str) -> str:
    return _plugin(name).run(text)


def steps_of_two_tables(names: list[str], text: str) -> str:
    for name in names:
        text = STEPS[name](text) if name in STEPS else _plugin(name).run(text)
    return text


ARGUMENTS = {
    step_of_a_table: [("strip", " x y "), ("reversed", "abc"), ("length", "é😀"), ("none", "")],
    class_of_a_table: [("upper", "ß"), ("twice", "ab"), ("plain", "x"), ("none", "")],
    steps_of_two_tables: [(["upper", "strip", "twice", "reversed"], " abc "), ([], "x"), (["length", "none"], "x")],
}
