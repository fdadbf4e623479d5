import unicodedata

FORMS = ["NFC", "NFD", "NFKC", "NFKD"]


def unicode_normalize(text: str) -> list[tuple[str, bool]]:
    return [(unicodedata.normalize(form, text), unicodedata.is_normalized(form, text)) for form in FORMS]


def unicode_wrong_form(form: str, text: str) -> str:
    return unicodedata.normalize(form, text)


def unicode_properties(text: str) -> list[tuple[str, str, str, int]]:
    return [
        (unicodedata.category(c), unicodedata.bidirectional(c), unicodedata.east_asian_width(c), unicodedata.combining(c)) for c in text
    ]


def unicode_numbers(text: str) -> list[tuple[int | None, int, float | str]]:
    return [(unicodedata.decimal(c, None), unicodedata.digit(c, -1), unicodedata.numeric(c, "none")) for c in text]


def unicode_value(character: str, which: int) -> int | float:
    if which == 0:
        return unicodedata.decimal(character)
    if which == 1:
        return unicodedata.digit(character)
    return unicodedata.numeric(character)


def unicode_category_of(character: str) -> str:
    return unicodedata.category(character) + unicodedata.unidata_version + unicodedata.name("é") + unicodedata.lookup("DIGIT ONE")


def unicode_strip_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).lower()


TEXTS = ["", "abc", "é e\u0301 ﬁ ½ Å", "\u1e9b\u0323", "한글 각\u11a8", "\u0344\u0385", "a\u0315\u0300\u05ae\u0062", "\ud800x", "😀٣²Ⅷ一"]
ALL = ["".join(map(chr, range(start, start + 0x1100))) for start in range(0, 0x3400, 0x1100)]
ARGUMENTS = {
    unicode_normalize: [(text,) for text in [*TEXTS, *ALL, "".join(map(chr, range(0xF900, 0xFFFF))), "\U0001d15e\U0002f800\U000110ab"]],
    unicode_wrong_form: [("X", "é"), ("X", ""), ("NFC", "x")],
    unicode_properties: [(text,) for text in [*TEXTS, *ALL]],
    unicode_numbers: [(text,) for text in [*TEXTS, *ALL]],
    unicode_value: [(character, which) for character in ["5", "٣", "²", "½", "x", "", "ab"] for which in range(3)],
    unicode_category_of: [("a",), ("",), ("ab",), ("\u0301",)],
    unicode_strip_accents: [("Crème Brûlée ﬁn",), ("",)],
}
