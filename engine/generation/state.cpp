#include "generation/state.h"

#include <cstring>
#include <type_traits>

namespace modelet::generation {
namespace {

constexpr char magic[8] = {'M', 'R', 'E', 'Q', 'U', 'E', 'S', 'T'};
constexpr uint32_t version = 1;

void append(const void *from, std::size_t size, std::vector<std::byte> &to) {
  const auto *begin = static_cast<const std::byte *>(from);
  to.insert(to.end(), begin, begin + size);
}

template <typename Value>
bool take(std::span<const std::byte> &from, Value &out) {
  static_assert(std::is_trivially_copyable_v<Value>);
  if (from.size() < sizeof(out)) return false;
  std::memcpy(&out, from.data(), sizeof(out));
  from = from.subspan(sizeof(out));
  return true;
}

bool read_header(std::span<const std::byte> &from, RequestState &out, uint64_t &count) {
  char found[sizeof(magic)];
  uint32_t number = 0;
  if (!take(from, found) || std::memcmp(found, magic, sizeof(magic)) != 0 || !take(from, number) || number != version) return false;
  if (!take(from, out.prompt_tokens) || !take(from, out.seed) || !take(from, count)) return false;
  return out.prompt_tokens >= 1 && out.prompt_tokens <= count && count <= from.size() / sizeof(int32_t);
}

}  // namespace

std::vector<std::byte> write_state(const RequestState &state) {
  std::vector<std::byte> bytes;
  const uint64_t count = state.tokens.size();
  append(magic, sizeof(magic), bytes);
  append(&version, sizeof(version), bytes);
  for (const uint64_t *number : {&state.prompt_tokens, &state.seed, &count}) append(number, sizeof(*number), bytes);
  append(state.tokens.data(), state.tokens.size() * sizeof(int32_t), bytes);
  append(state.cached.data(), state.cached.size(), bytes);
  return bytes;
}

bool read_state(std::span<const std::byte> bytes, RequestState &out, Error &error) {
  uint64_t count = 0;
  if (!read_header(bytes, out, count)) {
    out = {};
    error = invalid_request("cannot go on with an exported request: the bytes are none, or of another version", "generation_import");
    return false;
  }
  out.tokens.resize(count);
  std::memcpy(out.tokens.data(), bytes.data(), count * sizeof(int32_t));
  out.cached.assign(bytes.begin() + static_cast<std::ptrdiff_t>(count * sizeof(int32_t)), bytes.end());
  return true;
}

}  // namespace modelet::generation
