// What is computed for one element, or for two. The loop's type T is chosen by numpy's rules; results are T where nothing else is said.
#pragma once

#include <bit>
#include <cmath>
#include <utility>

#include "numpy/types.h"

namespace modelet::numpy {

// Arithmetic wraps as numpy's does: computed in an unsigned type where overflow would be undefined.
template <typename T>
using Unsigned = std::conditional_t<!std::is_integral_v<T>, T, std::conditional_t<(sizeof(T) < 8), uint32_t, uint64_t>>;

template <typename T>
bool is_nan(T value) {
  if constexpr (std::is_floating_point_v<T>) return std::isnan(value);
  return false;
}

struct Add {
  template <typename T>
  T operator()(T left, T right) const {
    if constexpr (std::is_same_v<T, bool>) return left || right;
    return static_cast<T>(static_cast<Unsigned<T>>(left) + static_cast<Unsigned<T>>(right));
  }
};
struct Subtract {
  template <typename T>
  T operator()(T left, T right) const {
    return static_cast<T>(static_cast<Unsigned<T>>(left) - static_cast<Unsigned<T>>(right));
  }
};
struct Multiply {
  template <typename T>
  T operator()(T left, T right) const {
    if constexpr (std::is_same_v<T, bool>) return left && right;
    return static_cast<T>(static_cast<Unsigned<T>>(left) * static_cast<Unsigned<T>>(right));
  }
};
struct Divide {
  template <typename T>
  T operator()(T left, T right) const {
    return left / right;
  }
};
struct FloorDivide {
  template <typename T>
  T operator()(T left, T right) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (right == 0) return left / right;
      const T rest = std::fmod(left, right);
      T quotient = (left - rest) / right;
      if (rest != 0 && (right < 0) != (rest < 0)) quotient -= 1;
      if (quotient == 0) return std::copysign(T{0}, left / right);
      const T whole = std::floor(quotient);
      return quotient - whole > T{0.5} ? whole + 1 : whole;
    } else if constexpr (std::is_signed_v<T>) {
      if (right == 0) return 0;
      if (right == -1) return static_cast<T>(0 - static_cast<Unsigned<T>>(left));
      return static_cast<T>(left / right - ((left % right != 0 && (left < 0) != (right < 0)) ? 1 : 0));
    } else {
      return right == 0 ? T{0} : static_cast<T>(left / right);
    }
  }
};
struct Remainder {
  template <typename T>
  T operator()(T left, T right) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (right == 0) return std::fmod(left, right);
      const T rest = std::fmod(left, right);
      if (rest == 0) return std::copysign(T{0}, right);
      return (right < 0) != (rest < 0) ? rest + right : rest;
    } else if constexpr (std::is_signed_v<T>) {
      if (right == 0 || right == -1) return 0;
      const T rest = static_cast<T>(left % right);
      return static_cast<T>(rest != 0 && (left < 0) != (right < 0) ? rest + right : rest);
    } else {
      return right == 0 ? T{0} : static_cast<T>(left % right);
    }
  }
};
struct Power {
  template <typename T>
  T operator()(T base, T exponent) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::pow(base, exponent);
    } else {
      Unsigned<T> result = 1, factor = static_cast<Unsigned<T>>(base);
      for (auto left = static_cast<Unsigned<T>>(exponent); left > 0; left >>= 1) {
        if (left & 1) result *= factor;
        factor *= factor;
      }
      return static_cast<T>(result);
    }
  }
};
struct Maximum {
  template <typename T>
  T operator()(T left, T right) const {
    return left >= right || is_nan(left) ? left : right;
  }
};
struct Minimum {
  template <typename T>
  T operator()(T left, T right) const {
    return left <= right || is_nan(left) ? left : right;
  }
};
struct FMax {
  template <typename T>
  T operator()(T left, T right) const {
    return left >= right || is_nan(right) ? left : right;
  }
};
struct FMin {
  template <typename T>
  T operator()(T left, T right) const {
    return left <= right || is_nan(right) ? left : right;
  }
};
struct BitAnd {
  template <typename T>
  T operator()(T left, T right) const {
    return static_cast<T>(left & right);
  }
};
struct BitOr {
  template <typename T>
  T operator()(T left, T right) const {
    return static_cast<T>(left | right);
  }
};
struct BitXor {
  template <typename T>
  T operator()(T left, T right) const {
    return static_cast<T>(left ^ right);
  }
};
// Shifts by the width or more empty the number, as numpy defines.
struct ShiftLeft {
  template <typename T>
  T operator()(T left, T right) const {
    const bool fits = static_cast<std::make_unsigned_t<T>>(right) < sizeof(T) * 8;
    return fits ? static_cast<T>(static_cast<Unsigned<T>>(left) << right) : T{0};
  }
};
struct ShiftRight {
  template <typename T>
  T operator()(T left, T right) const {
    if (static_cast<std::make_unsigned_t<T>>(right) < sizeof(T) * 8) return static_cast<T>(left >> right);
    if constexpr (std::is_signed_v<T>) return left < 0 ? T{-1} : T{0};
    return 0;
  }
};
struct Arctan2 {
  template <typename T>
  T operator()(T left, T right) const {
    return std::atan2(left, right);
  }
};
struct Hypot {
  template <typename T>
  T operator()(T left, T right) const {
    return std::hypot(left, right);
  }
};
struct CopySign {
  template <typename T>
  T operator()(T left, T right) const {
    return std::copysign(left, right);
  }
};

