// Pre-tokenisation by a regular expression, which the compiler turned into an automaton.
#pragma once

#include <cstdint>

#include "tokenizers/split.h"

namespace modelet::tokenizers {

// Finds the match that a backtracking search prefers, in one pass: it looks at each character once, and at one beyond the match.
struct Pattern {
  static constexpr uint16_t dead = 0, start = 1;

  CodePointTable<uint8_t> classes;  // below `columns` - 1
  uint32_t columns;                 // classes, and the end of the text as the last
  // [states, columns] twice the state after a character of this class, plus one when a match ends before that character.
  const uint16_t *next;
};

enum class Behavior : uint8_t { removed, isolated, merged_with_previous, merged_with_next, contiguous };

struct PatternSplit {
  const Pattern *pattern;
  Behavior behavior;
  bool invert;  // what matches counts as what does not, and the other way round
};

bool split_pattern(const void *split, Piece piece, Scratch &scratch, PieceSink next);  // PatternSplit

// How long the match is that begins with the text; 0 when none does.
std::size_t match_length(const Pattern &pattern, std::u32string_view text);

}  // namespace modelet::tokenizers
