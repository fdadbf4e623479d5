"""decimal in its default context: 28 digits, ROUND_HALF_EVEN, and no NaN or infinity. A coefficient is a text of digits."""

import math
import re

PRECISION = 28
SYNTAX = re.compile(r"([-+]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))(?:[eE]([-+]?\d+))?")
SPECIAL = re.compile(r"[-+]?(?:inf(?:inity)?|s?nan\d*)", re.IGNORECASE)
SPECIFICATION = re.compile(r"(?:(.)?([<>=^]))?([-+ ])?(0)?(\d+)?(,)?(?:\.(\d+))?([fFeEgGn%])?")
FARTHEST = 5000  # digits that two numbers may be apart
POWERS = 400


class DecimalException(ArithmeticError):
    pass


class InvalidOperation(DecimalException):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


def invalid(name):
    return InvalidOperation(f"[<class 'decimal.{name}'>]")


# ---- coefficients


def plus(a, b):
    size = max(len(a), len(b))
    carry = 0
    out = []
    for x, y in zip(reversed(a.rjust(size, "0")), reversed(b.rjust(size, "0")), strict=True):
        carry, digit = divmod(int(x) + int(y) + carry, 10)
        out.append(str(digit))
    if carry:
        out.append("1")
    return "".join(reversed(out)).lstrip("0") or "0"


def minus(a, b):
    """Of two numbers the first of which is not smaller."""
    borrow = 0
    out = []
    for x, y in zip(reversed(a), reversed(b.rjust(len(a), "0")), strict=True):
        digit = int(x) - int(y) - borrow
        borrow = 1 if digit < 0 else 0
        out.append(str(digit + 10 * borrow))
    return "".join(reversed(out)).lstrip("0") or "0"


def times(a, b):
    out = [0] * (len(a) + len(b))
    for i, x in enumerate(reversed(a)):
        carry = 0
        factor = int(x)
        for j, y in enumerate(reversed(b)):
            carry, out[i + j] = divmod(out[i + j] + factor * int(y) + carry, 10)
        out[i + len(b)] += carry
    return "".join([str(digit) for digit in reversed(out)]).lstrip("0") or "0"


def less(a, b):
    return (len(a), a) < (len(b), b)


def parted(a, b):
    """Quotient and remainder."""
    quotient = []
    rest = "0"
    for digit in a:
        rest = (rest + digit).lstrip("0") or "0"
        count = 0
        while not less(rest, b):
            rest = minus(rest, b)
            count += 1
        quotient.append(str(count))
    return "".join(quotient).lstrip("0") or "0", rest


def goes_up(negative, kept, cut, rounding):
    """Whether a coefficient from which the digits `cut` are taken away becomes one larger."""
    if not cut.strip("0"):
        return False
    half = "5" + "0" * (len(cut) - 1)
    odd = int(kept[-1:] or "0") % 2 == 1
    if rounding == "ROUND_HALF_EVEN":
        return cut > half or (cut == half and odd)
    if rounding == "ROUND_HALF_UP":
        return cut >= half
    if rounding == "ROUND_HALF_DOWN":
        return cut > half
    if rounding == "ROUND_UP":
        return True
    if rounding == "ROUND_CEILING":
        return not negative
    if rounding == "ROUND_FLOOR":
        return bool(negative)
    if rounding == "ROUND_05UP":
        return kept[-1:] in ("", "0", "5")
    if rounding == "ROUND_DOWN":
        return False
    raise TypeError(
        "valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n"
        "   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]"
    )


def without(negative, digits, count, rounding):
    """A coefficient without its last digits."""
    if count > len(digits):
        digits = digits.rjust(count, "0")
    kept, cut = digits[: len(digits) - count], digits[len(digits) - count :]
    up = goes_up(negative, kept, cut, rounding)
    return plus(kept or "0", "1") if up else kept.lstrip("0") or "0"


