"""What loops hold of lists, characters held as code points, texts that grow in place."""

from __future__ import annotations

from collections.abc import Iterator


def loop_reads_from_both_ends(values: list[int], count: int) -> int:
    total = 0
    for at in range(count):
        total = total * 3 + values[at] - values[-1 - at]
    return total


def loop_leaves_the_list(values: list[float], count: int) -> list[float]:
    for at in range(count):
        values[at] = values[at] * 2 + len(values)
    return values


def loop_with_an_alias(values: list[int]) -> tuple[list[int], int]:
    other = values
    total = 0
    for at in range(20):
        if at < len(values):
            total += values[at]
        other.append(at)
    return values, total


def grow_list_by(values: list[int], more: int) -> int:
    values.append(more)
    return len(values)


def loop_calls_what_appends(values: list[int]) -> list[int]:
    at = 0
    while at < len(values) and len(values) < 40:
        values[at] = grow_list_by(values, values[at] + 1)
        at += 1
    return values


def loop_replaces_its_list(values: list[int]) -> list[int]:
    seen = []
    for at in range(5):
        seen.append(values[at % len(values)])
        if at == 2:
            values = [9]
    return seen


def loop_over_what_it_stores(values: list[int]) -> list[int]:
    at = 0
    for value in values:
        at += 1
        values[at % len(values)] = value + at
    return values


def loop_over_what_it_empties(values: list[int]) -> list[int]:
    seen = []
    for value in values:
        seen.append(value)
        values.pop()
    return seen + values


def nested_rows(rows: list[list[int]]) -> list[list[int]]:
    for at in range(len(rows)):
        row = rows[at]
        for place in range(len(row)):
            row[place] += rows[at - 1][0]
            rows[-1 - at][place] -= 1
        rows[at] = rows[0]
    return rows


def loop_before_its_list(count: int) -> int:
    total = 0
    for at in range(count):
        total += late[at]
    late = [1, 2, 3]
    for at in range(3):
        total += late[at]
    return total


def loop_catches_what_is_missing(values: list[int], wanted: list[int]) -> list[int]:
    found = []
    for at in wanted:
        try:
            found.append(values[at])
        except IndexError:
            found.append(-1)
    return found


class Track:
    def __init__(self, places: list[int]) -> None:
        self.places = places

    def __eq__(self, other: object) -> bool:
        self.places.append(0)
        return isinstance(other, Track) and len(self.places) % 3 == 0


def loop_compares_what_appends(values: list[int]) -> list[int]:
    one = Track(values)
    two = Track([1])
    for at in range(6):
        if one == two:
            values[at] = len(values)
        values[-1] = at
    return values


def steps_down(values: list[int]) -> list[int]:
    out = []
    for at in range(len(values) - 1, -1, -1):
        out.append(values[at])
    for at in range(3, 0, 1):
        out.append(at)
    for at in range(-2, 2):
        out.append(values[at])
    return out


def bubble_sorted(values: list[float]) -> list[float]:
    n = len(values)
    for end in range(n - 1, 0, -1):
        for at in range(end):
            if values[at] > values[at + 1]:
                values[at], values[at + 1] = values[at + 1], values[at]
    return values


def rows_of_flags(n: int) -> list[list[bool]]:
    board = [[False] * n for _ in range(n)]
    for row in range(n):
        for column in range(n):
            board[row][column] = (row * column) % 3 == 1
            if row > 0 and board[row - 1][column]:
                board[row][column] = not board[row][column]
    return board


def letters_counted(text: str) -> list[int]:
    letters = digits = spaces = others = upper = 0
    for c in text:
        if c.isalpha():
            letters += 1
            if c.isupper():
                upper += 1
        elif c.isdigit():
            digits += 1
        elif c.isspace():
            spaces += 1
        else:
            others += ord(c)
    return [letters, digits, spaces, others, upper]


def letters_in_order(text: str) -> list[bool]:
    out = []
    previous = "m"
    for c in text:
        out += [c < previous, c <= "m", "b" > c, c >= "", c > "aa", "é" == c, c != previous, "a" <= c <= "z"]
        previous = c
    return out


def letters_kept(text: str) -> tuple[list[str], dict[str, int], set[str], str]:
    kept = []
    counts: dict[str, int] = {}
    seen = set()
    last = ""
    for c in text:
        if c in "aeiou" or c == "é":
            kept.append(c)
        counts[c] = counts.get(c, 0) + 1
        if c not in seen:
            seen.add(c)
        if c in counts and c != " ":
            last = c
    return kept, counts, seen, last


def letters_changed(text: str) -> str:
    out = ""
    for at, c in enumerate(text):
        if c == "x":
            out += c.upper() * 2
        elif c > "p":
            out += c
        else:
            out += f"<{c}{at}>"
    return out


