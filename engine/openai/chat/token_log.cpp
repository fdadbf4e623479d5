#include "openai/chat/token_log.h"

#include <iterator>
#include <utility>

namespace modelet::openai {

// Tokens without text, such as the end of a sequence, are not told.
void TokenLog::add(std::vector<TokenLogprob> tokens) {
  for (TokenLogprob &token : tokens) {
    if (!token.chosen.bytes.empty()) waiting_.push_back(std::move(token));
  }
}

std::vector<TokenLogprob> TokenLog::take(std::size_t bytes) {
  std::size_t count = 0;
  while (count < waiting_.size() && taken_bytes_ + waiting_[count].chosen.bytes.size() <= bytes) {
    taken_bytes_ += waiting_[count++].chosen.bytes.size();
  }
  const auto end = waiting_.begin() + static_cast<std::ptrdiff_t>(count);
  std::vector<TokenLogprob> taken(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
  waiting_.erase(waiting_.begin(), end);
  return taken;
}

std::vector<TokenLogprob> TokenLog::take_all() {
  return std::exchange(waiting_, {});
}

namespace {

Json choice_object(const TokenChoice &choice) {
  Json bytes = Json::array();
  for (const char byte : choice.bytes) bytes.push_back(static_cast<unsigned char>(byte));
  return {{"token", choice.bytes}, {"logprob", static_cast<double>(choice.logprob)}, {"bytes", std::move(bytes)}};
}

}  // namespace

Json logprobs_content(const std::vector<TokenLogprob> &tokens) {
  Json content = Json::array();
  for (const TokenLogprob &token : tokens) {
    Json &entry = content.emplace_back(choice_object(token.chosen));
    Json top = Json::array();
    for (const TokenChoice &choice : token.top) top.push_back(choice_object(choice));
    entry["top_logprobs"] = std::move(top);
  }
  return content;
}

}  // namespace modelet::openai