def fixed(negative, digits, exponent):
    """In the precision of the context."""
    count = len(digits) - PRECISION
    if count > 0:
        digits = without(negative, digits, count, "ROUND_HALF_EVEN")
        exponent += count
        if len(digits) > PRECISION:
            digits = digits[:-1]
            exponent += 1
    return made(negative, digits, exponent)


def made(negative, digits, exponent):
    out = Decimal()
    out.negative = bool(negative)
    out.digits = digits
    out.exponent = exponent
    return out


def of_number(value):
    """An int as a Decimal."""
    return made(value < 0, str(value).lstrip("-"), 0)


def of_float(value):
    if value != value or value in (float("inf"), float("-inf")):
        raise NotImplementedError("a Decimal of infinity or NaN")
    negative = value < 0 or (value == 0 and str(value).startswith("-"))
    if value == 0:
        return made(negative, "0", 0)
    fraction, power = math.frexp(abs(value))
    number = int(fraction * 2.0**53)
    power -= 53
    while number % 2 == 0 and power < 0:
        number //= 2
        power += 1
    digits = str(number)
    for _ in range(power):
        digits = times(digits, "2")
    for _ in range(-power):
        digits = times(digits, "5")
    return made(negative, digits, min(power, 0))


class Decimal:
    def __init__(self, value=0):
        if isinstance(value, Decimal):
            self.negative = value.negative
            self.digits = value.digits
            self.exponent = value.exponent
        elif isinstance(value, str):
            text = value.strip().replace("_", "")
            found = SYNTAX.fullmatch(text)
            if found is None:
                if SPECIAL.fullmatch(text):
                    raise NotImplementedError("a Decimal of infinity or NaN")
                raise invalid("ConversionSyntax")
            whole = found.group(2) or ""
            part = found.group(3) or found.group(4) or ""
            self.negative = found.group(1) == "-"
            if not text.isascii():
                raise NotImplementedError("a Decimal of digits that are not ASCII")
            self.digits = (whole + part).lstrip("0") or "0"
            self.exponent = int(found.group(5) or "0") - len(part)
        elif isinstance(value, float):
            other = of_float(value)
            self.negative = other.negative
            self.digits = other.digits
            self.exponent = other.exponent
        elif isinstance(value, int):
            number = int(value)
            self.negative = number < 0
            self.digits = str(number).lstrip("-")
            self.exponent = 0
        else:
            raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")

    # ---- text

    def adjusted(self):
        return self.exponent + len(self.digits) - 1

    def __str__(self):
        sign = "-" if self.negative else ""
        left = self.exponent + len(self.digits)
        point = left if self.exponent <= 0 and left > -6 else 1
        if point <= 0:
            whole, part = "0", "." + "0" * -point + self.digits
        elif point >= len(self.digits):
            whole, part = self.digits + "0" * (point - len(self.digits)), ""
        else:
            whole, part = self.digits[:point], "." + self.digits[point:]
        power = "" if left == point else f"E{left - point:+d}"
        return sign + whole + part + power

    def __repr__(self):
        return f"Decimal('{self}')"

    def __format__(self, spec):
        if not spec:
            return str(self)
        found = SPECIFICATION.fullmatch(spec)
        if found is None:
            raise ValueError("invalid format string")
        fill, align, sign, zero, width, comma, places, kind = found.groups()
        value = self
        if kind == "%":
            value = made(self.negative, self.digits, self.exponent + 2)
        elif kind not in (None, "f", "F"):
            raise NotImplementedError(f"the format {spec!r} of a Decimal")
        if places is not None and kind is None:
            raise NotImplementedError(f"the format {spec!r} of a Decimal")
        if places is not None:
            value = value.rescaled(-int(places), "ROUND_HALF_EVEN")
        elif kind is not None and value.exponent > 0:
            value = value.rescaled(0, "ROUND_HALF_EVEN")
        text = value.plain() if kind is not None else str(value)
        mark = "-" if value.negative else sign if sign in ("+", " ") else ""
        text = text.lstrip("-")
        if comma:
            whole, dot, part = text.partition(".")
            text = f"{grouped(whole)}{dot}{part}"
        if kind == "%":
            text += "%"
        size = int(width or "0")
        if zero and not align:
            if comma:
                raise NotImplementedError(f"the format {spec!r} of a Decimal")
            return mark + text.rjust(size - len(mark), "0")
        filler = fill or " "
        room = size - len(mark) - len(text)
        if room <= 0:
            return mark + text
        if align == "<":
            return mark + text + filler * room
        if align == "=":
            return mark + filler * room + text
        if align == "^":
            return filler * (room // 2) + mark + text + filler * (room - room // 2)
        return filler * room + mark + text

    def plain(self):
        """Without an exponent."""
        sign = "-" if self.negative else ""
        if self.exponent >= 0:
            return sign + (self.digits + "0" * self.exponent if self.digits != "0" else "0")
        digits = self.digits.rjust(1 - self.exponent, "0")
        return f"{sign}{digits[: len(digits) + self.exponent]}.{digits[len(digits) + self.exponent :]}"

    # ---- conversions

    def __bool__(self):
        return self.digits != "0"

    def __int__(self):
        if self.exponent >= 0:
            number = int(self.digits + "0" * self.exponent) if self.digits != "0" else 0
        else:
            number = int(self.digits[: self.exponent] or "0")
        return -number if self.negative else number

    def __float__(self):
        return float(str(self))

    def __hash__(self):
        value = self.normalize()
        return hash((value.negative and value.digits != "0", value.digits, value.exponent))

    # ---- order

    def order(self, other):
        """-1, 0 or 1."""
        low = min(self.exponent, other.exponent)
        check_apart(self, other)
        mine = (self.digits + "0" * (self.exponent - low)).lstrip("0") or "0"
        theirs = (other.digits + "0" * (other.exponent - low)).lstrip("0") or "0"
        if mine == "0" and theirs == "0":
            return 0
        negative, other_negative = self.negative and mine != "0", other.negative and theirs != "0"
        if negative != other_negative:
            return -1 if negative else 1
        if mine == theirs:
            return 0
        return -1 if less(mine, theirs) != negative else 1

    def __eq__(self, other):
        if isinstance(other, Decimal):
            return self.order(other) == 0
        if isinstance(other, int):
            return self.order(of_number(other)) == 0
        if isinstance(other, float):
            return self.order(of_float(other)) == 0
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, Decimal):
            return self.order(other) < 0
        if isinstance(other, int):
            return self.order(of_number(other)) < 0
        if isinstance(other, float):
            return self.order(of_float(other)) < 0
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, Decimal):
            return self.order(other) <= 0
        if isinstance(other, int):
            return self.order(of_number(other)) <= 0
        if isinstance(other, float):
            return self.order(of_float(other)) <= 0
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, Decimal):
            return self.order(other) > 0
        if isinstance(other, int):
            return self.order(of_number(other)) > 0
        if isinstance(other, float):
            return self.order(of_float(other)) > 0
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, Decimal):
            return self.order(other) >= 0
        if isinstance(other, int):
            return self.order(of_number(other)) >= 0
        if isinstance(other, float):
            return self.order(of_float(other)) >= 0
        return NotImplemented

    def compare(self, other):
        return of_number(self.order(Decimal(other)))

    def max(self, other):
        return fixed_of(self if self.order(Decimal(other)) >= 0 else Decimal(other))

    def min(self, other):
        return fixed_of(self if self.order(Decimal(other)) <= 0 else Decimal(other))

    # ---- arithmetic

    def __neg__(self):
        return fixed(not self.negative and self.digits != "0", self.digits, self.exponent)

    def __pos__(self):
        return fixed(self.negative and self.digits != "0", self.digits, self.exponent)

    def __abs__(self):
        return fixed(False, self.digits, self.exponent)

    def __add__(self, other):
        if isinstance(other, Decimal):
            return added(self, other, other.negative)
        if isinstance(other, int):
            return added(self, of_number(other), other < 0)
        return NotImplemented

    def __radd__(self, other):
        if isinstance(other, int):
            return added(of_number(other), self, self.negative)
        return NotImplemented

    def __sub__(self, other):
        if isinstance(other, Decimal):
            return added(self, other, not other.negative)
        if isinstance(other, int):
            return added(self, of_number(other), other >= 0)
        return NotImplemented

    def __rsub__(self, other):
        if isinstance(other, int):
            return added(of_number(other), self, not self.negative)
        return NotImplemented

    def __mul__(self, other):
        if isinstance(other, Decimal):
            return multiplied(self, other)
        if isinstance(other, int):
            return multiplied(self, of_number(other))
        return NotImplemented

    def __rmul__(self, other):
        if isinstance(other, int):
            return multiplied(of_number(other), self)
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, Decimal):
            return divided(self, other)
        if isinstance(other, int):
            return divided(self, of_number(other))
        return NotImplemented

    def __rtruediv__(self, other):
        if isinstance(other, int):
            return divided(of_number(other), self)
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, Decimal):
            return quotient_and_rest(self, other, "//")[0]
        if isinstance(other, int):
            return quotient_and_rest(self, of_number(other), "//")[0]
        return NotImplemented

    def __rfloordiv__(self, other):
        if isinstance(other, int):
            return quotient_and_rest(of_number(other), self, "//")[0]
        return NotImplemented

    def __mod__(self, other):
        if isinstance(other, Decimal):
            return quotient_and_rest(self, other, "%")[1]
        if isinstance(other, int):
            return quotient_and_rest(self, of_number(other), "%")[1]
        return NotImplemented

    def __rmod__(self, other):
        if isinstance(other, int):
            return quotient_and_rest(of_number(other), self, "%")[1]
        return NotImplemented

    def __divmod__(self, other):
        if isinstance(other, Decimal):
            return quotient_and_rest(self, other, "divmod")
        if isinstance(other, int):
            return quotient_and_rest(self, of_number(other), "divmod")
        return NotImplemented

    def __pow__(self, other):
        if isinstance(other, Decimal):
            number = int(other)
            if other != number:
                raise NotImplementedError("a Decimal to a power that is no whole number")
            return raised(self, number)
        if isinstance(other, int):
            return raised(self, other)
        return NotImplemented

    # ---- rounding

    def rescaled(self, exponent, rounding):
        if self.exponent >= exponent:
            zeros = "0" * (self.exponent - exponent) if self.digits != "0" else ""
            return made(self.negative, self.digits + zeros, exponent)
        return made(self.negative, without(self.negative, self.digits, exponent - self.exponent, rounding), exponent)

    def quantize(self, exp, rounding=None):
        out = self.rescaled(Decimal(exp).exponent, "ROUND_HALF_EVEN" if rounding is None else rounding)
        if len(out.digits) > PRECISION:
            raise invalid("InvalidOperation")
        return out

    def to_integral_value(self, rounding=None):
        if self.exponent >= 0:
            return Decimal(self)
        return self.rescaled(0, "ROUND_HALF_EVEN" if rounding is None else rounding)

    def to_integral(self, rounding=None):
        return self.to_integral_value(rounding)

    def __round__(self, n=None):
        if n is None:
            return int(self.rescaled(0, "ROUND_HALF_EVEN"))
        out = self.rescaled(-n, "ROUND_HALF_EVEN")
        if len(out.digits) > PRECISION:
            raise invalid("InvalidOperation")
        return out

    def __floor__(self):
        return int(self.rescaled(0, "ROUND_FLOOR"))

    def __ceil__(self):
        return int(self.rescaled(0, "ROUND_CEILING"))

    def __trunc__(self):
        return int(self)

    def normalize(self):
        value = fixed(self.negative, self.digits, self.exponent)
        if value.digits == "0":
            return made(value.negative, "0", 0)
        kept = value.digits.rstrip("0")
        return made(value.negative, kept, value.exponent + len(value.digits) - len(kept))

    def scaleb(self, other):
        return fixed(self.negative, self.digits, self.exponent + int(other))

    def is_zero(self):
        return self.digits == "0"

    def is_signed(self):
        return self.negative

    def is_finite(self):
        return True

    def is_nan(self):
        return False

    def is_infinite(self):
        return False

    def copy_abs(self):
        return made(False, self.digits, self.exponent)

    def copy_negate(self):
        return made(not self.negative, self.digits, self.exponent)


