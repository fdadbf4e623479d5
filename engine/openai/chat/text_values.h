// What a function yields, one value after another: text, or chunks of chat.completions.
#pragma once

#include <cstdint>
#include <string>

#include "core/call.h"
#include "core/values.h"

namespace modelet::openai {

class TextValues {
 public:
  // A string as text, in UTF-8; an object as `chunk`, which is null otherwise. A surrogate pair that comes in halves is one character when
  // it is whole, and a lone surrogate U+FFFD. False with call.error of code invalid_result for any other value.
  bool read(Call &call, Values value, std::string &text, Json &chunk);
  // What was held back, once no more values come.
  std::string rest();

 private:
  bool read_pieces(const Json &pieces, std::string &text);
  void append(std::string &text, std::string_view piece);
  void surrogate(std::string &text, uint32_t code);

  uint32_t high_ = 0;  // half of a pair, 0 when there is none
};

}  // namespace modelet::openai
