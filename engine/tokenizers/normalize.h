// Normalisation: steps that rewrite a text, one after another. A tokenizer lists the steps it needs, so that only those are linked.
#pragma once

#include <span>
#include <string_view>

#include "tokenizers/text.h"
#include "tokenizers/unicode.h"

namespace modelet::tokenizers {

// `run` rewrites `text` in place; `scratch` is room that may be swapped with it. `tables` is what the function's comment names.
struct Step {
  void (*run)(const void *tables, Text &text, Text &scratch);
  const void *tables;
};

// What each code point becomes on its own: the fusion of all neighbouring steps that look at one character only.
struct Mapping {
  enum Code : uint16_t { keep, drop, spaced, hangul_syllable, first_sequence };
  CodePointTable<uint16_t> codes;  // from `first_sequence` on: where in `sequences`, less `first_sequence`
  const char32_t *sequences;       // a length, then that many characters
};

struct Strip {
  bool left, right;
  const CodePointTable<uint8_t> *spaces;  // 1 for White_Space
};

struct Replace {
  std::u32string_view pattern, content;  // the pattern is not empty
};

void map_characters(const void *mapping, Text &text, Text &scratch);          // Mapping
void strip_spaces(const void *strip, Text &text, Text &scratch);              // Strip
void replace_literal(const void *replace, Text &text, Text &scratch);         // Replace
void prepend_literal(const void *literal, Text &text, Text &scratch);         // std::u32string_view; an empty text stays empty
void order_marks(const void *classes, Text &text, Text &scratch);             // CodePointTable<uint8_t>, canonical combining classes
void compose_characters(const void *composition, Text &text, Text &scratch);  // Composition (canonical.h)

inline void normalize(std::span<const Step> steps, Text &text, Text &scratch) {
  for (const Step &step : steps) step.run(step.tables, text, scratch);
}

}  // namespace modelet::tokenizers
