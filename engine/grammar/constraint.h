// A grammar over the tokens of a vocabulary: which token may come next.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/matcher.h"

namespace modelet::grammar {

// The tokens of a vocabulary by their bytes, in the order of a dictionary, so that what two neighbours share is looked at once.
// Immutable; tokens without bytes (special ones) are left out.
class TokenTable {
 public:
  // `bytes(id)` for ids 0 to count - 1.
  template <typename Bytes>
  static std::shared_ptr<const TokenTable> make(int32_t count, const Bytes &bytes) {
    std::vector<std::string> texts;
    for (int32_t id = 0; id < count; ++id) texts.push_back(bytes(id));
    return sorted(std::move(texts));
  }

  struct Token {
    int32_t id;
    uint32_t shared;  // bytes in common with the token before
    std::string bytes;
  };
  std::span<const Token> tokens() const { return tokens_; }
  std::string_view bytes(int32_t id) const;
  int64_t vocabulary() const { return static_cast<int64_t>(place_.size()); }

 private:
  static std::shared_ptr<const TokenTable> sorted(std::vector<std::string> texts);
  std::vector<Token> tokens_;
  std::vector<int32_t> place_;  // of an id in tokens_, -1: none
};

// One request's place in its grammar. One thread at a time.
class Constraint {
 public:
  Constraint(std::shared_ptr<const Grammar> grammar, std::shared_ptr<const TokenTable> table);

  // One bit a token (bit t % 32 of word t / 32): those that may follow; end tokens may where the text may end. None at all when no token of
  // this vocabulary continues the text. Valid until the next call.
  std::span<const uint32_t> allowed(std::span<const int32_t> end_tokens);
  // The token was chosen. Only allowed ones may be.
  void advance(int32_t token);

 private:
  const std::vector<uint32_t> &following(Matcher::Place place);

  std::shared_ptr<const TokenTable> table_;
  Matcher matcher_;
  Matcher::Place place_;
  std::map<Matcher::Place, std::vector<uint32_t>> known_;  // places come again within lists and texts
  std::vector<uint32_t> allowed_;
};

}  // namespace modelet::grammar
