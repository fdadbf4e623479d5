// int (64 bit), float and bool: Python's arithmetic, with overflow raised instead of wrapped.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

#include "python/union.h"

namespace modelet::python {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

inline int64_t overflowed(Call &call) {
  raise(call, "OverflowError", "Python int too large for 64 bits");
  return 0;
}
inline int64_t divided_by_zero(Call &call, const char *message) {
  raise(call, "ZeroDivisionError", message);
  return 0;
}

inline int64_t add(Call &call, int64_t left, int64_t right) {
  int64_t result;
  if (__builtin_add_overflow(left, right, &result)) [[unlikely]]
    return overflowed(call);
  assume_running(call);
  return result;
}
inline int64_t subtract(Call &call, int64_t left, int64_t right) {
  int64_t result;
  if (__builtin_sub_overflow(left, right, &result)) [[unlikely]]
    return overflowed(call);
  assume_running(call);
  return result;
}
inline int64_t multiply(Call &call, int64_t left, int64_t right) {
  int64_t result;
  if (__builtin_mul_overflow(left, right, &result)) [[unlikely]]
    return overflowed(call);
  assume_running(call);
  return result;
}
inline int64_t floor_divide(Call &call, int64_t left, int64_t right) {
  if (right == 0) [[unlikely]]
    return divided_by_zero(call, "integer division or modulo by zero");
  if (right == -1) return subtract(call, 0, left);
  assume_running(call);
  const int64_t quotient = left / right;
  return quotient - (left % right != 0 && (left < 0) != (right < 0) ? 1 : 0);
}
inline int64_t modulo(Call &call, int64_t left, int64_t right) {
  if (right == 0) [[unlikely]]
    return divided_by_zero(call, "integer modulo by zero");
  assume_running(call);
  if (right == -1) return 0;
  const int64_t rest = left % right;
  return rest + (rest != 0 && (left < 0) != (right < 0) ? right : 0);
}
double divide(Call &call, int64_t left, int64_t right);
int64_t power(Call &call, int64_t base, int64_t exponent);  // exponent >= 0
std::variant<double, int64_t> any_power(Call &call, int64_t base, int64_t exponent);
int64_t shift_left(Call &call, int64_t value, int64_t count);
int64_t shift_right(Call &call, int64_t value, int64_t count);
inline int64_t bit_and(Call &, int64_t left, int64_t right) {
  return left & right;
}
inline int64_t bit_or(Call &, int64_t left, int64_t right) {
  return left | right;
}
inline int64_t bit_xor(Call &, int64_t left, int64_t right) {
  return left ^ right;
}
inline bool bool_and(Call &, bool left, bool right) {
  return left && right;
}
inline bool bool_or(Call &, bool left, bool right) {
  return left || right;
}
inline bool bool_xor(Call &, bool left, bool right) {
  return left != right;
}
inline int64_t invert(Call &, int64_t value) {
  return ~value;
}
inline int64_t negate(Call &call, int64_t value) {
  return subtract(call, 0, value);
}
inline int64_t absolute(Call &call, int64_t value) {
  return value < 0 ? negate(call, value) : value;
}
inline int64_t positive(Call &, int64_t value) {
  return value;
}

inline double add(Call &, double left, double right) {
  return left + right;
}
inline double subtract(Call &, double left, double right) {
  return left - right;
}
inline double multiply(Call &, double left, double right) {
  return left * right;
}
inline double divide(Call &call, double left, double right) {
  if (right == 0) [[unlikely]]
    return static_cast<double>(divided_by_zero(call, "float division by zero"));
  assume_running(call);
  return left / right;
}
double floor_divide(Call &call, double left, double right);
double modulo(Call &call, double left, double right);
double careful_power(Call &call, double base, double exponent);
inline double power(Call &call, double base, double exponent) {
  if (!(base > 0)) return careful_power(call, base, exponent);
  const double result = std::pow(base, exponent);
  if (!(result < infinity)) [[unlikely]]
    return careful_power(call, base, exponent);
  assume_running(call);
  return result;
}
inline double negate(Call &, double value) {
  return -value;
}
inline double absolute(Call &, double value) {
  return std::fabs(value);
}
inline double positive(Call &, double value) {
  return value;
}

// Mixed comparisons are exact, as Python's are.
int compare_exact(int64_t left, double right);  // -1, 0, 1; 2 when right is NaN

int64_t to_int(Call &call, double value);
inline int64_t to_int(Call &, int64_t value) {
  return value;
}
inline double to_float(Call &, double value) {
  return value;
}
int64_t round_to_int(Call &call, double value);
double round_to(Call &call, double value, int64_t digits);
int64_t round_to(Call &call, int64_t value, int64_t digits);
std::tuple<int64_t, int64_t> divide_modulo(Call &call, int64_t left, int64_t right);
std::tuple<double, double> divide_modulo(Call &call, double left, double right);
bool is_integer(Call &call, double value);
int64_t bit_length(Call &call, int64_t value);
int64_t bit_count(Call &call, int64_t value);
inline int64_t nothing(Call &, int64_t) {
  return 0;
}
inline int64_t one(Call &, int64_t) {
  return 1;
}
inline double no_imaginary(Call &, double) {
  return 0;
}
inline std::tuple<int64_t, int64_t> integer_ratio(Call &, int64_t value) {
  return {value, 1};
}
std::tuple<int64_t, int64_t> float_ratio(Call &call, double value);  // OverflowError beyond 64 bits
int64_t power_modulo(Call &call, int64_t base, int64_t exponent, int64_t modulus);

}  // namespace modelet::python
