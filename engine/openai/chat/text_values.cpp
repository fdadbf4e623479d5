#include "openai/chat/text_values.h"

#include <utility>

#include "json/excerpt.h"
#include "json/json.h"

namespace modelet::openai {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

bool is_high(uint32_t code) {
  return code >= 0xd800 && code < 0xdc00;
}
bool is_low(uint32_t code) {
  return code >= 0xdc00 && code < 0xe000;
}

void append_wide(std::string &text, uint32_t code) {  // beyond U+FFFF
  text += static_cast<char>(0xf0 | code >> 18);
  text += static_cast<char>(0x80 | (code >> 12 & 63));
  text += static_cast<char>(0x80 | (code >> 6 & 63));
  text += static_cast<char>(0x80 | (code & 63));
}

}  // namespace

std::string TextValues::rest() {
  return std::exchange(high_, 0) == 0 ? std::string() : std::string(replacement);
}

void TextValues::append(std::string &text, std::string_view piece) {
  if (piece.empty()) return;
  text += rest();
  text += piece;
}

void TextValues::surrogate(std::string &text, uint32_t code) {
  if (is_low(code) && high_ != 0) {
    append_wide(text, 0x10000 + ((std::exchange(high_, 0) - 0xd800) << 10) + (code - 0xdc00));
    return;
  }
  text += rest();
  if (is_high(code)) {
    high_ = code;
  } else {
    text += replacement;
  }
}

// {"$str": ["ab", 55296, "c"]}
bool TextValues::read_pieces(const Json &pieces, std::string &text) {
  if (!pieces.is_array()) return false;
  for (const Json &piece : pieces) {
    if (piece.is_string()) {
      append(text, piece.get_ref<const std::string &>());
    } else if (piece.is_number_unsigned()) {
      surrogate(text, piece.get<uint32_t>());
    } else {
      return false;
    }
  }
  return true;
}

bool TextValues::read(Call &call, Values value, std::string &text, Json &chunk) {
  text.clear();
  chunk = nullptr;
  std::string why;
  if (!value.text.empty() && !parse_json(value.text, value.json, why)) value.json = nullptr;
  Json &json = value.json;
  if (json.is_string()) return append(text, json.get_ref<const std::string &>()), true;
  if (json.is_object() && json.contains("choices")) return chunk = std::move(json), true;
  if (json.is_object() && json.size() == 1 && json.contains("$str") && read_pieces(json["$str"], text)) return true;
  call.fail(
      server_error("the function bound to this endpoint yielded " + excerpt(json) + "; it must yield text or chunks", "invalid_result"));
  return false;
}

}  // namespace modelet::openai