struct FMod {
  template <typename T>
  T operator()(T left, T right) const {
    if constexpr (std::is_floating_point_v<T>) {
      return std::fmod(left, right);
    } else if constexpr (std::is_signed_v<T>) {
      return right == 0 || right == -1 ? T{0} : static_cast<T>(left % right);
    } else {
      return right == 0 ? T{0} : static_cast<T>(left % right);
    }
  }
};
struct Gcd {
  template <typename T>
  T operator()(T left, T right) const {
    auto a = magnitude(left), b = magnitude(right);
    while (b != 0) {
      const auto rest = static_cast<decltype(a)>(a % b);
      a = b;
      b = rest;
    }
    return static_cast<T>(a);
  }
  template <typename T>
  static std::make_unsigned_t<T> magnitude(T value) {
    using U = std::make_unsigned_t<T>;
    if constexpr (std::is_signed_v<T>) return value < 0 ? static_cast<U>(U{0} - static_cast<U>(value)) : static_cast<U>(value);
    return static_cast<U>(value);
  }
};
struct Lcm {
  template <typename T>
  T operator()(T left, T right) const {
    const auto common = Gcd::magnitude(Gcd()(left, right));
    return common == 0 ? T{0} : static_cast<T>(Gcd::magnitude(left) / common * Gcd::magnitude(right));
  }
};
struct LogAddExp {
  template <typename T>
  T operator()(T left, T right) const {
    if (left == right) return left + static_cast<T>(0.693147180559945309417232121458176568L);
    const T gap = left - right;
    if (gap > 0) return left + std::log1p(std::exp(-gap));
    return gap <= 0 ? right + std::log1p(std::exp(gap)) : gap;
  }
};
struct LogAddExp2 {
  template <typename T>
  T operator()(T left, T right) const {
    if (left == right) return left + 1;
    const T gap = left - right, scale = static_cast<T>(1.442695040888963407359924681001892137L);
    if (gap > 0) return left + scale * std::log1p(std::exp2(-gap));
    return gap <= 0 ? right + scale * std::log1p(std::exp2(gap)) : gap;
  }
};
struct Heaviside {
  template <typename T>
  T operator()(T left, T right) const {
    return std::isnan(left) ? left : left == 0 ? right : static_cast<T>(left > 0);
  }
};
struct NextAfter {
  template <typename T>
  T operator()(T left, T right) const {
    return std::nextafter(left, right);
  }
};

// Comparisons take two types: ints of different signs are compared as numbers.
template <typename T>
inline constexpr bool is_whole = std::is_integral_v<T> && !std::is_same_v<T, bool>;

