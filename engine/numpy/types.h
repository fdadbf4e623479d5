// From a dtype known at run time to a C++ type known at compile time.
#pragma once

#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "numpy/array.h"

namespace modelet::numpy {

template <typename T>
struct Tag {
  using type = T;
};

// body(Tag<T>{}) for the C++ type of a real dtype. False, and TypeError raised, for float16, bfloat16 and complex, which compiled numpy
// code does not compute with.
template <typename Body>
bool with_type(Call &call, DType dtype, Body &&body) {
  switch (dtype) {
    case DType::boolean:
      return body(Tag<bool>{}), true;
    case DType::int8:
      return body(Tag<int8_t>{}), true;
    case DType::int16:
      return body(Tag<int16_t>{}), true;
    case DType::int32:
      return body(Tag<int32_t>{}), true;
    case DType::int64:
      return body(Tag<int64_t>{}), true;
    case DType::uint8:
      return body(Tag<uint8_t>{}), true;
    case DType::uint16:
      return body(Tag<uint16_t>{}), true;
    case DType::uint32:
      return body(Tag<uint32_t>{}), true;
    case DType::uint64:
      return body(Tag<uint64_t>{}), true;
    case DType::float32:
      return body(Tag<float>{}), true;
    case DType::float64:
      return body(Tag<double>{}), true;
    default:
      call.raise("TypeError", "compiled numpy code does not compute with " + std::string(dtype_name(dtype)));
      return false;
  }
}

template <typename T>
inline constexpr DType dtype_of = DType::float64;
template <>
inline constexpr DType dtype_of<bool> = DType::boolean;
template <>
inline constexpr DType dtype_of<int8_t> = DType::int8;
template <>
inline constexpr DType dtype_of<int16_t> = DType::int16;
template <>
inline constexpr DType dtype_of<int32_t> = DType::int32;
template <>
inline constexpr DType dtype_of<int64_t> = DType::int64;
template <>
inline constexpr DType dtype_of<uint8_t> = DType::uint8;
template <>
inline constexpr DType dtype_of<uint16_t> = DType::uint16;
template <>
inline constexpr DType dtype_of<uint32_t> = DType::uint32;
template <>
inline constexpr DType dtype_of<uint64_t> = DType::uint64;
template <>
inline constexpr DType dtype_of<float> = DType::float32;

// C's conversion, which is numpy's astype, without undefined behaviour for floats out of range.
template <typename T>
inline constexpr bool is_complex = false;
template <typename T>
inline constexpr bool is_complex<std::complex<T>> = true;

template <typename To, typename From>
To cast(From value) {
  if constexpr (is_complex<From> && !is_complex<To>) {
    return cast<To>(value.real());
  } else if constexpr (is_complex<To> && !is_complex<From>) {
    return To(static_cast<typename To::value_type>(value));
  } else if constexpr (std::is_same_v<To, bool>) {
    return value != From{};
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    // As x86 converts: to 64 (for small types 32) bits, out of range to the smallest value, then cut.
    using Wide = std::conditional_t<(sizeof(To) < 4) || (sizeof(To) == 4 && std::is_signed_v<To>), int32_t, int64_t>;
    constexpr double limit = sizeof(Wide) == 4 ? 2147483648.0 : 9223372036854775808.0;
    const double wide = static_cast<double>(value);
    if constexpr (std::is_same_v<To, uint64_t>) {
      if (wide >= limit && wide < 2 * limit) return static_cast<uint64_t>(wide);
    }
    if (!(wide > -limit - 1 && wide < limit)) return static_cast<To>(static_cast<std::make_unsigned_t<Wide>>(1) << (sizeof(Wide) * 8 - 1));
    return static_cast<To>(static_cast<Wide>(wide));
  } else {
    return static_cast<To>(value);
  }
}

template <typename T>
T load(const std::byte *at) {
  return *reinterpret_cast<const T *>(at);
}
template <typename T>
void save(std::byte *at, T value) {
  *reinterpret_cast<T *>(at) = value;
}

std::string shape_text(const Extents &shape);  // "(2,3)", "(4,)"

}  // namespace modelet::numpy
