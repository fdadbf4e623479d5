// Half precision and bfloat16 as float32, exactly, on any processor.
#pragma once

#include <bit>
#include <cstdint>

namespace modelet::kernels {
namespace {

inline float from_half(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000U) << 16, magnitude = bits & 0x7fffU;
  // Infinities and NaN; else the exponent moves by a product, which makes subnormal numbers right too.
  if (magnitude >= 0x7c00U) return std::bit_cast<float>(sign | 0x7f800000U | magnitude << 13);
  const float value = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
  return std::bit_cast<float>(sign | std::bit_cast<uint32_t>(value));
}

inline float from_bfloat(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

}  // namespace
}  // namespace modelet::kernels