def fixed_of(value):
    return fixed(value.negative, value.digits, value.exponent)


def check_apart(left, right):
    if abs(left.exponent - right.exponent) > FARTHEST:
        raise NotImplementedError("two Decimals so far apart")


def grouped(whole):
    """With a comma between thousands."""
    first = len(whole) % 3 or 3
    parts = [whole[:first]]
    for at in range(first, len(whole), 3):
        parts.append(whole[at : at + 3])
    return ",".join(parts)


def added(left, right, negative):
    """The sum, `right` with another sign."""
    check_apart(left, right)
    low = min(left.exponent, right.exponent)
    mine = (left.digits + "0" * (left.exponent - low)).lstrip("0") or "0"
    theirs = (right.digits + "0" * (right.exponent - low)).lstrip("0") or "0"
    if mine == "0" and theirs == "0":
        return fixed(left.negative and negative, "0", low)
    if left.negative == negative:
        return fixed(negative, plus(mine, theirs), low)
    if mine == theirs:
        return fixed(False, "0", low)
    if less(mine, theirs):
        return fixed(negative, minus(theirs, mine), low)
    return fixed(left.negative, minus(mine, theirs), low)


def multiplied(left, right):
    return fixed(left.negative != right.negative, times(left.digits, right.digits), left.exponent + right.exponent)


