#include "python/mathematics.h"

#include "core/libm.h"

#include <bit>
#include <numeric>

namespace modelet::python {

namespace {

double domain(Call &call) {
  call.raise("ValueError", "math domain error");
  return 0;
}

double range_error(Call &call) {
  call.raise("OverflowError", "math range error");
  return 0;
}

// The result of a function that has no value outside its domain and may overflow.
double checked(Call &call, double argument, double result) {
  if (std::isnan(result) && !std::isnan(argument)) return domain(call);
  if (std::isinf(result) && std::isfinite(argument)) return range_error(call);
  return result;
}

}  // namespace

double math_domain_error(Call &call) {
  return domain(call);
}
double math_exp(Call &call, double value) {
  return checked(call, value, libm::exp(value));
}
double math_expm1(Call &call, double value) {
  return checked(call, value, std::expm1(value));
}
double math_log(Call &call, double value) {
  return value <= 0 ? domain(call) : checked(call, value, libm::log(value));
}
double math_log2(Call &call, double value) {
  return value <= 0 ? domain(call) : checked(call, value, libm::log2(value));
}
double math_log10(Call &call, double value) {
  return value <= 0 ? domain(call) : checked(call, value, libm::log10(value));
}
double math_log1p(Call &call, double value) {
  return value <= -1 ? domain(call) : std::log1p(value);
}
double math_sin(Call &call, double value) {
  return checked(call, value, libm::sin(value));
}
double math_cos(Call &call, double value) {
  return checked(call, value, libm::cos(value));
}
double math_tan(Call &call, double value) {
  return checked(call, value, libm::tan(value));
}
double math_asin(Call &call, double value) {
  return checked(call, value, std::asin(value));
}
double math_acos(Call &call, double value) {
  return checked(call, value, std::acos(value));
}
double math_sinh(Call &call, double value) {
  return checked(call, value, std::sinh(value));
}
double math_cosh(Call &call, double value) {
  return checked(call, value, std::cosh(value));
}
double math_atanh(Call &call, double value) {
  return std::fabs(value) >= 1 ? domain(call) : std::atanh(value);
}
double math_acosh(Call &call, double value) {
  return value < 1 ? domain(call) : std::acosh(value);
}

double math_log_base(Call &call, double value, double base) {
  const double top = math_log(call, value);
  const double bottom = call.failed() ? 0 : math_log(call, base);
  return call.failed() ? 0 : divide(call, top, bottom);
}

double math_pow(Call &call, double base, double exponent) {
  const double result = std::pow(base, exponent);
  if (std::isfinite(base) && std::isfinite(exponent)) {
    if (std::isnan(result)) return domain(call);
    if (std::isinf(result)) return base == 0 ? domain(call) : range_error(call);
  }
  return result;
}

double math_fmod(Call &call, double left, double right) {
  const double result = std::isinf(right) && std::isfinite(left) ? left : std::fmod(left, right);
  return std::isnan(result) && !std::isnan(left) && !std::isnan(right) ? domain(call) : result;
}

double math_ldexp(Call &call, double value, int64_t exponent) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double result = std::ldexp(value, static_cast<int>(exponent > 4000 ? 4000 : exponent < -4000 ? -4000 : exponent));
  return std::isinf(result) ? range_error(call) : result;
}

int64_t math_floor(Call &call, double value) {
  return to_int(call, std::floor(value));
}
int64_t math_ceil(Call &call, double value) {
  return to_int(call, std::ceil(value));
}

bool math_isclose(Call &call, double left, double right, double relative, double absolute) {
  if (relative < 0 || absolute < 0) return call.raise("ValueError", "tolerances must be non-negative"), false;
  if (left == right) return true;
  if (std::isinf(left) || std::isinf(right)) return false;
  const double difference = std::fabs(right - left);
  return difference <= std::fabs(relative * right) || difference <= std::fabs(relative * left) || difference <= absolute;
}

int64_t math_gcd(Call &call, int64_t left, int64_t right) {
  auto size = [](int64_t value) { return value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value); };
  const uint64_t result = std::gcd(size(left), size(right));
  return result > INT64_MAX ? overflowed(call) : static_cast<int64_t>(result);
}

int64_t math_lcm(Call &call, int64_t left, int64_t right) {
  if (left == 0 || right == 0) return 0;
  const int64_t divisor = math_gcd(call, left, right);
  if (call.failed()) return 0;
  const int64_t product = multiply(call, left / divisor, right);
  return call.failed() ? 0 : absolute(call, product);
}

int64_t math_factorial(Call &call, int64_t value) {
  if (value < 0) return call.raise("ValueError", "factorial() not defined for negative values"), 0;
  int64_t result = 1;
  for (int64_t factor = 2; factor <= value && !call.failed(); ++factor) result = multiply(call, result, factor);
  return result;
}

int64_t math_comb(Call &call, int64_t n, int64_t k) {
  if (n < 0) return call.raise("ValueError", "n must be a non-negative integer"), 0;
  if (k < 0) return call.raise("ValueError", "k must be a non-negative integer"), 0;
  if (k > n) return 0;
  if (k > n - k) k = n - k;
  unsigned __int128 result = 1;
  for (int64_t at = 1; at <= k; ++at) {
    result = result * static_cast<uint64_t>(n - k + at) / static_cast<uint64_t>(at);
    if (result > INT64_MAX) return overflowed(call);
  }
  return static_cast<int64_t>(result);
}

