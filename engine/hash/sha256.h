// SHA-256, with the processor's own instructions where it has them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace modelet::hash {

// Takes bytes in pieces of any size. Not to be shared between threads while it is fed.
class Sha256 {
 public:
  Sha256();
  void update(std::span<const std::byte> bytes);
  // The digest of everything so far; the object is used up.
  std::array<uint8_t, 32> digest();
  // The same in lowercase hexadecimal, 64 letters.
  std::string hexadecimal();

 private:
  std::array<uint32_t, 8> state_;
  std::array<std::byte, 64> block_;  // the begun block: length_ % 64 bytes
  uint64_t length_ = 0;
};

// Runs whole blocks of 64 bytes through the state. The portable one is the reference in tests.
using Compress = void (*)(std::array<uint32_t, 8> &state, const std::byte *blocks, std::size_t count);
void compress_portable(std::array<uint32_t, 8> &state, const std::byte *blocks, std::size_t count);
// The fastest that this host runs.
Compress compress_for_host();

extern const std::array<uint32_t, 64> round_constants;

}  // namespace modelet::hash
