#include "python/random.h"

#include <algorithm>
#include <chrono>

#include "python/sha512.h"

namespace modelet::python {

void RandomObject::fill(uint32_t value) {
  state_[0] = value;
  for (uint32_t at = 1; at < size; ++at) state_[at] = 1812433253U * (state_[at - 1] ^ state_[at - 1] >> 30) + at;
}

void RandomObject::seed(const std::vector<uint32_t> &key) {
  fill(19650218U);
  std::size_t at = 1;
  std::size_t word = 0;
  auto forward = [&] {
    if (++at < size) return;
    state_[0] = state_[size - 1];
    at = 1;
  };
  for (std::size_t left = std::max(size, key.size()); left > 0; --left) {
    state_[at] = (state_[at] ^ (state_[at - 1] ^ state_[at - 1] >> 30) * 1664525U) + key[word] + static_cast<uint32_t>(word);
    forward();
    word = word + 1 < key.size() ? word + 1 : 0;
  }
  for (std::size_t left = size - 1; left > 0; --left) {
    state_[at] = (state_[at] ^ (state_[at - 1] ^ state_[at - 1] >> 30) * 1566083941U) - static_cast<uint32_t>(at);
    forward();
  }
  state_[0] = 0x80000000U;
  at_ = size;
  kept_gauss = None{};
}

uint32_t RandomObject::next() {
  if (at_ == size) {
    for (std::size_t at = 0; at < size; ++at) {
      const uint32_t bits = (state_[at] & 0x80000000U) | (state_[(at + 1) % size] & 0x7fffffffU);
      state_[at] = state_[(at + 397) % size] ^ bits >> 1 ^ ((bits & 1U) != 0 ? 0x9908b0dfU : 0U);
    }
    at_ = 0;
  }
  uint32_t value = state_[at_++];
  value ^= value >> 11;
  value ^= value << 7 & 0x9d2c5680U;
  value ^= value << 15 & 0xefc60000U;
  return value ^ value >> 18;
}

namespace {

void seed_with(const Random &random, uint64_t value) {
  std::vector<uint32_t> key{static_cast<uint32_t>(value)};
  if (value >> 32 != 0) key.push_back(static_cast<uint32_t>(value >> 32));
  random.object()->seed(key);
}

}  // namespace

void seed_random(Call &, const Random &random, int64_t value) {
  seed_with(random, value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value));
}

void seed_random(Call &, const Random &random, None) {
  const auto now = std::chrono::high_resolution_clock::now().time_since_epoch().count();
  seed_with(random, static_cast<uint64_t>(now) ^ reinterpret_cast<uintptr_t>(random.object()) << 20);
}

// The text and its digest, read as one large number whose words are the key.
void seed_random(Call &, const Random &random, const Str &text) {
  std::string bytes = to_utf8(text);
  bytes += sha512(bytes);
  std::vector<uint32_t> key;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (at % 4 == 0) key.push_back(0);
    key.back() |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[bytes.size() - 1 - at])) << (at % 4 * 8);
  }
  while (key.size() > 1 && key.back() == 0) key.pop_back();
  random.object()->seed(key);
}

Random module_random(Call &call) {
  static const char key = 0;
  return constant<Random>(call, &key, [](Call &inner) { return new_random(inner, None{}); });
}

double random_random(Call &, const Random &random) {
  const uint32_t high = random.object()->next() >> 5;
  const uint32_t low = random.object()->next() >> 6;
  return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0);
}

int64_t random_bits(Call &call, const Random &random, int64_t count) {
  if (count < 0) return call.raise("ValueError", "number of bits must be non-negative"), 0;
  if (count > 63) return call.raise("OverflowError", "more than 63 random bits do not fit a 64-bit int"), 0;
  uint64_t value = 0;
  for (int64_t at = 0; at < count; at += 32) {
    const auto bits = static_cast<int>(std::min<int64_t>(count - at, 32));
    value |= static_cast<uint64_t>(random.object()->next() >> (32 - bits)) << at;
  }
  return static_cast<int64_t>(value);
}

std::variant<None, double> take_gauss(Call &, const Random &random) {
  return std::exchange(random.object()->kept_gauss, None{});
}
void keep_gauss(Call &, const Random &random, double value) {
  random.object()->kept_gauss = value;
}

}  // namespace modelet::python