int64_t math_perm(Call &call, int64_t n, int64_t k) {
  if (n < 0) return call.raise("ValueError", "n must be a non-negative integer"), 0;
  if (k < 0) return call.raise("ValueError", "k must be a non-negative integer"), 0;
  if (k > n) return 0;
  int64_t result = 1;
  for (int64_t at = 0; at < k && !call.failed(); ++at) result = multiply(call, result, n - at);
  return result;
}

int64_t math_isqrt(Call &call, int64_t value) {
  if (value < 0) return call.raise("ValueError", "isqrt() argument must be nonnegative"), 0;
  auto root = static_cast<int64_t>(std::sqrt(static_cast<double>(value)));
  while (static_cast<__int128>(root) * root > value) --root;
  while (static_cast<__int128>(root + 1) * (root + 1) <= value) ++root;
  return root;
}

double math_exp2(Call &call, double value) {
  const double out = libm::exp2(value);
  if (std::isinf(out) && std::isfinite(value)) call.raise("OverflowError", "math range error");
  return out;
}

double math_remainder(Call &call, double x, double y) {
  if ((std::isinf(x) && !std::isnan(y)) || (y == 0 && !std::isnan(x))) return call.raise("ValueError", "math domain error"), 0.0;
  return std::remainder(x, y);
}

std::tuple<double, double> math_modf(Call &, double value) {
  if (std::isinf(value)) return {std::copysign(0.0, value), value};
  double whole = 0;
  const double part = std::modf(value, &whole);
  return {part, whole};
}

std::tuple<double, int64_t> math_frexp(Call &, double value) {
  int exponent = 0;
  if (std::isfinite(value) && value != 0) value = std::frexp(value, &exponent);
  return {value, exponent};
}

double math_ulp(Call &, double value) {
  if (std::isnan(value)) return value;
  value = std::fabs(value);
  if (std::isinf(value)) return value;
  const double next = std::nextafter(value, HUGE_VAL);
  return std::isinf(next) ? value - std::nextafter(value, -HUGE_VAL) : next - value;
}

namespace {

// A sum of squares in parts: each addition's rounding error is kept.
struct Squares {
  double sum = 1;
  double lost[3] = {0, 0, 0};
  void add(double value, int part) {
    const double before = sum;
    sum += value;
    lost[part] += (before - sum) + value;
  }
  double total() const { return sum - 1.0 + (lost[0] + lost[1] + lost[2]); }
};

double high_half(double value) {
  const double scaled = value * 134217729.0;
  return scaled - (scaled - value);
}

}  // namespace

// The length of a vector as CPython computes it, to the bit.
double vector_norm(std::vector<double> &values) {
  double largest = 0;
  bool nan = false;
  for (double &value : values) {
    value = std::fabs(value);
    nan = nan || std::isnan(value);
    if (value > largest) largest = value;
  }
  if (std::isinf(largest)) return largest;
  if (nan) return std::nan("");
  if (largest == 0 || values.size() <= 1) return largest;
  int exponent = 0;
  std::frexp(largest, &exponent);
  Squares squares;
  if (exponent < -1023) {
    for (double value : values) squares.add((value / largest) * (value / largest), 0);
    return largest * std::sqrt(squares.sum - 1.0 + squares.lost[0]);
  }
  const double scale = std::ldexp(1.0, -exponent);
  for (double value : values) {
    const double x = value * scale, high = high_half(x), low = x - high;
    squares.add(high * high, 0);
    squares.add(2.0 * high * low, 1);
    squares.lost[2] += low * low;
  }
  const double length = std::sqrt(squares.total()), high = high_half(length), low = length - high;
  squares.add(-high * high, 0);
  squares.add(-2.0 * high * low, 1);
  squares.add(-low * low, 2);
  return (length + squares.total() / (2.0 * length)) / scale;
}

void ExactSum::add(double value) {
  if (!std::isfinite(value)) {
    if (std::isinf(value)) infinities_ += value;
    special_ += value;
    return;
  }
  std::size_t kept = 0;
  for (std::size_t at = 0; at < partials_.size(); ++at) {
    double other = partials_[at];
    if (std::fabs(value) < std::fabs(other)) std::swap(value, other);
    const double high = value + other;
    const double low = other - (high - value);
    if (low != 0) partials_[kept++] = low;
    value = high;
  }
  partials_.resize(kept);
  if (std::isinf(value)) overflow_ = true;
  if (value != 0) partials_.push_back(value);
}

double ExactSum::result(Call &call) {
  if (overflow_) return call.raise("OverflowError", "intermediate overflow in fsum"), 0.0;
  if (special_ != 0 || std::isnan(special_)) {
    if (std::isnan(infinities_)) return call.raise("ValueError", "-inf + inf in fsum"), 0.0;
    return special_;
  }
  if (partials_.empty()) return 0;
  std::size_t at = partials_.size() - 1;
  double high = partials_[at];
  double low = 0;
  while (at > 0) {
    const double before = high;
    const double next = partials_[--at];
    high = before + next;
    low = next - (high - before);
    if (low != 0) break;
  }
  if (at > 0 && ((low < 0 && partials_[at - 1] < 0) || (low > 0 && partials_[at - 1] > 0))) {
    const double twice = low * 2;
    const double sum = high + twice;
    if (twice == sum - high) high = sum;
  }
  return high;
}

}  // namespace modelet::python
