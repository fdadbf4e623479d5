"""The calendar: days, months and weeks as datetime counts them."""

DAY = 86_400_000_000
SECOND = 1_000_000
DAYS_IN_MONTH = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DAYS_BEFORE_MONTH = (0, 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)
MONTHS = ("", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
FULL_MONTHS = ("", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
FULL_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
EPOCH = 719163  # the ordinal of 1970-01-01


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year, month):
    return 29 if month == 2 and is_leap(year) else DAYS_IN_MONTH[month]


def days_before_year(year):
    before = year - 1
    return before * 365 + before // 4 - before // 100 + before // 400


def ordinal_of(year, month, day):
    return days_before_year(year) + DAYS_BEFORE_MONTH[month] + (1 if month > 2 and is_leap(year) else 0) + day


def date_of(ordinal):
    n = ordinal - 1
    n400, n = divmod(n, 146097)
    year = n400 * 400 + 1
    n100, n = divmod(n, 36524)
    n4, n = divmod(n, 1461)
    n1, n = divmod(n, 365)
    year += n100 * 100 + n4 * 4 + n1
    if n1 == 4 or n100 == 4:
        return year - 1, 12, 31
    month = 1
    while n >= days_in_month(year, month):
        n -= days_in_month(year, month)
        month += 1
    return year, month, n + 1


def check_date(year, month, day):
    if not 1 <= year <= 9999:
        raise ValueError(f"year {year} is out of range")
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= days_in_month(year, month):
        raise ValueError("day is out of range for month")


def check_time(hour, minute, second, microsecond):
    if not 0 <= hour <= 23:
        raise ValueError("hour must be in 0..23")
    if not 0 <= minute <= 59:
        raise ValueError("minute must be in 0..59")
    if not 0 <= second <= 59:
        raise ValueError("second must be in 0..59")
    if not 0 <= microsecond <= 999999:
        raise ValueError("microsecond must be in 0..999999")


def check_ordinal(ordinal):
    if not 1 <= ordinal <= 3652059:
        raise OverflowError("date value out of range")


def iso_monday(year):
    first = ordinal_of(year, 1, 1)
    weekday = (first + 6) % 7
    monday = first - weekday
    return monday + 7 if weekday > 3 else monday


def iso_week(year, month, day):
    today = ordinal_of(year, month, day)
    monday = iso_monday(year)
    if today < monday:
        year -= 1
        monday = iso_monday(year)
    elif today >= iso_monday(year + 1):
        year += 1
        monday = iso_monday(year)
    week, weekday = divmod(today - monday, 7)
    return year, week + 1, weekday + 1
