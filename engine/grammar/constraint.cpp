#include "grammar/constraint.h"

#include <algorithm>
#include <utility>

namespace modelet::grammar {

namespace {

uint32_t shared_bytes(std::string_view one, std::string_view other) {
  const auto [end, ignored] = std::mismatch(one.begin(), one.end(), other.begin(), other.end());
  return static_cast<uint32_t>(end - one.begin());
}

}  // namespace

std::shared_ptr<const TokenTable> TokenTable::sorted(std::vector<std::string> texts) {
  auto table = std::make_shared<TokenTable>();
  table->place_.assign(texts.size(), -1);
  for (std::size_t id = 0; id < texts.size(); ++id) {
    if (!texts[id].empty()) table->tokens_.push_back({static_cast<int32_t>(id), 0, std::move(texts[id])});
  }
  std::sort(table->tokens_.begin(), table->tokens_.end(), [](const Token &a, const Token &b) { return a.bytes < b.bytes; });
  for (std::size_t index = 0; index < table->tokens_.size(); ++index) {
    Token &token = table->tokens_[index];
    if (index > 0) token.shared = shared_bytes(table->tokens_[index - 1].bytes, token.bytes);
    table->place_[static_cast<std::size_t>(token.id)] = static_cast<int32_t>(index);
  }
  return table;
}

std::string_view TokenTable::bytes(int32_t id) const {
  const int32_t place = place_[static_cast<std::size_t>(id)];
  return place < 0 ? std::string_view() : tokens_[static_cast<std::size_t>(place)].bytes;
}

Constraint::Constraint(std::shared_ptr<const Grammar> grammar, std::shared_ptr<const TokenTable> table)
    : table_(std::move(table)), matcher_(std::move(grammar)), place_(matcher_.start()) {}

namespace {

void set_bit(std::vector<uint32_t> &bits, int32_t token, bool value) {
  uint32_t &word = bits[static_cast<std::size_t>(token) / 32];
  const uint32_t bit = uint32_t{1} << (static_cast<uint32_t>(token) % 32);
  word = value ? word | bit : word & ~bit;
}

}  // namespace

// Walks the tokens in order; the places after each byte of the token before stand in `path`.
const std::vector<uint32_t> &Constraint::following(Matcher::Place place) {
  const auto [found, added] = known_.try_emplace(place);
  std::vector<uint32_t> &result = found->second;
  if (!added) return result;
  result.resize(static_cast<std::size_t>(table_->vocabulary() + 31) / 32);
  std::vector<Matcher::Place> path{place};
  for (const TokenTable::Token &token : table_->tokens()) {
    path.resize(std::min<std::size_t>(path.size(), token.shared + 1));
    while (path.size() <= token.bytes.size() && path.back() != Matcher::dead) {
      path.push_back(matcher_.next(path.back(), static_cast<uint8_t>(token.bytes[path.size() - 1])));
    }
    if (path.size() == token.bytes.size() + 1 && path.back() != Matcher::dead) set_bit(result, token.id, true);
  }
  return result;
}

std::span<const uint32_t> Constraint::allowed(std::span<const int32_t> end_tokens) {
  if (place_ == Matcher::dead) {
    allowed_.assign(static_cast<std::size_t>(table_->vocabulary() + 31) / 32, 0);
    return allowed_;
  }
  allowed_ = following(place_);
  for (const int32_t token : end_tokens) {
    if (token < table_->vocabulary()) set_bit(allowed_, token, matcher_.accepts(place_));
  }
  return allowed_;
}

void Constraint::advance(int32_t token) {
  if (place_ != Matcher::dead) place_ = matcher_.next(place_, table_->bytes(token));
}

}  // namespace modelet::grammar