struct Equal {
  template <typename L, typename R>
  bool operator()(L left, R right) const {
    if constexpr (is_whole<L> && is_whole<R>) return std::cmp_equal(left, right);
    return left == static_cast<L>(right);
  }
};
struct NotEqual {
  template <typename L, typename R>
  bool operator()(L left, R right) const {
    return !Equal()(left, right);
  }
};
struct Less {
  template <typename L, typename R>
  bool operator()(L left, R right) const {
    if constexpr (is_whole<L> && is_whole<R>) return std::cmp_less(left, right);
    return left < static_cast<L>(right);
  }
};
struct LessEqual {
  template <typename L, typename R>
  bool operator()(L left, R right) const {
    if constexpr (is_whole<L> && is_whole<R>) return std::cmp_less_equal(left, right);
    return left <= static_cast<L>(right);
  }
};
struct Greater {
  template <typename L, typename R>
  bool operator()(L left, R right) const {
    return Less()(right, left);
  }
};
struct GreaterEqual {
  template <typename L, typename R>
  bool operator()(L left, R right) const {
    return LessEqual()(right, left);
  }
};
struct LogicalAnd {
  template <typename L, typename R>
  bool operator()(L left, R right) const {
    return left != L{} && right != R{};
  }
};
struct LogicalOr {
  template <typename L, typename R>
  bool operator()(L left, R right) const {
    return left != L{} || right != R{};
  }
};
struct LogicalXor {
  template <typename L, typename R>
  bool operator()(L left, R right) const {
    return (left != L{}) != (right != R{});
  }
};

// ---- of one element

struct Negative {
  template <typename T>
  T operator()(T value) const {
    if constexpr (std::is_floating_point_v<T>) return -value;
    return static_cast<T>(Unsigned<T>{0} - static_cast<Unsigned<T>>(value));
  }
};
struct Positive {
  template <typename T>
  T operator()(T value) const {
    return value;
  }
};
struct Absolute {
  template <typename T>
  T operator()(T value) const {
    if constexpr (std::is_floating_point_v<T>) return std::fabs(value);
    if constexpr (std::is_signed_v<T>) return value < 0 ? Negative()(value) : value;
    return value;
  }
};
struct Invert {
  template <typename T>
  T operator()(T value) const {
    if constexpr (std::is_same_v<T, bool>) return !value;
    return static_cast<T>(~static_cast<Unsigned<T>>(value));
  }
};
struct Square {
  template <typename T>
  T operator()(T value) const {
    return Multiply()(value, value);
  }
};
struct Sign {
  template <typename T>
  T operator()(T value) const {
    if constexpr (std::is_floating_point_v<T>) return std::isnan(value) ? value : static_cast<T>((value > 0) - (value < 0));
    if constexpr (std::is_signed_v<T>) return static_cast<T>((value > 0) - (value < 0));
    return static_cast<T>(value != 0);
  }
};
struct Reciprocal {
  template <typename T>
  T operator()(T value) const {
    if constexpr (std::is_floating_point_v<T>) return T{1} / value;
    return value == 0 ? std::numeric_limits<T>::min() : static_cast<T>(1 / value);
  }
};
struct Degrees {
  template <typename T>
  T operator()(T value) const {
    return value * static_cast<T>(180.0 / 3.141592653589793238);
  }
};
struct Radians {
  template <typename T>
  T operator()(T value) const {
    return value * static_cast<T>(3.141592653589793238 / 180.0);
  }
};
struct IsNan {
  template <typename T>
  bool operator()(T value) const {
    return is_nan(value);
  }
};
struct IsInf {
  template <typename T>
  bool operator()(T value) const {
    if constexpr (std::is_floating_point_v<T>) return std::isinf(value);
    return false;
  }
};
struct IsFinite {
  template <typename T>
  bool operator()(T value) const {
    if constexpr (std::is_floating_point_v<T>) return std::isfinite(value);
    return true;
  }
};
struct SignBit {
  template <typename T>
  bool operator()(T value) const {
    return std::signbit(value);
  }
};
struct BitCount {
  template <typename T>
  uint8_t operator()(T value) const {
    if constexpr (std::is_same_v<T, bool>)
      return value;
    else
      return static_cast<uint8_t>(std::popcount(Gcd::magnitude(value)));
  }
};
struct Spacing {
  template <typename T>
  T operator()(T value) const {
    if (std::isinf(value)) return std::numeric_limits<T>::quiet_NaN();
    return std::nextafter(value, std::copysign(std::numeric_limits<T>::infinity(), value)) - value;
  }
};
struct LogicalNot {
  template <typename T>
  bool operator()(T value) const {
    return value == T{};
  }
};

