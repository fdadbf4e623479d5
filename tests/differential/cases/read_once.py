"""Variables that are read once: what they hold may go to its reader, but only where no later turn or handler looks again."""

from collections.abc import Iterator


def read_once_before_a_loop(items: list[str], n: int) -> list[list[str]]:
    kept = items + ["end"]
    out: list[list[str]] = []
    for _ in range(n):
        again = kept
        out.append(again)
    return out


def read_once_where_stored_sometimes(flags: list[bool]) -> list[list[int]]:
    last: list[int] = [0]
    out: list[list[int]] = []
    for at, flag in enumerate(flags):
        if flag:
            last = [at]
        seen = last
        out.append(seen)
    return out


def read_once_a_turn(words: list[str]) -> list[list[str]]:
    out: list[list[str]] = []
    for word in words:
        parts = word.split("-")
        chosen = parts if len(word) > 2 else [word]
        out.append(chosen)
    return out


def read_once_in_the_turn_after(words: list[str]) -> list[str]:
    before = ["start"]
    out: list[str] = []
    for word in words:
        shown = before
        out.append(",".join(shown))
        before = [word]
    return out


def read_once_in_a_handler(texts: list[str]) -> list[list[str]]:
    out: list[list[str]] = []
    for text in texts:
        found: list[str] = []
        try:
            found = [text]
            found.append(str(int(text)))
        except ValueError:
            failed = found
            out.append(failed)
    return out


def read_once_in_an_inner_loop(rows: list[list[str]]) -> list[list[str]]:
    out: list[list[str]] = []
    for row in rows:
        head = row[:1]
        while len(out) < 10:
            out.append(head)
            if len(out) % 3 == 0:
                break
    return out


def read_once_parameter(items: list[int], other: list[int] | None = None) -> list[list[int]]:
    same: list[list[int]] = [items]
    chosen = other if other is not None else [1]
    same.append(chosen)
    same[0].append(5)
    return same


def read_once_after_del(flag: bool) -> list[str]:
    kept = ["a"]
    if flag:
        del kept
    moved = kept
    return moved


def read_once_by_a_closure(items: list[str]) -> list[list[str]]:
    held = list(items)

    def give() -> list[str]:
        return held

    return [give(), give()]


def read_once_generator(items: list[str]) -> Iterator[list[str]]:
    held = [*items]
    for _ in items:
        yield held
        held = held[1:]


def read_once_by_the_result(flag: bool, items: list[str]) -> list[str] | None | str:
    held = [*items]
    text = "".join(held[:1])
    if flag:
        return text
    return held


def read_once_in_finally(items: list[str]) -> list[str]:
    held = [*items, "x"]
    try:
        if len(items) > 1:
            return items
        raise KeyError("one")
    except KeyError:
        items = ["caught"]
    finally:
        last = held
        last.append("finally")
    return items + last


def read_once_variant(numbers: list[float]) -> list[float | str]:
    out: list[float | str] = []
    value: float | str = 0.0
    for number in numbers:
        value = number if number > 0 else str(number)
        kept = value
        out.append(kept)
    return out


ARGUMENTS = {
    read_once_before_a_loop: [(["a", "b"], 3), ([], 0)],
    read_once_where_stored_sometimes: [([True, False, False, True],), ([False, False],), ([],)],
    read_once_a_turn: [(["a-b", "c", "d-e-f"],)],
    read_once_in_the_turn_after: [(["a", "b", "c"],)],
    read_once_in_a_handler: [(["1", "x", "2", "y"],)],
    read_once_in_an_inner_loop: [([["a", "b"], ["c"], []],)],
    read_once_parameter: [([1, 2],), ([1], [3])],
    read_once_after_del: [(True,), (False,)],
    read_once_by_a_closure: [(["a"],)],
    read_once_generator: [(["a", "b", "c"],), ([],)],
    read_once_by_the_result: [(True, ["a"]), (False, ["a"]), (True, [])],
    read_once_in_finally: [(["a"],), (["a", "b"],)],
    read_once_variant: [([1.0, -2.0, 3.0],)],
}
