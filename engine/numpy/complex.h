// Complex numbers in arrays: what Fourier transforms give, and the arithmetic that programs do with it.
#pragma once

#include <complex>

#include "numpy/arrange.h"

namespace modelet::numpy {

template <>
inline constexpr DType dtype_of<std::complex<float>> = DType::complex64;
template <>
inline constexpr DType dtype_of<std::complex<double>> = DType::complex128;

struct ComplexMultiply {
  template <typename T>
  T operator()(T left, T right) const {
    return {left.real() * right.real() - left.imag() * right.imag(), left.real() * right.imag() + left.imag() * right.real()};
  }
};
// Smith's division, as numpy has it.
struct ComplexDivide {
  template <typename T>
  T operator()(T left, T right) const {
    const auto real = std::fabs(right.real()), imaginary = std::fabs(right.imag());
    if (real >= imaginary) {
      if (real == 0 && imaginary == 0) return {left.real() / real, left.imag() / real};
      const auto ratio = right.imag() / right.real(), scale = 1 / (right.real() + right.imag() * ratio);
      return {(left.real() + left.imag() * ratio) * scale, (left.imag() - left.real() * ratio) * scale};
    }
    const auto ratio = right.real() / right.imag(), scale = 1 / (right.imag() + right.real() * ratio);
    return {(left.real() * ratio + left.imag()) * scale, (left.imag() * ratio - left.real()) * scale};
  }
};
struct ComplexAdd {
  template <typename T>
  T operator()(T left, T right) const {
    return left + right;
  }
};
struct ComplexSubtract {
  template <typename T>
  T operator()(T left, T right) const {
    return left - right;
  }
};
struct ComplexSquare {
  template <typename T>
  T operator()(T value) const {
    return ComplexMultiply()(value, value);
  }
};
struct Size {
  template <typename T>
  auto operator()(T value) const {
    return std::hypot(value.real(), value.imag());
  }
};
struct Angle {
  template <typename T>
  auto operator()(T value) const {
    return std::atan2(value.imag(), value.real());
  }
};
struct RealPart {
  template <typename T>
  auto operator()(T value) const {
    return value.real();
  }
};
struct ImaginaryPart {
  template <typename T>
  auto operator()(T value) const {
    return value.imag();
  }
};
struct Conjugate {
  template <typename T>
  T operator()(T value) const {
    return std::conj(value);
  }
};
struct ComplexNegative {
  template <typename T>
  T operator()(T value) const {
    return -value;
  }
};

// Fourier transforms along one axis, of complex128 or float64; `size` is how many numbers go in (of the result, for the inverse of
// real numbers), -1 for as many as there are. `norm`: 0 backward, 1 ortho, 2 forward.
Array fourier(Call &call, const Array &array, int64_t size, int64_t axis, bool inverse, int64_t norm);
Array real_fourier(Call &call, const Array &array, int64_t size, int64_t axis, int64_t norm);
Array inverse_real_fourier(Call &call, const Array &array, int64_t size, int64_t axis, int64_t norm);

}  // namespace modelet::numpy
