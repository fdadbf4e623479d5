#include "tokenizers/utf8.h"

#include <algorithm>
#include <utility>

namespace modelet::tokenizers {

namespace {

// The second byte of a character is restricted, so that each has one form and none is a surrogate.
std::pair<unsigned, unsigned> second_byte(unsigned lead) {
  if (lead == 0xE0) return {0xA0, 0xBF};
  if (lead == 0xED) return {0x80, 0x9F};
  if (lead == 0xF0) return {0x90, 0xBF};
  if (lead == 0xF4) return {0x80, 0x8F};
  return {0x80, 0xBF};
}

}  // namespace

Sequence first_sequence(std::string_view bytes) {
  auto byte = [&](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(bytes[at])); };
  unsigned lead = byte(0);
  if (lead < 0x80) return {1, true, false};
  if (lead < 0xC2 || lead > 0xF4) return {1, false, false};
  std::size_t wanted = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  auto [least, most] = second_byte(lead);
  std::size_t at = 1;
  for (; at < std::min(wanted, bytes.size()); ++at) {
    if (byte(at) < least || byte(at) > most) return {at, false, false};
    least = 0x80, most = 0xBF;
  }
  return {at, at == wanted, at < wanted};
}

void take_characters(std::string_view &bytes, bool ends, std::string &out) {
  while (!bytes.empty()) {
    Sequence sequence = first_sequence(bytes);
    if (sequence.cut && !ends) return;
    out += sequence.valid ? bytes.substr(0, sequence.length) : replacement_utf8;
    bytes.remove_prefix(sequence.length);
  }
}

std::size_t valid_length(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    Sequence sequence = first_sequence(bytes.substr(at));
    if (!sequence.valid) break;
    at += sequence.length;
  }
  return at;
}

std::u32string characters_of(std::string_view bytes) {
  std::string well_formed;
  take_characters(bytes, true, well_formed);
  std::u32string characters;
  for (std::string_view rest = well_formed; !rest.empty();) characters.push_back(read_utf8(rest));
  return characters;
}

}  // namespace modelet::tokenizers
