"""Constants of classes of the standard library that no code makes an instance of."""

import datetime
import decimal
import fractions
import pathlib
import string
import uuid

DAY = datetime.date(2020, 1, 2)
MOMENT = datetime.datetime(2020, 1, 2, 3, 4, 5, 6, datetime.timezone.utc)
SPAN = datetime.timedelta(days=1, seconds=2)
THIRD = fractions.Fraction(1, 3)
PRICE = decimal.Decimal("1.10")
ROOT = pathlib.PurePosixPath("/a/b.txt")
GREETING = string.Template("hello $name")
NAMESPACE = uuid.UUID("12345678-1234-5678-1234-567812345678")
TABLE = {"day": DAY, "other": datetime.date(1999, 12, 31)}


def constant_date_part() -> int:
    return DAY.year


def constant_date_text() -> str:
    return str(DAY)


def constant_moment() -> str:
    return MOMENT.isoformat()


def constant_span() -> float:
    return SPAN.total_seconds()


def constant_fraction() -> int:
    return THIRD.denominator


def constant_decimal() -> str:
    return str(PRICE)


def constant_path() -> str:
    return ROOT.suffix


def constant_template(name: str) -> str:
    return GREETING.substitute(name=name)


def constant_uuid() -> str:
    return NAMESPACE.hex


def constant_dates_in_a_dict(key: str) -> str:
    return TABLE[key].isoformat()


def constant_as_default(day: str = "", at: datetime.date = DAY) -> int:  # noqa: B008
    return at.month


def constant_default_of_a_helper() -> int:
    return constant_as_default("x")


ARGUMENTS = {
    **{
        function: [()]
        for function in (
            constant_date_part,
            constant_date_text,
            constant_moment,
            constant_span,
            constant_fraction,
            constant_decimal,
            constant_path,
            constant_uuid,
            constant_default_of_a_helper,
        )
    },
    constant_template: [("x",)],
    constant_dates_in_a_dict: [("day",), ("other",), ("none",)],
}
