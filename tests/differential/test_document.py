from tests.differential.document import DOCUMENT, document


def test_the_language_page_says_what_the_tests_and_tables_say() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "run `make docs`"
