import csv
import io
from typing import Any


def csv_with_delimiter(rows: list[list[str]], delimiter: str, quotechar: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, quotechar=quotechar, lineterminator="\n").writerows(rows)
    return out.getvalue()


def csv_read_with_delimiter(text: str, delimiter: str, quotechar: str) -> list[list[str]]:
    return list(csv.reader(text.splitlines(), delimiter=delimiter, quotechar=quotechar))


ARGUMENTS: dict[Any, list[tuple[Any, ...]]] = {
    csv_with_delimiter: [([["a", "b;c"]], ";", "'"), ([["a", "b"]], "", '"'), ([], "ab", '"'), ([["a"]], ",", ""), ([["é,"]], ",", '"')],
    csv_read_with_delimiter: [("a;'b;c'", ";", "'"), ("a", "", '"'), ("", ",", "xy")],
}
