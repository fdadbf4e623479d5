// The module math, with CPython's errors.
#pragma once

#include <cmath>
#include <vector>

#include "python/iterate.h"
#include "python/numbers.h"

namespace modelet::python {

[[gnu::cold]] double math_domain_error(Call &call);
inline double math_sqrt(Call &call, double value) {
  if (value < 0) [[unlikely]]
    return math_domain_error(call);
  assume_running(call);
  return std::sqrt(value);
}
double math_exp(Call &call, double value);
double math_log(Call &call, double value);
double math_log2(Call &call, double value);
double math_log10(Call &call, double value);
double math_log1p(Call &call, double value);
double math_pow(Call &call, double base, double exponent);
double math_fmod(Call &call, double left, double right);
double math_sin(Call &call, double value);
double math_cos(Call &call, double value);
double math_tan(Call &call, double value);
double math_asin(Call &call, double value);
double math_acos(Call &call, double value);
double math_sinh(Call &call, double value);
double math_cosh(Call &call, double value);
double math_expm1(Call &call, double value);
double math_gamma(Call &call, double value);   // python/gamma.cpp
double math_lgamma(Call &call, double value);  // its logarithm
double math_atanh(Call &call, double value);
double math_acosh(Call &call, double value);
double math_log_base(Call &call, double value, double base);
double math_ldexp(Call &call, double value, int64_t exponent);
int64_t math_floor(Call &call, double value);
int64_t math_ceil(Call &call, double value);
inline int64_t math_trunc(Call &call, double value) {
  return to_int(call, value);
}
inline double math_atan(Call &, double value) {
  return std::atan(value);
}
inline double math_atan2(Call &, double y, double x) {
  return std::atan2(y, x);
}
inline double math_tanh(Call &, double value) {
  return std::tanh(value);
}
inline double math_asinh(Call &, double value) {
  return std::asinh(value);
}
inline double math_erf(Call &, double value) {
  return std::erf(value);
}
inline double math_erfc(Call &, double value) {
  return std::erfc(value);
}
inline double math_cbrt(Call &, double value) {
  return std::cbrt(value);
}
inline double math_fabs(Call &, double value) {
  return std::fabs(value);
}
inline double math_copysign(Call &, double value, double sign) {
  return std::copysign(value, sign);
}
inline double math_degrees(Call &, double value) {
  return value * (180.0 / 3.141592653589793);
}
inline double math_radians(Call &, double value) {
  return value * (3.141592653589793 / 180.0);
}
inline bool math_isnan(Call &, double value) {
  return std::isnan(value);
}
inline bool math_isinf(Call &, double value) {
  return std::isinf(value);
}
inline bool math_isfinite(Call &, double value) {
  return std::isfinite(value);
}
bool math_isclose(Call &call, double left, double right, double relative, double absolute);
int64_t math_gcd(Call &call, int64_t left, int64_t right);
int64_t math_lcm(Call &call, int64_t left, int64_t right);
int64_t math_factorial(Call &call, int64_t value);
int64_t math_comb(Call &call, int64_t n, int64_t k);
int64_t math_perm(Call &call, int64_t n, int64_t k);
int64_t math_isqrt(Call &call, int64_t value);
double math_exp2(Call &call, double value);
double math_remainder(Call &call, double x, double y);
std::tuple<double, double> math_modf(Call &call, double value);
std::tuple<double, int64_t> math_frexp(Call &call, double value);
double math_ulp(Call &call, double value);
inline double math_nextafter(Call &, double from, double to) {
  return std::nextafter(from, to);
}
double vector_norm(std::vector<double> &values);

inline double math_hypot(Call &, std::initializer_list<double> values) {
  std::vector<double> copied(values);
  return vector_norm(copied);
}
template <typename P, typename Q>
double math_dist(Call &call, const P &from, const Q &to) {
  const auto left = to_list<double>(call, from), right = to_list<double>(call, to);
  if (call.failed()) return 0;
  if (left.size() != right.size()) return call.raise("ValueError", "both points must have the same number of dimensions"), 0.0;
  std::vector<double> apart;
  for (int64_t at = 0; at < left.size(); ++at) apart.push_back(left.at(at) - right.at(at));
  return vector_norm(apart);
}

// Exactly rounded, as CPython's: partial sums that do not overlap.
class ExactSum {
 public:
  void add(double value);
  double result(Call &call);

 private:
  std::vector<double> partials_;
  double special_ = 0;
  double infinities_ = 0;
  bool overflow_ = false;
};

template <typename V>
double math_fsum(Call &call, const V &values) {
  ExactSum sum;
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item)) sum.add(convert<double>(item));
  return sum.result(call);
}

template <typename T, typename V>
T math_prod(Call &call, const V &values, T start) {
  auto iterator = iterate(call, values);
  typename decltype(iterator)::Item item{};
  while (!call.failed() && iterator.next(call, item)) start = multiply(call, start, convert<T>(item));
  return start;
}

}  // namespace modelet::python
