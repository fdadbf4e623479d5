#include "hash/sha256.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace modelet::hash {

// FIPS 180-4, 4.2.2: the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

namespace {

constexpr std::size_t block_bytes = 64;

// Also the fractional parts of the square roots of the first 8 primes.
constexpr std::array<uint32_t, 8> initial_state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

uint32_t big_endian(const std::byte *bytes) {
  return std::to_integer<uint32_t>(bytes[0]) << 24 | std::to_integer<uint32_t>(bytes[1]) << 16 | std::to_integer<uint32_t>(bytes[2]) << 8 |
         std::to_integer<uint32_t>(bytes[3]);
}

void expand(std::array<uint32_t, 64> &words, const std::byte *block) {
  for (std::size_t t = 0; t < 16; ++t) words[t] = big_endian(block + 4 * t);
  for (std::size_t t = 16; t < 64; ++t) {
    const uint32_t early = words[t - 15], late = words[t - 2];
    const uint32_t sigma0 = std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3;
    const uint32_t sigma1 = std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10;
    words[t] = words[t - 16] + sigma0 + words[t - 7] + sigma1;
  }
}

void compress_block(std::array<uint32_t, 8> &state, const std::byte *block) {
  std::array<uint32_t, 64> words;
  expand(words, block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t t = 0; t < 64; ++t) {
    const uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const uint32_t choice = (e & f) ^ (~e & g);
    const uint32_t first = h + sum1 + choice + round_constants[t] + words[t];
    const uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    h = g, g = f, f = e, e = d + first, d = c, c = b, b = a, a = first + sum0 + majority;
  }
  const std::array<uint32_t, 8> after{a, b, c, d, e, f, g, h};
  for (std::size_t index = 0; index < after.size(); ++index) state[index] += after[index];
}

}  // namespace

void compress_portable(std::array<uint32_t, 8> &state, const std::byte *blocks, std::size_t count) {
  for (; count > 0; --count, blocks += block_bytes) compress_block(state, blocks);
}

Sha256::Sha256() : state_(initial_state), block_{} {}

void Sha256::update(std::span<const std::byte> bytes) {
  const Compress compress = compress_for_host();
  const std::size_t begun = length_ % block_bytes;
  length_ += bytes.size();
  if (begun > 0) {
    const std::size_t taken = std::min(block_bytes - begun, bytes.size());
    std::copy_n(bytes.data(), taken, block_.data() + begun);
    if (begun + taken < block_bytes) return;
    compress(state_, block_.data(), 1);
    bytes = bytes.subspan(taken);
  }
  compress(state_, bytes.data(), bytes.size() / block_bytes);
  const std::size_t rest = bytes.size() % block_bytes;
  std::copy_n(bytes.data() + (bytes.size() - rest), rest, block_.data());
}

std::array<uint8_t, 32> Sha256::digest() {
  const uint64_t bits = length_ * 8;
  std::array<std::byte, 2 * block_bytes> tail{};
  tail[0] = std::byte{0x80};
  const std::size_t used = length_ % block_bytes;
  const std::size_t padding = (used < 56 ? block_bytes : 2 * block_bytes) - used;
  for (std::size_t index = 0; index < 8; ++index) tail[padding - 1 - index] = static_cast<std::byte>(bits >> (8 * index) & 0xff);
  update(std::span(tail).first(padding));
  std::array<uint8_t, 32> result;
  for (std::size_t index = 0; index < result.size(); ++index)
    result[index] = static_cast<uint8_t>(state_[index / 4] >> (24 - 8 * (index % 4)));
  return result;
}

std::string Sha256::hexadecimal() {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (uint8_t byte : digest()) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace modelet::hash
