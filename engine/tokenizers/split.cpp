#include "tokenizers/split.h"

#include <algorithm>

namespace modelet::tokenizers {

bool split_classes(const void *tables, Piece piece, Scratch &, PieceSink next) {
  const Splitter &splitter = *static_cast<const Splitter *>(tables);
  std::u32string_view text = piece.text;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t first = at;
    uint8_t current = splitter.classes[text[at++]];
    if ((splitter.removed >> current & 1) != 0) continue;
    while (at < text.size()) {
      uint8_t class_after = splitter.classes[text[at]];
      if ((splitter.cuts[current] >> class_after & 1) != 0) break;
      current = class_after;
      ++at;
    }
    if (!next({text.substr(first, at - first), piece.first && first == 0})) return false;
  }
  return true;
}

bool split_metaspace(const void *tables, Piece piece, Scratch &scratch, PieceSink next) {
  const Metaspace &metaspace = *static_cast<const Metaspace *>(tables);
  bool prepends = metaspace.prepend == Metaspace::always || (metaspace.prepend == Metaspace::first && piece.first);
  char32_t *out = scratch.rewritten.reserve(piece.text.size() + 1, 0);
  char32_t *end = std::ranges::replace_copy(piece.text, out + 1, U' ', metaspace.replacement).out;
  *out = metaspace.replacement;
  bool prepended = prepends && out[1] != metaspace.replacement;
  char32_t *begin = prepended ? out : out + 1;
  if (!metaspace.split) return next({{begin, end}, piece.first});
  while (begin != end) {
    char32_t *cut = std::find(begin + 1, end, metaspace.replacement);
    if (!next({{begin, cut}, piece.first && begin <= out + 1})) return false;
    begin = cut;
  }
  return true;
}

bool prefix_space(const void *, Piece piece, Scratch &scratch, PieceSink next) {
  if (piece.text.front() == U' ') return next(piece);
  char32_t *out = scratch.rewritten.reserve(piece.text.size() + 1, 0);
  *out = U' ';
  std::ranges::copy(piece.text, out + 1);
  return next({{out, piece.text.size() + 1}, piece.first});
}

bool split(std::span<const SplitStage> stages, Piece piece, Scratch &scratch, PieceSink word) {
  if (piece.text.empty()) return true;
  if (stages.empty()) return word(piece);
  auto further = [&](Piece part) { return split(stages.subspan(1), part, scratch, word); };
  return stages.front().run(stages.front().tables, piece, scratch, further);
}

}  // namespace modelet::tokenizers
