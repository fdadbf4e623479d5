#include "tokenizers/normalize.h"

namespace modelet::tokenizers {

namespace {

constexpr std::size_t margin = 64;  // longer than any sequence of a mapping

char32_t *write_hangul(char32_t character, char32_t *out) {
  uint32_t index = character - hangul::syllable;
  *out++ = hangul::leading + index / (hangul::vowels * hangul::trailings);
  *out++ = hangul::vowel + index / hangul::trailings % hangul::vowels;
  if (index % hangul::trailings != 0) *out++ = hangul::trailing + index % hangul::trailings;
  return out;
}

char32_t *write_mapped(const Mapping &mapping, uint16_t code, char32_t character, char32_t *out) {
  if (code == Mapping::spaced) {
    *out++ = U' ';
    *out++ = character;
    *out++ = U' ';
    return out;
  }
  if (code == Mapping::hangul_syllable) return write_hangul(character, out);
  const char32_t *sequence = mapping.sequences + (code - Mapping::first_sequence);
  return std::copy_n(sequence + 1, *sequence, out);
}

}  // namespace

void map_characters(const void *tables, Text &text, Text &scratch) {
  const Mapping &mapping = *static_cast<const Mapping *>(tables);
  std::size_t capacity = text.size() + text.size() / 2 + margin;
  char32_t *out = scratch.reserve(capacity, 0);
  char32_t *limit = out + capacity - margin;
  for (char32_t character : text.view()) {
    if (out > limit) {
      std::size_t written = static_cast<std::size_t>(out - scratch.data());
      capacity *= 2;
      out = scratch.reserve(capacity, written) + written;
      limit = scratch.data() + capacity - margin;
    }
    uint16_t code = mapping.codes[character];
    if (code == Mapping::keep)
      *out++ = character;
    else if (code != Mapping::drop)
      out = write_mapped(mapping, code, character, out);
  }
  scratch.resize(static_cast<std::size_t>(out - scratch.data()));
  text.swap(scratch);
}

void strip_spaces(const void *tables, Text &text, Text &scratch) {
  const Strip &strip = *static_cast<const Strip *>(tables);
  std::u32string_view rest = text.view();
  while (strip.left && !rest.empty() && (*strip.spaces)[rest.front()] != 0) rest.remove_prefix(1);
  while (strip.right && !rest.empty() && (*strip.spaces)[rest.back()] != 0) rest.remove_suffix(1);
  if (rest.size() == text.size()) return;
  scratch.assign(rest);
  text.swap(scratch);
}

void replace_literal(const void *tables, Text &text, Text &scratch) {
  const Replace &replace = *static_cast<const Replace *>(tables);
  std::u32string_view rest = text.view();
  std::size_t found = rest.find(replace.pattern);
  if (found == rest.npos) return;
  scratch.resize(0);
  for (; found != rest.npos; found = rest.find(replace.pattern)) {
    scratch.append(rest.substr(0, found));
    scratch.append(replace.content);
    rest.remove_prefix(found + replace.pattern.size());
  }
  scratch.append(rest);
  text.swap(scratch);
}

void prepend_literal(const void *tables, Text &text, Text &scratch) {
  if (text.size() == 0) return;
  scratch.assign(*static_cast<const std::u32string_view *>(tables));
  scratch.append(text.view());
  text.swap(scratch);
}

}  // namespace modelet::tokenizers
