#include "tokenizers/added_tokens.h"

#include <algorithm>

namespace modelet::tokenizers {

namespace {

enum Trait : uint8_t { word = 1, space = 2 };

bool has(const AddedTokens &added, char32_t character, Trait trait) {
  return ((*added.traits)[character] & trait) != 0;
}

// The node that `label` leads to, or 0.
uint32_t follow(const Patterns &patterns, uint32_t node, char32_t label) {
  const char32_t *first = patterns.labels + patterns.edges[node], *last = patterns.labels + patterns.edges[node + 1];
  const char32_t *found = std::lower_bound(first, last, label);
  return found != last && *found == label ? patterns.targets[found - patterns.labels] : 0;
}

// The longest pattern that `text` begins with: its token, or -1, and its length.
int32_t longest_pattern(const Patterns &patterns, std::u32string_view text, std::size_t &length) {
  int32_t token = -1;
  uint32_t node = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    node = follow(patterns, node, text[at]);
    if (node == 0) break;
    if (patterns.tokens[node] < 0) continue;
    token = patterns.tokens[node];
    length = at + 1;
  }
  return token;
}

bool stands_alone(const AddedTokens &added, std::u32string_view text, std::size_t begin, std::size_t end) {
  bool joined_left = begin > 0 && has(added, text[begin - 1], word);
  bool joined_right = end < text.size() && has(added, text[end], word);
  return !joined_left && !joined_right;
}

}  // namespace

const AddedToken *find_added(const AddedTokens &added, int64_t id) {
  auto found = std::ranges::lower_bound(added.tokens, id, {}, [](const AddedToken &token) { return int64_t{token.id}; });
  return found != added.tokens.end() && found->id == id ? &*found : nullptr;
}

const AddedToken *find_added(const AddedTokens &added, std::u32string_view content) {
  auto found = std::ranges::find(added.tokens, content, &AddedToken::content);
  return found != added.tokens.end() ? &*found : nullptr;
}

AddedMatch next_added(const AddedTokens &added, const Patterns &patterns, std::u32string_view text, std::size_t &from) {
  for (; from < text.size(); ++from) {
    std::size_t length = 0;
    int32_t index = longest_pattern(patterns, text.substr(from), length);
    if (index < 0) continue;
    const AddedToken &token = added.tokens[static_cast<std::size_t>(index)];
    std::size_t begin = from, end = from + length;
    from = end;
    if (token.single_word && !stands_alone(added, text, begin, end)) {
      --from;  // the loop steps over it
      continue;
    }
    while (token.left_strip && begin > 0 && has(added, text[begin - 1], space)) --begin;
    while (token.right_strip && end < text.size() && has(added, text[end], space)) ++end;
    return {&token, begin, end};
  }
  return {nullptr, text.size(), text.size()};
}

}  // namespace modelet::tokenizers
