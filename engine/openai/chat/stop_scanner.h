// Stop strings in a text that arrives in pieces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace modelet::openai {

// The length of the longest end of `text` that begins, but is not whole, in one of `markers`.
std::size_t open_end(std::string_view text, const std::vector<std::string_view> &markers);

// Lets text through up to the first stop string, which is never let out, not even in part. What it says does not depend on how the text is
// cut into pieces.
class StopScanner {
 public:
  explicit StopScanner(std::vector<std::string> stops) : stops_(std::move(stops)) {}

  // What of the text so far may be said now.
  std::string add(std::string_view piece);
  // What was held back, once no more text comes.
  std::string rest();
  bool stopped() const { return stop_ != nullptr; }
  // The string that stopped it; null while none has.
  const std::string *stop() const { return stop_; }

 private:
  std::string held_;
  std::vector<std::string> stops_;
  const std::string *stop_ = nullptr;
};

}  // namespace modelet::openai
