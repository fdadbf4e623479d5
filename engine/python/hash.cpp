#include "python/hash.h"

#include <bit>

namespace modelet::python {

namespace {
constexpr uint64_t modulus = (uint64_t{1} << 61) - 1;
constexpr int bits = 61;
}  // namespace

int64_t hash_int(int64_t value) {
  const uint64_t size = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  const auto rest = static_cast<int64_t>(size % modulus);
  const int64_t result = value < 0 ? -rest : rest;
  return result == -1 ? -2 : result;
}

int64_t hash_float(double value) {
  if (!std::isfinite(value)) return std::isinf(value) ? (value > 0 ? 314159 : -314159) : 0;
  int exponent = 0;
  double mantissa = std::frexp(value, &exponent);
  const bool negative = mantissa < 0;
  if (negative) mantissa = -mantissa;
  uint64_t sum = 0;
  while (mantissa != 0) {
    sum = ((sum << 28) & modulus) | sum >> (bits - 28);
    mantissa *= 268435456.0;
    exponent -= 28;
    const auto part = static_cast<uint64_t>(mantissa);
    mantissa -= static_cast<double>(part);
    sum += part;
    if (sum >= modulus) sum -= modulus;
  }
  exponent = exponent >= 0 ? exponent % bits : bits - 1 - ((-1 - exponent) % bits);
  sum = ((sum << exponent) & modulus) | sum >> (bits - exponent);
  const int64_t result = negative ? -static_cast<int64_t>(sum) : static_cast<int64_t>(sum);
  return result == -1 ? -2 : result;
}

int64_t hash_str(std::u32string_view text) {
  uint64_t sum = text.size();
  const auto take = [&sum](uint64_t part) { sum = (std::rotl(sum, 5) ^ part) * 0x9e3779b97f4a7c15ULL; };
  std::size_t at = 0;
  for (; at + 2 <= text.size(); at += 2) take(static_cast<uint64_t>(text[at]) << 32 | static_cast<uint32_t>(text[at + 1]));
  if (at < text.size()) take(static_cast<uint32_t>(text[at]));
  sum ^= sum >> 29;
  return static_cast<int64_t>(sum);
}

}  // namespace modelet::python
