// Properties of single characters.
#include <algorithm>

#include "python/unicode.h"
#include "python/unicode_data.h"

namespace modelet::python {

namespace {

bool single(Call &call, const Str &character, const Str &wrong) {
  if (character.length() == 1) return true;
  call.raise("TypeError", to_utf8(wrong));
  return false;
}

const unicode::Numeric *numeric_of(char32_t character) {
  const unicode::Numeric *end = unicode::numerics + unicode::numeric_count;
  const auto *found = std::lower_bound(unicode::numerics, end, character,
                                       [](const unicode::Numeric &entry, char32_t wanted) { return entry.character < wanted; });
  return found != end && found->character == character ? found : nullptr;
}

}  // namespace

Str category(Call &call, const Str &character, const Str &wrong) {
  return single(call, character, wrong) ? Str(unicode::category_names[unicode::category_of[character[0]]]) : Str();
}
Str bidirectional(Call &call, const Str &character, const Str &wrong) {
  return single(call, character, wrong) ? Str(unicode::bidirectional_names[unicode::bidirectional_of[character[0]]]) : Str();
}
Str east_asian_width(Call &call, const Str &character, const Str &wrong) {
  return single(call, character, wrong) ? Str(unicode::east_asian_width_names[unicode::east_asian_width_of[character[0]]]) : Str();
}

bool has_decimal(Call &call, const Str &character, const Str &wrong) {
  return single(call, character, wrong) && unicode::has(character[0], unicode::decimal);
}
bool has_digit(Call &call, const Str &character, const Str &wrong) {
  return single(call, character, wrong) && unicode::has(character[0], unicode::digit);
}
bool has_numeric(Call &call, const Str &character, const Str &wrong) {
  return single(call, character, wrong) && numeric_of(character[0]) != nullptr;
}

int64_t decimal_value(Call &call, const Str &character, const Str &wrong) {
  if (has_decimal(call, character, wrong)) return unicode::record(character[0]).digit_value;
  if (!call.failed()) call.raise("ValueError", "not a decimal");
  return 0;
}
int64_t digit_value(Call &call, const Str &character, const Str &wrong) {
  if (has_digit(call, character, wrong)) return unicode::record(character[0]).digit_value;
  if (!call.failed()) call.raise("ValueError", "not a digit");
  return 0;
}
double numeric_value(Call &call, const Str &character, const Str &wrong) {
  if (has_numeric(call, character, wrong)) return numeric_of(character[0])->value;
  if (!call.failed()) call.raise("ValueError", "not a numeric character");
  return 0;
}

}  // namespace modelet::python
