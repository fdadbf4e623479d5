// Python's `unicodedata`.
#pragma once

#include <cstddef>

#include "python/str.h"
#include "tokenizers/canonical.h"

namespace modelet::python {

namespace unicode {

// What a character decomposes into: places in `decomposed`, and lengths. Both are alike without a compatibility mapping.
struct Decomposition {
  char32_t character;
  uint16_t canonical, canonical_length, compatible, compatible_length;
};
struct Numeric {
  char32_t character;
  double value;
};

extern const Decomposition decompositions[];
extern const std::size_t decomposition_count;
extern const char32_t decomposed[];
extern const tokenizers::Pair compositions[];
extern const std::size_t composition_count;
extern const tokenizers::CodePointTable<uint8_t> combining_classes;

extern const std::u32string_view category_names[];
extern const std::u32string_view bidirectional_names[];
extern const std::u32string_view east_asian_width_names[];
extern const tokenizers::CodePointTable<uint8_t> category_of;
extern const tokenizers::CodePointTable<uint8_t> bidirectional_of;
extern const tokenizers::CodePointTable<uint8_t> east_asian_width_of;
extern const Numeric numerics[];
extern const std::size_t numeric_count;

}  // namespace unicode

Str normalized(Call &call, const Str &form, const Str &text);
bool is_normalized(Call &call, const Str &form, const Str &text);

// Each takes one character; `wrong` is what CPython says of another text.
int64_t combining(Call &call, const Str &character, const Str &wrong);
Str category(Call &call, const Str &character, const Str &wrong);
Str bidirectional(Call &call, const Str &character, const Str &wrong);
Str east_asian_width(Call &call, const Str &character, const Str &wrong);
// The value, or a ValueError.
int64_t decimal_value(Call &call, const Str &character, const Str &wrong);
int64_t digit_value(Call &call, const Str &character, const Str &wrong);
double numeric_value(Call &call, const Str &character, const Str &wrong);
// Whether there is one.
bool has_decimal(Call &call, const Str &character, const Str &wrong);
bool has_digit(Call &call, const Str &character, const Str &wrong);
bool has_numeric(Call &call, const Str &character, const Str &wrong);

}  // namespace modelet::python
