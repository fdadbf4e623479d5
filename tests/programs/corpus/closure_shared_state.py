from collections.abc import Callable


def make() -> tuple[Callable[[str], None], Callable[[], list[str]], Callable[[], int]]:
    items: list[str] = []
    count = 0

    def put(x: str) -> None:
        nonlocal count
        items.append(x)
        count += 1

    def get() -> list[str]:
        return items

    def size() -> int:
        return count

    return put, get, size


def counter() -> Callable[[], Callable[[], int]]:
    n = 0

    def outer() -> Callable[[], int]:
        m = 0

        def inner() -> int:
            nonlocal n, m
            n += 1
            m += 10
            return n * 1000 + m

        return inner

    return outer


def closure_shared_state(words: list[str]) -> list[object]:
    put, get, size = make()
    put2, get2, size2 = make()
    for w in words:
        put(w)
    if words:
        put2("only")
    held = get()
    held.append("direct")
    make_inner = counter()
    a, b = make_inner(), make_inner()
    order = [a(), a(), b(), a(), b()]
    x = 1
    f = lambda: x
    x = 2
    return [get(), size(), get2(), size2(), get() is held, order, f()]


ARGUMENTS = [(["a", "b"],), ([],), (["é"],)]
