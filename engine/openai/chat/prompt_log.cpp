#include "openai/chat/prompt_log.h"

#include <algorithm>
#include <string>

namespace modelet::openai {

namespace {

bool is_special(const TextCodec &codec, int32_t id) {
  std::string unused;
  return codec.token_bytes == nullptr || !codec.token_bytes(id, unused);
}

}  // namespace

int64_t count_characters(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0) != 0x80; });
}

bool place_tokens(const TextCodec *codec, std::string_view prompt, PromptLog &log) {
  if (codec == nullptr) return false;
  std::string_view rest = prompt;
  int64_t offset = 0;
  for (const TokenLogprob &token : log.tokens) {
    std::string_view text = token.chosen.bytes;
    const bool added = !rest.starts_with(text) && is_special(*codec, token.chosen.id);
    // Some tokenizers put a space before every text.
    if (!added && rest.size() == prompt.size() && text.starts_with(' ') && !rest.starts_with(text)) text.remove_prefix(1);
    log.offsets.push_back(offset);
    if (added) continue;
    if (!rest.starts_with(text)) return false;
    rest.remove_prefix(text.size());
    offset += count_characters(text);
  }
  return rest.empty();
}

}  // namespace modelet::openai
