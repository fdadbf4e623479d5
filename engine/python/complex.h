// Python's complex, and the module cmath.
#pragma once

#include "python/format.h"
#include "python/numbers.h"

namespace modelet::python {

struct Complex {
  double real = 0;
  double imag = 0;

  int64_t hash_code() const;
  friend bool operator==(const Complex &, const Complex &) = default;
};

// Numbers of two kinds.
inline bool same_object(const Complex &left, const Complex &right) {
  return left == right;
}
template <typename T>
  requires is_number<T>
bool same_object(const Complex &left, const T &right) {
  return left.imag == 0 && detail::same_number(left.real, right);
}
template <typename T>
  requires is_number<T>
bool same_object(const T &left, const Complex &right) {
  return same_object(right, left);
}

inline bool truth(Call &, const Complex &value) {
  return value.real != 0 || value.imag != 0;
}
Str repr(Call &call, const Complex &value);
Str format(Call &call, const Complex &value, const Str &spec);

inline Complex new_complex(Call &, double real, double imag) {
  return {real, imag};
}
Complex parse_complex(Call &call, const Str &text);
// `complex(a, b)` where a part is complex itself: a + b * 1j.
inline Complex joined_complex(Call &, const Complex &left, const Complex &right) {
  return {left.real - right.imag, left.imag + right.real};
}

inline Complex add(Call &, const Complex &left, const Complex &right) {
  return {left.real + right.real, left.imag + right.imag};
}
inline Complex subtract(Call &, const Complex &left, const Complex &right) {
  return {left.real - right.real, left.imag - right.imag};
}
inline Complex multiply(Call &, const Complex &left, const Complex &right) {
  return {left.real * right.real - left.imag * right.imag, left.real * right.imag + left.imag * right.real};
}
Complex divide(Call &call, const Complex &left, const Complex &right);
Complex power(Call &call, const Complex &base, const Complex &exponent);
inline Complex negate(Call &, const Complex &value) {
  return {-value.real, -value.imag};
}
inline Complex positive(Call &, const Complex &value) {
  return value;
}
double absolute(Call &call, const Complex &value);
inline Complex conjugate(Call &, const Complex &value) {
  return {value.real, -value.imag};
}
inline double real_part(Call &, const Complex &value) {
  return value.real;
}
inline double imaginary_part(Call &, const Complex &value) {
  return value.imag;
}

// ---- cmath

double cmath_phase(Call &call, const Complex &value);
std::tuple<double, double> cmath_polar(Call &call, const Complex &value);
Complex cmath_rect(Call &call, double radius, double angle);
Complex cmath_sqrt(Call &call, const Complex &value);
Complex cmath_exp(Call &call, const Complex &value);
Complex cmath_log(Call &call, const Complex &value);
Complex cmath_log_base(Call &call, const Complex &value, const Complex &base);
Complex cmath_log10(Call &call, const Complex &value);
Complex cmath_sinh(Call &call, const Complex &value);
Complex cmath_cosh(Call &call, const Complex &value);
Complex cmath_tanh(Call &call, const Complex &value);
Complex cmath_sin(Call &call, const Complex &value);
Complex cmath_cos(Call &call, const Complex &value);
Complex cmath_tan(Call &call, const Complex &value);
Complex cmath_asinh(Call &call, const Complex &value);
Complex cmath_acosh(Call &call, const Complex &value);
Complex cmath_atanh(Call &call, const Complex &value);
Complex cmath_asin(Call &call, const Complex &value);
Complex cmath_acos(Call &call, const Complex &value);
Complex cmath_atan(Call &call, const Complex &value);
bool cmath_isnan(Call &call, const Complex &value);
bool cmath_isinf(Call &call, const Complex &value);
bool cmath_isfinite(Call &call, const Complex &value);
bool cmath_isclose(Call &call, const Complex &left, const Complex &right, double relative, double absolute);

}  // namespace modelet::python
