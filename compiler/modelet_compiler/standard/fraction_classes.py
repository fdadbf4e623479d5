"""fractions.Fraction of ints of 64 bits."""

import math
import re

FORM = re.compile(r"\s*([-+]?)(?:(\d+)(?:/(\d+))?|(\d*)\.(\d+)|(\d+)\.)(?:[eE]([-+]?\d+))?\s*")


def reduced(numerator, denominator):
    """Numerator / denominator, of which the latter is positive."""
    divisor = math.gcd(numerator, denominator)
    out = Fraction()
    out.numerator = numerator // divisor
    out.denominator = denominator // divisor
    return out


def power_of(base, power):
    """base**power, an int."""
    result = 1
    for _ in range(power):
        result *= base
    return result


def ratio_of(value):
    """A number as a Fraction."""
    return Fraction(value)


class Fraction:
    def __init__(self, numerator=0, denominator=None):
        if denominator is None:
            if isinstance(numerator, Fraction):
                self.numerator = numerator.numerator
                self.denominator = numerator.denominator
            elif isinstance(numerator, str):
                self.read(numerator)
            elif isinstance(numerator, float):
                self.numerator, self.denominator = numerator.as_integer_ratio()
            elif isinstance(numerator, int):
                self.numerator = int(numerator)
                self.denominator = 1
            else:
                raise TypeError("argument should be a string or a Rational instance")
        else:
            top, bottom = ratio_of(numerator), ratio_of(denominator)
            over = top.numerator * bottom.denominator
            under = top.denominator * bottom.numerator
            if under == 0:
                raise ZeroDivisionError(f"Fraction({over}, 0)")
            divisor = math.gcd(over, under) * (-1 if under < 0 else 1)
            self.numerator = over // divisor
            self.denominator = under // divisor

    def read(self, text):
        found = FORM.fullmatch(text)
        if found is None or (found.group(3) is not None and found.group(7) is not None):
            raise ValueError(f"Invalid literal for Fraction: {text!r}")
        sign, whole, below, before, after, alone, power = found.groups()
        digits = (whole or before or alone or "") + (after or "")
        over = int(digits)
        under = int(below or "1") * power_of(10, len(after or ""))
        shift = int(power or "0")
        over *= power_of(10, shift)
        under *= power_of(10, -shift)
        if under == 0:
            raise ZeroDivisionError(f"Fraction({'-' if sign == '-' else ''}{over}, 0)")
        divisor = math.gcd(over, under)
        self.numerator = (-over if sign == "-" else over) // divisor
        self.denominator = under // divisor

    def __repr__(self):
        return f"Fraction({self.numerator}, {self.denominator})"

    def __str__(self):
        return str(self.numerator) if self.denominator == 1 else f"{self.numerator}/{self.denominator}"

    def as_integer_ratio(self):
        return self.numerator, self.denominator

    def is_integer(self):
        return self.denominator == 1

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self.denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self.numerator, self.denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        if 2 * (q0 + k * q1) <= self.denominator // d:
            return reduced(p1, q1)
        return reduced(p0 + k * p1, q0 + k * q1)

    def __bool__(self):
        return self.numerator != 0

    def __int__(self):
        return self.__trunc__()

    def __float__(self):
        return self.numerator / self.denominator

    def __trunc__(self):
        return -(-self.numerator // self.denominator) if self.numerator < 0 else self.numerator // self.denominator

    def __floor__(self):
        return self.numerator // self.denominator

    def __ceil__(self):
        return -(-self.numerator // self.denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            whole, rest = divmod(self.numerator, self.denominator)
            if rest * 2 < self.denominator:
                return whole
            if rest * 2 > self.denominator:
                return whole + 1
            return whole if whole % 2 == 0 else whole + 1
        shift = power_of(10, abs(ndigits))
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)

    def __hash__(self):
        return hash(self.numerator) if self.denominator == 1 else hash((self.numerator, self.denominator))

    def __neg__(self):
        return reduced(-self.numerator, self.denominator)

    def __pos__(self):
        return Fraction(self)

    def __abs__(self):
        return reduced(abs(self.numerator), self.denominator)

    def __eq__(self, other):
        if isinstance(other, Fraction):
            return self.numerator == other.numerator and self.denominator == other.denominator
        if isinstance(other, int):
            return self.denominator == 1 and self.numerator == other
        if isinstance(other, float):
            return math.isfinite(other) and self == ratio_of(other)
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, Fraction):
            return self.numerator * other.denominator < other.numerator * self.denominator
        if isinstance(other, int):
            return self.numerator < other * self.denominator
        if isinstance(other, float):
            return self < ratio_of(other) if math.isfinite(other) else other > 0.0
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, Fraction):
            return self.numerator * other.denominator <= other.numerator * self.denominator
        if isinstance(other, int):
            return self.numerator <= other * self.denominator
        if isinstance(other, float):
            return self <= ratio_of(other) if math.isfinite(other) else other >= 0.0
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, Fraction):
            return self.numerator * other.denominator > other.numerator * self.denominator
        if isinstance(other, int):
            return self.numerator > other * self.denominator
        if isinstance(other, float):
            return self > ratio_of(other) if math.isfinite(other) else other < 0.0
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, Fraction):
            return self.numerator * other.denominator >= other.numerator * self.denominator
        if isinstance(other, int):
            return self.numerator >= other * self.denominator
        if isinstance(other, float):
            return self >= ratio_of(other) if math.isfinite(other) else other <= 0.0
        return NotImplemented

    def __add__(self, other):
        if isinstance(other, Fraction):
            return added(self, other)
        if isinstance(other, int):
            return added(self, ratio_of(other))
        if isinstance(other, float):
            return float(self) + other
        return NotImplemented

    def __radd__(self, other):
        if isinstance(other, int):
            return added(ratio_of(other), self)
        if isinstance(other, float):
            return other + float(self)
        return NotImplemented

    def __sub__(self, other):
        if isinstance(other, Fraction):
            return added(self, -other)
        if isinstance(other, int):
            return added(self, ratio_of(-other))
        if isinstance(other, float):
            return float(self) - other
        return NotImplemented

    def __rsub__(self, other):
        if isinstance(other, int):
            return added(ratio_of(other), -self)
        if isinstance(other, float):
            return other - float(self)
        return NotImplemented

    def __mul__(self, other):
        if isinstance(other, Fraction):
            return multiplied(self, other)
        if isinstance(other, int):
            return multiplied(self, ratio_of(other))
        if isinstance(other, float):
            return float(self) * other
        return NotImplemented

    def __rmul__(self, other):
        if isinstance(other, int):
            return multiplied(ratio_of(other), self)
        if isinstance(other, float):
            return other * float(self)
        return NotImplemented

    def __truediv__(self, other):
        if isinstance(other, Fraction):
            return divided(self, other)
        if isinstance(other, int):
            return divided(self, ratio_of(other))
        if isinstance(other, float):
            return float(self) / other
        return NotImplemented

    def __rtruediv__(self, other):
        if isinstance(other, int):
            return divided(ratio_of(other), self)
        if isinstance(other, float):
            return other / float(self)
        return NotImplemented

    def __floordiv__(self, other):
        if isinstance(other, Fraction):
            return (self.numerator * other.denominator) // (self.denominator * other.numerator)
        if isinstance(other, int):
            return self.numerator // (self.denominator * other)
        return NotImplemented

    def __mod__(self, other):
        if isinstance(other, Fraction):
            return rest(self, other)
        if isinstance(other, int):
            return rest(self, ratio_of(other))
        return NotImplemented

    def __pow__(self, other):
        if not isinstance(other, int):
            return NotImplemented
        if other >= 0:
            return reduced(power_of(self.numerator, other), power_of(self.denominator, other))
        if self.numerator == 0:
            raise ZeroDivisionError(f"Fraction({power_of(self.denominator, -other)}, 0)")
        sign = -1 if self.numerator < 0 and other % 2 else 1
        return reduced(sign * power_of(self.denominator, -other), power_of(abs(self.numerator), -other))


def added(left, right):
    divisor = math.gcd(left.denominator, right.denominator)
    part = right.denominator // divisor
    return reduced(left.numerator * part + right.numerator * (left.denominator // divisor), left.denominator * part)


def multiplied(left, right):
    one, other = math.gcd(left.numerator, right.denominator), math.gcd(right.numerator, left.denominator)
    return reduced((left.numerator // one) * (right.numerator // other), (left.denominator // other) * (right.denominator // one))


def divided(left, right):
    if right.numerator == 0:
        raise ZeroDivisionError(f"Fraction({(left.numerator > 0) - (left.numerator < 0)}, 0)")
    sign = -1 if right.numerator < 0 else 1
    return multiplied(left, reduced(sign * right.denominator, abs(right.numerator)))


def rest(left, right):
    low = left.denominator * right.denominator
    return reduced((left.numerator * right.denominator) % (right.numerator * left.denominator), low)