def check_divisor(left, right):
    if right.digits == "0":
        if left.digits == "0":
            raise invalid("DivisionUndefined")
        raise DivisionByZero("[<class 'decimal.DivisionByZero'>]")


def divided(left, right):
    check_divisor(left, right)
    negative = left.negative != right.negative
    ideal = left.exponent - right.exponent
    if left.digits == "0":
        return fixed(negative, "0", ideal)
    shift = len(right.digits) - len(left.digits) + PRECISION + 1
    exponent = ideal - shift
    if shift >= 0:
        coefficient, rest = parted(left.digits + "0" * shift, right.digits)
    else:
        coefficient, rest = parted(left.digits, right.digits + "0" * -shift)
    if rest != "0":
        if coefficient[-1] in "05":
            coefficient = plus(coefficient, "1")
    else:
        while exponent < ideal and coefficient[-1] == "0":
            coefficient = coefficient[:-1]
            exponent += 1
    return fixed(negative, coefficient, exponent)


def quotient_and_rest(left, right, symbol):
    if right.digits == "0":
        if left.digits == "0" and symbol != "%":
            raise invalid("DivisionUndefined")
        if symbol == "%":
            raise invalid("DivisionUndefined" if left.digits == "0" else "InvalidOperation")
        if symbol == "divmod":
            raise InvalidOperation("[<class 'decimal.InvalidOperation'>, <class 'decimal.DivisionByZero'>]")
        raise DivisionByZero("[<class 'decimal.DivisionByZero'>]")
    check_apart(left, right)
    low = min(left.exponent, right.exponent)
    mine = (left.digits + "0" * (left.exponent - low)).lstrip("0") or "0"
    theirs = right.digits + "0" * (right.exponent - low)
    whole, rest = parted(mine, theirs)
    if len(whole) > PRECISION:
        raise invalid("DivisionImpossible")
    return made(left.negative != right.negative, whole, 0), fixed(left.negative, rest, low)


def raised(base, power):
    if power < 0 or power > POWERS:
        raise NotImplementedError("a Decimal to a negative or very large power")
    if power == 0 and base.digits == "0":
        raise invalid("InvalidOperation")
    if base.digits == "0":
        return made(base.negative and power % 2 == 1, "0", 0)
    digits = "1"
    for _ in range(power):
        digits = times(digits, base.digits)
        if len(digits) > PRECISION:
            raise NotImplementedError("a power of a Decimal that has more than 28 digits")
    return made(base.negative and power % 2 == 1, digits, base.exponent * power)