#define MODELET_FUNCTION(Name, function) \
  struct Name {                          \
    template <typename T>                \
    T operator()(T value) const {        \
      return function(value);            \
    }                                    \
  };
// Without branches, so that a loop of it runs in vectors. x = n ln 2 + r; e^r by Cephes' polynomial (expf), within 2 ulp, as numpy's own
// is.
inline float exponential(float x) {
  const float inside = x < -104.0F ? -104.0F : x > 89.0F ? 89.0F : x;
  // Adding 1.5 · 2^23 leaves the nearest integer in the low bits.
  const float shifted = inside * 1.44269504F + 12582912.0F;
  const float n = shifted - 12582912.0F;
  const float r = (inside - n * 0.693359375F) + n * 2.12194440e-4F;
  float sum = 1.9875691500e-4F;
  for (const float next : {1.3981999507e-3F, 8.3334519073e-3F, 4.1665795894e-2F, 1.6666665459e-1F, 5.0000001201e-1F}) sum = sum * r + next;
  // 2^n in two factors: the whole one may be beyond a float's.
  const int32_t whole = std::bit_cast<int32_t>(shifted) - 0x4b400000;
  const int32_t half = whole >> 1;
  const auto power = [](int32_t exponent) { return std::bit_cast<float>(static_cast<uint32_t>(exponent + 127) << 23); };
  return (sum * (r * r) + r + 1.0F) * power(half) * power(whole - half);
}
struct Exp {
  double operator()(double value) const { return std::exp(value); }
  float operator()(float value) const { return exponential(value); }
};

MODELET_FUNCTION(Sqrt, std::sqrt)
MODELET_FUNCTION(Cbrt, std::cbrt)
MODELET_FUNCTION(Exp2, std::exp2)
MODELET_FUNCTION(Expm1, std::expm1)
MODELET_FUNCTION(Log, std::log)
MODELET_FUNCTION(Log2, std::log2)
MODELET_FUNCTION(Log10, std::log10)
MODELET_FUNCTION(Log1p, std::log1p)
MODELET_FUNCTION(Sin, std::sin)
MODELET_FUNCTION(Cos, std::cos)
MODELET_FUNCTION(Tan, std::tan)
MODELET_FUNCTION(Arcsin, std::asin)
MODELET_FUNCTION(Arccos, std::acos)
MODELET_FUNCTION(Arctan, std::atan)
MODELET_FUNCTION(Sinh, std::sinh)
MODELET_FUNCTION(Cosh, std::cosh)
MODELET_FUNCTION(Tanh, std::tanh)
MODELET_FUNCTION(Arcsinh, std::asinh)
MODELET_FUNCTION(Arccosh, std::acosh)
MODELET_FUNCTION(Arctanh, std::atanh)
// numpy's floor, ceil and trunc leave ints alone.
#define MODELET_ROUNDING(Name, function)                                 \
  struct Name {                                                          \
    template <typename T>                                                \
    T operator()(T value) const {                                        \
      if constexpr (std::is_floating_point_v<T>) return function(value); \
      return value;                                                      \
    }                                                                    \
  };
MODELET_ROUNDING(Floor, std::floor)
MODELET_ROUNDING(Ceil, std::ceil)
MODELET_ROUNDING(Trunc, std::trunc)
// Without a call: what is not that large loses its fraction beside a number whose last bit is 1.
struct Rint {
  template <typename T>
  T operator()(T value) const {
    if constexpr (std::is_floating_point_v<T>) {
      constexpr T whole = std::is_same_v<T, float> ? T{1 << 23} : T{int64_t{1} << 52};
      const T magnitude = std::fabs(value);
      return magnitude < whole ? std::copysign((magnitude + whole) - whole, value) : value;
    }
    return value;
  }
};
#undef MODELET_FUNCTION
#undef MODELET_ROUNDING

}  // namespace modelet::numpy
