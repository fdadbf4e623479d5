// Normal forms. What follows decomposition is shared with the tokenizers.
#include <algorithm>

#include "python/unicode_data.h"
#include "tokenizers/normalize.h"

namespace modelet::python {

namespace {

constexpr char32_t first_changed = 0xa0;  // no character below decomposes or combines

void decompose_syllable(char32_t character, std::u32string &out) {
  namespace hangul = tokenizers::hangul;
  const uint32_t at = character - hangul::syllable;
  out += hangul::leading + at / (hangul::vowels * hangul::trailings);
  out += hangul::vowel + at % (hangul::vowels * hangul::trailings) / hangul::trailings;
  if (at % hangul::trailings != 0) out += hangul::trailing + at % hangul::trailings;
}

void decompose(std::u32string_view text, bool compatible, std::u32string &out) {
  const unicode::Decomposition *end = unicode::decompositions + unicode::decomposition_count;
  for (char32_t character : text) {
    if (character < first_changed) {
      out += character;
      continue;
    }
    if (tokenizers::hangul::is_syllable(character)) {
      decompose_syllable(character, out);
      continue;
    }
    const auto *found = std::lower_bound(unicode::decompositions, end, character,
                                         [](const unicode::Decomposition &entry, char32_t wanted) { return entry.character < wanted; });
    if (found == end || found->character != character) {
      out += character;
    } else if (compatible) {
      out.append(unicode::decomposed + found->compatible, found->compatible_length);
    } else {
      out.append(unicode::decomposed + found->canonical, found->canonical_length);
    }
  }
}

}  // namespace

Str normalized(Call &call, const Str &form, const Str &text) {
  if (text.length() == 0) return text;
  constexpr std::u32string_view forms[] = {U"NFC", U"NFD", U"NFKC", U"NFKD"};
  const auto *found = std::find(std::begin(forms), std::end(forms), form.view());
  if (found == std::end(forms)) return call.raise("ValueError", "invalid normalization form"), Str();
  const auto view = text.view();
  if (std::all_of(view.begin(), view.end(), [](char32_t character) { return character < first_changed; })) return text;
  const auto which = found - forms;
  std::u32string parts;
  decompose(view, which >= 2, parts);
  tokenizers::Text made, spare;
  made.assign(parts);
  tokenizers::order_marks(&unicode::combining_classes, made, spare);
  if (which % 2 == 0) {
    const tokenizers::Composition composition{&unicode::combining_classes, {unicode::compositions, unicode::composition_count}};
    tokenizers::compose_characters(&composition, made, spare);
  }
  return new_str(call, made.view());
}

bool is_normalized(Call &call, const Str &form, const Str &text) {
  return normalized(call, form, text) == text;
}

int64_t combining(Call &call, const Str &character, const Str &wrong) {
  if (character.length() != 1) return call.raise("TypeError", to_utf8(wrong)), 0;
  return unicode::combining_classes[character[0]];
}

}  // namespace modelet::python
