// Decoding a token at a time, as a language model produces them.
#pragma once

#include <cstdint>
#include <string>

#include "tokenizers/decode.h"

namespace modelet::tokenizers {

// All that it gives in a row is what decoding all ids at once gives. Only whole characters come out: a character that several tokens
// make is held back until the last of them, and so is what further tokens may still change. (One difference: bytes that a decoder
// with byte fallback judges together are given when they are characters, although bytes after them may be none.)
class StreamingDecoder {
 public:
  // The tokenizer outlives it.
  StreamingDecoder(const Tokenizer &tokenizer, bool skip_special, bool clean_up = false);

  // Appends to `text` what this token makes certain, as UTF-8; often nothing. An id without a token is left out.
  void push(int32_t id, std::string &text);
  // Appends what was held back. Nothing is pushed afterwards.
  void finish(std::string &text);

 private:
  const Tokenizer *tokenizer_;
  DecodeChain chain_;
  Pieces pieces_;
  bool skip_special_;
};

}  // namespace modelet::tokenizers
