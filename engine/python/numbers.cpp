#include "python/numbers.h"

#include <bit>
#include <charconv>
#include <utility>

namespace modelet::python {

namespace {

uint64_t magnitude(int64_t value) {
  return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
}

// Correctly rounded quotient of integers that a double may not hold: 63 or more bits of it, the last one sticky.
double divide_large(int64_t left, int64_t right) {
  const uint64_t dividend = magnitude(left);
  const uint64_t divisor = magnitude(right);
  if (dividend == 0) return (left < 0) != (right < 0) ? -0.0 : 0.0;
  const int shift = 63 + std::countl_zero(dividend);
  const auto wide = static_cast<unsigned __int128>(dividend) << shift;
  auto quotient = wide / divisor;
  if (wide % divisor != 0) quotient |= 1;
  const double result = std::ldexp(static_cast<double>(quotient), -shift);
  return (left < 0) != (right < 0) ? -result : result;
}

}  // namespace

double divide(Call &call, int64_t left, int64_t right) {
  if (right == 0) return static_cast<double>(divided_by_zero(call, "division by zero"));
  constexpr uint64_t exact = uint64_t{1} << 53;
  if (magnitude(left) <= exact && magnitude(right) <= exact) {
    return static_cast<double>(left) / static_cast<double>(right);
  }
  return divide_large(left, right);
}

int64_t power(Call &call, int64_t base, int64_t exponent) {
  int64_t result = 1;
  while (exponent > 0) {
    if ((exponent & 1) != 0 && __builtin_mul_overflow(result, base, &result)) return overflowed(call);
    exponent >>= 1;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) return overflowed(call);
  }
  return result;
}

std::variant<double, int64_t> any_power(Call &call, int64_t base, int64_t exponent) {
  if (exponent >= 0) return power(call, base, exponent);
  if (base == 0) return static_cast<double>(divided_by_zero(call, "0.0 cannot be raised to a negative power"));
  return power(call, static_cast<double>(base), static_cast<double>(exponent));
}

int64_t shift_left(Call &call, int64_t value, int64_t count) {
  if (count < 0) return call.raise("ValueError", "negative shift count"), 0;
  if (value == 0) return 0;
  if (count >= 63) return overflowed(call);
  return multiply(call, value, int64_t{1} << count);
}

int64_t shift_right(Call &call, int64_t value, int64_t count) {
  if (count < 0) return call.raise("ValueError", "negative shift count"), 0;
  return value >> (count > 63 ? 63 : count);
}

double floor_divide(Call &call, double left, double right) {
  if (right == 0) return static_cast<double>(divided_by_zero(call, "float floor division by zero"));
  return std::get<0>(divide_modulo(call, left, right));
}

double modulo(Call &call, double left, double right) {
  if (right == 0) return static_cast<double>(divided_by_zero(call, "float modulo"));
  double rest = std::fmod(left, right);
  if (rest != 0) {
    if ((right < 0) != (rest < 0)) rest += right;
    return rest;
  }
  return std::copysign(0.0, right);
}

std::tuple<double, double> divide_modulo(Call &call, double left, double right) {
  if (right == 0) return {static_cast<double>(divided_by_zero(call, "float divmod()")), 0};
  double rest = std::fmod(left, right);
  double quotient = (left - rest) / right;
  if (rest != 0) {
    if ((right < 0) != (rest < 0)) {
      rest += right;
      quotient -= 1;
    }
  } else {
    rest = std::copysign(0.0, right);
  }
  double whole = std::copysign(0.0, left / right);
  if (quotient != 0) {
    whole = std::floor(quotient);
    if (quotient - whole > 0.5) whole += 1;
  }
  return {whole, rest};
}

std::tuple<int64_t, int64_t> divide_modulo(Call &call, int64_t left, int64_t right) {
  if (right == 0) return {divided_by_zero(call, "integer division or modulo by zero"), 0};
  return {floor_divide(call, left, right), modulo(call, left, right)};
}

double careful_power(Call &call, double base, double exponent) {
  if (base == 0 && exponent < 0) return static_cast<double>(divided_by_zero(call, "0.0 cannot be raised to a negative power"));
  if (base < 0 && std::isfinite(base) && std::isfinite(exponent) && exponent != std::floor(exponent)) {
    call.raise("ValueError", "a negative number to a fractional power is complex, which compiled code does not have");
    return 0;
  }
  const double result = std::pow(base, exponent);
  if (std::isinf(result) && std::isfinite(base) && std::isfinite(exponent)) {
    call.raise("OverflowError", "(34, 'Numerical result out of range')");
    return 0;
  }
  return result;
}

int compare_exact(int64_t left, double right) {
  if (std::isnan(right)) return 2;
  if (right >= 9223372036854775808.0) return -1;
  if (right < -9223372036854775808.0) return 1;
  const double whole = std::floor(right);
  const auto integer = static_cast<int64_t>(whole);
  if (left != integer) return left < integer ? -1 : 1;
  return right > whole ? -1 : 0;
}

