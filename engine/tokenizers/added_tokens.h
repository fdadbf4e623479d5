// Tokens that are found in the text before anything else looks at it, such as "[MASK]".
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tokenizers/unicode.h"

namespace modelet::tokenizers {

struct AddedToken {
  std::u32string_view content;
  std::string_view decoded;  // UTF-8 of what decoding gives to the decoder: the normalised content
  int32_t id;
  bool special;      // left out of decoded text on request
  bool single_word;  // not inside or beside a word
  bool left_strip;   // takes the spaces before it
  bool right_strip;  // takes the spaces after it
};

// The texts to look for, as a trie. Node 0 is the root; its edges are [edges[0], edges[1]).
struct Patterns {
  const uint32_t *edges;    // [nodes + 1]
  const char32_t *labels;   // rising within a node
  const uint32_t *targets;  // nodes
  const int32_t *tokens;    // [nodes] index into AddedTokens::tokens, or -1
};

struct AddedTokens {
  std::span<const AddedToken> tokens;     // rising by id
  const Patterns *raw;                    // found in the text as it came; null when there are none
  const Patterns *normalized;             // found in the normalised text between the former; null when there are none
  const CodePointTable<uint8_t> *traits;  // bit 0: part of a word, bit 1: space; null when no token asks
};

const AddedToken *find_added(const AddedTokens &added, int64_t id);
const AddedToken *find_added(const AddedTokens &added, std::u32string_view content);

// Where the next token stands: [begin, end) of the text with the spaces it takes. `resume` is where the search goes on.
struct AddedMatch {
  const AddedToken *token;
  std::size_t begin, end;
};

// Leftmost, then longest; `from` is advanced past what was looked at. Null token: there are no more.
AddedMatch next_added(const AddedTokens &added, const Patterns &patterns, std::u32string_view text, std::size_t &from);

// text(std::u32string_view) for what stands between tokens, token(const AddedToken &) for each; stops when one returns false.
template <typename OnText, typename OnToken>
bool split_added(const AddedTokens &added, const Patterns *patterns, std::u32string_view text, OnText &&on_text, OnToken &&on_token) {
  std::size_t done = 0, from = 0;
  while (patterns != nullptr) {
    AddedMatch match = next_added(added, *patterns, text, from);
    if (match.token == nullptr) break;
    if (match.token->left_strip && match.begin < done) match.begin = done;
    if (done < match.begin && !on_text(text.substr(done, match.begin - done))) return false;
    if (!on_token(*match.token)) return false;
    done = match.end;
  }
  return done >= text.size() || on_text(text.substr(done));
}

}  // namespace modelet::tokenizers
