"""Methods by a name that is made at run time: the constant it begins with says which ones are meant."""


class Dispatcher:
    def __init__(self, k: int) -> None:
        self.k = k
        self.other = 2

    def do_add(self, a: int, b: int) -> str:
        return f"{a + b + self.k}"

    def do_mul(self, a: int, b: int) -> str:
        return f"{a * b * self.k}"

    @staticmethod
    def on_start(n: int) -> str:
        return "s" * n

    def on_stop(self, n: int) -> str:
        return "t" * n * self.k

    def visit_int(self, value: int) -> str:
        return f"int {value}"

    def visit_str(self, value: str) -> str:
        return f"str {value}"

    def visit_other(self, value: object) -> str:
        return "other"

    def visit(self, value: int) -> str:
        return getattr(self, "visit_" + type(value).__name__, self.visit_other)(value)


class Handlers:
    def start(self) -> str:
        return "started"

    def stop(self) -> str:
        return "stopped"


def dispatch_by_prefix(name: str) -> str:
    method = getattr(Dispatcher(2), f"do_{name}", None)
    if method is None:
        return f"no {name}"
    return method(3, 4)


def dispatch_or_raise(name: str) -> str:
    try:
        return getattr(Dispatcher(2), "on_" + name)(2)
    except AttributeError as error:
        return str(error)


def dispatch_by_stored_name(name: str) -> str:
    key = f"on_{name}"
    return getattr(Dispatcher(1), key, lambda n: f"default {n}")(2)


def dispatch_by_changed_name(name: str, flag: bool) -> int:
    key = "do_"
    if flag:
        key = name
    return getattr(Dispatcher(7), key, -1)


def dispatch_visit(value: int) -> str:
    return Dispatcher(1).visit(value)


def dispatch_of_methods_only(name: str) -> str:
    method = getattr(Handlers(), name, None)
    return method() if method else "unknown"


def dispatch_fields(names: list[str]) -> list[int]:
    return [getattr(Dispatcher(5), name) for name in names]


ARGUMENTS = {
    dispatch_by_prefix: [("add",), ("mul",), ("div",), ("",)],
    dispatch_or_raise: [("start",), ("stop",), ("halt",)],
    dispatch_by_stored_name: [("start",), ("stop",), ("halt",)],
    dispatch_by_changed_name: [("k", True), ("other", True), ("x", True), ("x", False)],
    dispatch_visit: [(3,)],
    dispatch_of_methods_only: [("start",), ("stop",), ("x",)],
    dispatch_fields: [(["k", "other"],), ([],)],
}
