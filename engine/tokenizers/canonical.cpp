#include "tokenizers/canonical.h"

#include <algorithm>

#include "tokenizers/normalize.h"

namespace modelet::tokenizers {

namespace {

constexpr char32_t first_mark = 0x300;  // nothing below has a combining class or composes with what stands before it

// Sorts a run of marks by class, keeping the order of equals.
void order_run(const CodePointTable<uint8_t> &classes, char32_t *first, char32_t *last) {
  if (last - first < 2) return;
  std::stable_sort(first, last, [&](char32_t left, char32_t right) { return classes[left] < classes[right]; });
}

char32_t compose_hangul(char32_t first, char32_t second) {
  if (first - hangul::leading < hangul::leadings && second - hangul::vowel < hangul::vowels)
    return hangul::syllable + ((first - hangul::leading) * hangul::vowels + (second - hangul::vowel)) * hangul::trailings;
  bool open = hangul::is_syllable(first) && (first - hangul::syllable) % hangul::trailings == 0;
  if (open && second > hangul::trailing && second < hangul::trailing + hangul::trailings) return first + (second - hangul::trailing);
  return 0;
}

// The character that both make, or 0.
char32_t compose(std::span<const Pair> pairs, char32_t first, char32_t second) {
  if (second < first_mark) return 0;
  if (char32_t syllable = compose_hangul(first, second)) return syllable;
  auto key = [](const Pair &pair) { return std::pair(pair.first, pair.second); };
  auto found = std::ranges::lower_bound(pairs, std::pair(first, second), {}, key);
  return found != pairs.end() && key(*found) == std::pair(first, second) ? found->composed : 0;
}

}  // namespace

void order_marks(const void *tables, Text &text, Text &) {
  const auto &classes = *static_cast<const CodePointTable<uint8_t> *>(tables);
  char32_t *end = text.data() + text.size();
  char32_t *run = nullptr;
  for (char32_t *at = text.data(); at != end; ++at) {
    bool mark = *at >= first_mark && classes[*at] != 0;
    if (mark == (run != nullptr)) continue;
    if (!mark) order_run(classes, run, at);
    run = mark ? at : nullptr;
  }
  if (run != nullptr) order_run(classes, run, end);
}

void compose_characters(const void *tables, Text &text, Text &) {
  const Composition &composition = *static_cast<const Composition *>(tables);
  char32_t *const begin = text.data();
  char32_t *out = begin;
  char32_t *starter = nullptr;
  uint8_t before = 0;  // class of the last character written
  for (char32_t character : text.view()) {
    uint8_t mark = character < first_mark ? uint8_t{0} : (*composition.classes)[character];
    bool reachable = starter != nullptr && (out - 1 == starter || before < mark);
    char32_t composed = reachable ? compose(composition.pairs, *starter, character) : 0;
    if (composed != 0) {
      *starter = composed;
      continue;
    }
    if (mark == 0) starter = out;
    before = mark;
    *out++ = character;
  }
  text.resize(static_cast<std::size_t>(out - begin));
}

}  // namespace modelet::tokenizers
