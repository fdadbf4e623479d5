// The element types that matrices are stored in, as vectors of float32: every load is exact.
#pragma once

#include <cstdint>

namespace modelet::kernels {
namespace {

using Half = uint16_t;  // the bits of an IEEE half-precision number

template <typename V>
inline typename V::Register load_elements(const float *from) {
  return V::load(from);
}
template <typename V>
inline typename V::Register load_elements(const Half *from) {
  return V::load_half(from);
}
template <typename V>
inline typename V::Register load_elements(const int8_t *from) {
  return V::load_bytes(from);
}

// Rounded to the nearest, halves to even; for bytes the values are integral and in [-128, 127].
template <typename V>
inline void store_elements(float *to, typename V::Register value) {
  V::store(to, value);
}
template <typename V>
inline void store_elements(Half *to, typename V::Register value) {
  V::store_half(to, value);
}
template <typename V>
inline void store_elements(int8_t *to, typename V::Register value) {
  V::store_bytes(to, value);
}

}  // namespace
}  // namespace modelet::kernels
