#include "openai/base64.h"

#include <array>
#include <cstdint>
#include <cstring>

namespace modelet::openai {

namespace {

constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

using Pair = std::array<char, 2>;

// Two letters for each 12 bits.
constexpr std::array<Pair, 4096> make_pairs() {
  std::array<Pair, 4096> pairs{};
  for (std::size_t bits = 0; bits < pairs.size(); ++bits) pairs[bits] = {letters[bits >> 6], letters[bits & 63]};
  return pairs;
}
constexpr std::array<Pair, 4096> pairs = make_pairs();

uint32_t three_bytes(const std::byte *bytes) {
  return std::to_integer<uint32_t>(bytes[0]) << 16 | std::to_integer<uint32_t>(bytes[1]) << 8 | std::to_integer<uint32_t>(bytes[2]);
}

void write_tail(char *to, std::span<const std::byte> tail) {
  std::array<std::byte, 3> padded{};
  std::memcpy(padded.data(), tail.data(), tail.size());
  const uint32_t bits = three_bytes(padded.data());
  to[0] = letters[bits >> 18];
  to[1] = letters[bits >> 12 & 63];
  to[2] = tail.size() == 2 ? letters[bits >> 6 & 63] : '=';
  to[3] = '=';
}

}  // namespace

void append_base64(std::string &out, std::span<const std::byte> bytes) {
  const std::size_t begin = out.size(), whole = bytes.size() / 3;
  out.resize(begin + (bytes.size() + 2) / 3 * 4);
  char *to = out.data() + begin;
  for (std::size_t group = 0; group < whole; ++group, to += 4) {
    const uint32_t bits = three_bytes(bytes.data() + 3 * group);
    std::memcpy(to, pairs[bits >> 12].data(), 2);
    std::memcpy(to + 2, pairs[bits & 4095].data(), 2);
  }
  if (bytes.size() % 3 != 0) write_tail(to, bytes.subspan(3 * whole));
}

}  // namespace modelet::openai
