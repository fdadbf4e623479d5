#include "tokenizers/stream.h"

namespace modelet::tokenizers {

StreamingDecoder::StreamingDecoder(const Tokenizer &tokenizer, bool skip_special, bool clean_up)
    : tokenizer_(&tokenizer), chain_(tokenizer, clean_up), skip_special_(skip_special) {}

void StreamingDecoder::push(int32_t id, std::string &text) {
  pieces_.clear();
  add_piece(*tokenizer_, id, skip_special_, pieces_);
  if (pieces_.ends.empty()) return;
  chain_.run(pieces_, false);
  text += pieces_.text;
}

void StreamingDecoder::finish(std::string &text) {
  pieces_.clear();
  chain_.run(pieces_, true);
  text += pieces_.text;
}

}  // namespace modelet::tokenizers