int64_t to_int(Call &call, double value) {
  if (std::isnan(value)) return call.raise("ValueError", "cannot convert float NaN to integer"), 0;
  if (std::isinf(value)) return call.raise("OverflowError", "cannot convert float infinity to integer"), 0;
  if (value >= 9223372036854775808.0 || value < -9223372036854775808.0) return overflowed(call);
  return static_cast<int64_t>(value);
}

int64_t round_to_int(Call &call, double value) {
  return to_int(call, std::isfinite(value) ? std::nearbyint(value) : value);
}

double round_to(Call &call, double value, int64_t digits) {
  if (!std::isfinite(value) || digits > 323) return value;
  if (digits < -308) return std::copysign(0.0, value);
  char text[800];
  if (digits < 0) {
    double unit = std::pow(10.0, static_cast<double>(-digits));
    const double whole = std::nearbyint(value / unit);
    double near = whole * unit;
    // A tie goes to the even neighbour of the exact value, which the quotient may only look like.
    if (std::fabs(value - (whole - 1) * unit) == std::fabs(value - near) && std::fmod(whole, 2) != 0) near = (whole - 1) * unit;
    if (std::fabs(value - (whole + 1) * unit) == std::fabs(value - near) && std::fmod(whole, 2) != 0) near = (whole + 1) * unit;
    return near;
  }
  const auto written = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, static_cast<int>(digits));
  double result = value;
  if (written.ec == std::errc()) std::from_chars(text, written.ptr, result);
  if (std::isinf(result)) call.raise("OverflowError", "rounded value too large to represent");
  return result;
}

int64_t round_to(Call &call, int64_t value, int64_t digits) {
  if (digits >= 0) return value;
  if (digits < -19) return 0;
  __int128 unit = 1;
  for (int64_t step = digits; step < 0; ++step) unit *= 10;
  __int128 rest = value % unit;
  if (rest < 0) rest += unit;
  __int128 low = value - rest;
  if (rest * 2 > unit || (rest * 2 == unit && (low / unit) % 2 != 0)) low += unit;
  if (low > INT64_MAX || low < INT64_MIN) return overflowed(call);
  return static_cast<int64_t>(low);
}

bool is_integer(Call &, double value) {
  return std::isfinite(value) && std::floor(value) == value;
}

int64_t bit_length(Call &, int64_t value) {
  return 64 - std::countl_zero(magnitude(value));
}

int64_t bit_count(Call &, int64_t value) {
  return std::popcount(magnitude(value));
}

std::tuple<int64_t, int64_t> float_ratio(Call &call, double value) {
  std::tuple<int64_t, int64_t> out{0, 1};
  if (std::isinf(value)) return call.raise("OverflowError", "cannot convert Infinity to integer ratio"), out;
  if (std::isnan(value)) return call.raise("ValueError", "cannot convert NaN to integer ratio"), out;
  int exponent = 0;
  double part = std::frexp(value, &exponent);
  for (; part != std::floor(part); --exponent) part *= 2;
  const auto whole = static_cast<int64_t>(part);
  if (whole == 0 || exponent == 0) return {whole, 1};
  if (exponent > 0) return {exponent < 63 ? multiply(call, whole, int64_t{1} << exponent) : overflowed(call), 1};
  return {whole, exponent > -63 ? int64_t{1} << -exponent : overflowed(call)};
}

namespace {

using Wide = __int128;

// The number that times `value` leaves 1, of a positive modulus; 0 when there is none.
Wide inverse(Wide value, Wide modulus) {
  Wide left = modulus, right = value, before = 0, factor = 1;
  while (right != 0) {
    const Wide quotient = left / right;
    left = std::exchange(right, left - quotient * right);
    before = std::exchange(factor, before - quotient * factor);
  }
  if (left != 1) return 0;
  return before < 0 ? before + modulus : before;
}

}  // namespace

int64_t power_modulo(Call &call, int64_t base, int64_t exponent, int64_t modulus) {
  if (modulus == 0) return call.raise("ValueError", "pow() 3rd argument cannot be 0"), 0;
  const auto size = static_cast<Wide>(magnitude(modulus));
  if (size == 1) return 0;
  auto wrap = [&](Wide value) { return value % size < 0 ? value % size + size : value % size; };
  Wide factor = wrap(base);
  if (exponent < 0) {
    factor = inverse(factor, size);
    if (factor == 0) return call.raise("ValueError", "base is not invertible for the given modulus"), 0;
  }
  Wide result = 1;
  for (uint64_t left = magnitude(exponent); left > 0; left >>= 1) {
    if (left & 1) result = wrap(result * factor);
    factor = wrap(factor * factor);
  }
  return static_cast<int64_t>(modulus < 0 && result != 0 ? result - size : result);
}

}  // namespace modelet::python
