#include "tokenizers/pattern.h"

namespace modelet::tokenizers {

namespace {

struct Segment {
  std::size_t begin, end;
  bool matches;
};

// Gives segments on as the behaviour has them; where one may join the next, it is held until that is known.
class Joiner {
 public:
  Joiner(Behavior behavior, Piece piece, PieceSink next) : behavior_(behavior), piece_(piece), next_(next) {}

  bool add(Segment segment) {
    if (segment.begin == segment.end) return true;
    if (behavior_ == Behavior::isolated) return give(segment);
    if (behavior_ == Behavior::removed) return segment.matches || give(segment);
    if (held_.end == segment.begin && held_.begin < held_.end && joins(segment)) {
      held_.end = segment.end;
      held_.matches = segment.matches;
      return true;
    }
    bool going = finish();
    held_ = segment;
    return going;
  }

  bool finish() {
    bool going = held_.begin == held_.end || give(held_);
    held_ = {0, 0, false};
    return going;
  }

 private:
  bool joins(const Segment &segment) const {
    if (behavior_ == Behavior::contiguous) return segment.matches == held_.matches;
    if (behavior_ == Behavior::merged_with_previous) return segment.matches && !held_.matches;
    return !segment.matches && held_.matches;
  }

  bool give(const Segment &segment) {
    return next_({piece_.text.substr(segment.begin, segment.end - segment.begin), piece_.first && segment.begin == 0});
  }

  Behavior behavior_;
  Piece piece_;
  PieceSink next_;
  Segment held_{0, 0, false};
};

}  // namespace

std::size_t match_length(const Pattern &pattern, std::u32string_view text) {
  std::size_t matched = 0, at = 0;
  uint32_t state = Pattern::start;
  while (state != Pattern::dead) {
    uint32_t column = at < text.size() ? pattern.classes[text[at]] : pattern.columns - 1;
    uint16_t entry = pattern.next[state * pattern.columns + column];
    if ((entry & 1) != 0) matched = at;
    state = entry >> 1;
    ++at;
  }
  return matched;
}

bool split_pattern(const void *tables, Piece piece, Scratch &, PieceSink next) {
  const PatternSplit &split = *static_cast<const PatternSplit *>(tables);
  Joiner joiner(split.behavior, piece, next);
  std::size_t done = 0, at = 0;
  while (at < piece.text.size()) {
    std::size_t length = match_length(*split.pattern, piece.text.substr(at));
    if (length == 0) {
      ++at;
      continue;
    }
    if (!joiner.add({done, at, split.invert}) || !joiner.add({at, at + length, !split.invert})) return false;
    at = done = at + length;
  }
  return joiner.add({done, piece.text.size(), split.invert}) && joiner.finish();
}

}  // namespace modelet::tokenizers