def letters_by_place(text: str) -> list[int]:
    out = []
    for at in range(len(text)):
        if text[at] == text[-1 - at]:
            out.append(at)
        elif text[at] < text[len(text) // 2]:
            out.append(-ord(text[at]))
    return out


def letter_beyond_the_end(text: str, at: int) -> bool:
    return text[at] == "a" or text[-at] == "b"


def letters_paired(left: str, right: str, strict: bool) -> list[int]:
    out = []
    for a, b in zip(left, right, strict=strict):
        out.append(1 if a == b else 2 if a < b else ord(a) - ord(b))
    return out


def letters_backwards(text: str) -> tuple[str, int]:
    out = ""
    upper = 0
    for c in reversed(text):
        if c.isupper():
            upper += 1
        out += c
    return out, upper


def letters_of_codes(codes: list[int]) -> list[bool]:
    out = []
    for code in codes:
        c = chr(code)
        out.append(c == "A" or c.isalpha() or c in "0123")
    return out


def letters_yielded(text: str) -> Iterator[str]:
    depth = 0
    for c in text:
        if c == "(":
            depth += 1
        yield c if depth == 0 else c + str(depth)
        if c == ")":
            depth -= 1


def letter_after_the_loop(text: str) -> str:
    for c in text:
        if c == "!":
            break
    return c


def letter_that_becomes_text(text: str) -> list[str]:
    out = []
    for c in text:
        if c == "a":
            c = "abc"
        if c == "b":
            c += "!"
        out.append(c)
    return out


def letters_of_pairs(words: list[str]) -> list[tuple[str, str]]:
    pairs = []
    for word in words:
        for first, second in zip(word, word[1:]):
            if first != second and second not in ("a", "b"):
                pairs.append((first, second))
    return pairs


def letters_in_a_closure(text: str) -> list[int]:
    def rank(c: str) -> int:
        return 0 if c == "a" else ord(c)

    return [rank(c) for c in text if c != " "] + sorted([ord(c) for c in text if c.isalnum()], key=lambda code: -code)


def text_grows(n: int) -> tuple[str, str, str]:
    text = ""
    before = text
    for at in range(n):
        text += str(at)
        if at == n // 2:
            before = text
        text = text + "," + text[:2]
    kept = text
    text += text
    text += text[1:]
    text += ""
    return text, before, kept


def text_grows_beside_its_parts(start: str) -> list[str]:
    parts = []
    text = start
    for at in range(5):
        text += "ab"
        parts.append(text)
        head = text[:3]
        text += head
        head += "-"
        parts.append(head)
    return parts


def text_grows_in_conditions(n: int) -> tuple[str, int]:
    text = "x"
    total = 0
    while len(text := text + "y") < n:
        total += len(text)
    if (text := text + "z") and text.endswith("z"):
        text += text
    return text, total


def text_stays_when_the_other_raises(values: list[str], at: int) -> str:
    text = "kept"
    try:
        text += "more"
        text += values[at]
    except IndexError:
        text += "!"
    return text


def small_dicts(n: int) -> list[dict[str, int]]:
    out = []
    for size in range(n):
        made = {f"k{at}": at for at in range(size)}
        for at in range(0, size, 2):
            del made[f"k{at}"]
        made["again"] = size
        for at in range(size // 2):
            made[f"k{at}"] = -at
        if size % 3 == 0:
            made.pop("again")
        out.append(made)
    return out


def dict_that_shrinks(n: int) -> tuple[list[int], int]:
    made = {at: at * at for at in range(n)}
    for at in range(0, n - 3):
        del made[at]
    for at in range(n, n + 4):
        made[at] = 1
    while len(made) > 5:
        made.popitem()
    return list(made), sum(made.values())


TEXTS = ["", "a", "Hello, World 42!", "été (x) ÀÉ xyz", "😀a\u4e2d\u6587 b1\t", "axb!c", "abba", "((a)b)c"]

ARGUMENTS = {
    loop_reads_from_both_ends: [([1, 2, 3, 4], 4), ([1, 2], 3), ([], 0), ([], 1)],
    loop_leaves_the_list: [([1.0, 2.5], 2), ([1.0], 2)],
    loop_with_an_alias: [([1, 2],), ([],)],
    loop_calls_what_appends: [([1, 2, 3],), ([],)],
    loop_replaces_its_list: [([1, 2, 3],)],
    loop_over_what_it_stores: [([1, 2, 3, 4],), ([],)],
    loop_over_what_it_empties: [([1, 2, 3, 4, 5],)],
    nested_rows: [([[1, 2], [3, 4], [5, 6]],), ([[1, 2], [3]],), ([],)],
    loop_before_its_list: [(0,), (1,)],
    loop_catches_what_is_missing: [([1, 2, 3], [0, 2, 3, -3, -4])],
    loop_compares_what_appends: [([1, 2],)],
    steps_down: [([1, 2, 3],), ([1],)],
    bubble_sorted: [([3.0, 1.0, 2.0, -1.5, 9.0],), ([],)],
    rows_of_flags: [(5,), (0,)],
    letters_counted: [(text,) for text in TEXTS],
    letters_in_order: [(text,) for text in TEXTS],
    letters_kept: [(text,) for text in TEXTS],
    letters_changed: [(text,) for text in TEXTS],
    letters_by_place: [(text,) for text in TEXTS],
    letter_beyond_the_end: [("ab", 1), ("ab", 2), ("ab", -3), ("xy", 0), ("", 0)],
    letters_paired: [("abc", "abd", False), ("abc", "ab", True), ("ab", "abc", True), ("", "", True), ("é😀", "😀é", False)],
    letters_backwards: [(text,) for text in TEXTS],
    letters_of_codes: [([65, 48, 0, 0x1F600, 0xE9, 0xD800],), ([-1],), ([0x110000],)],
    letters_yielded: [(text,) for text in TEXTS],
    letter_after_the_loop: [(text,) for text in TEXTS],
    letter_that_becomes_text: [(text,) for text in TEXTS],
    letters_of_pairs: [(TEXTS,)],
    letters_in_a_closure: [(text,) for text in TEXTS],
    text_grows: [(0,), (1,), (30,)],
    text_grows_beside_its_parts: [("",), ("start",), ("é😀",)],
    text_grows_in_conditions: [(5,), (0,)],
    text_stays_when_the_other_raises: [(["a"], 0), (["a"], 1)],
    small_dicts: [(25,)],
    dict_that_shrinks: [(3,), (9,), (100,)],
}
