ROMAN = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]
ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


def roman(n: int) -> str:
    if not 0 < n < 4000:
        raise ValueError(f"{n} is out of range")
    out = ""
    for value, sign in ROMAN:
        count, n = divmod(n, value)
        out += sign * count
    return out


def words(n: int) -> str:
    if n < 0:
        return "minus " + words(-n)
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + ("-" + ONES[n % 10] if n % 10 else "")
    for size, name in ((10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if n >= size:
            head, tail = divmod(n, size)
            return f"{words(head)} {name}" + (f" {words(tail)}" if tail else "")
    assert False, "unreachable"


def roman_and_words(numbers: list[int]) -> list[tuple[str, str]]:
    out = []
    for n in numbers:
        try:
            r = roman(n)
        except ValueError as e:
            r = "! " + e.args[0]
        out.append((r, words(n).capitalize()))
    return out


ARGUMENTS = [([1, 4, 1994, 3999, 4000, 0, -7],), ([],), ([1_000_000_007, 110, 20, 99],)]
