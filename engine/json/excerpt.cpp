#include "json/excerpt.h"

namespace modelet {

std::string shortened(std::string_view text, std::size_t maximum) {
  if (text.size() <= maximum) return std::string(text);
  std::size_t end = maximum;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

namespace {

// A value of a few members is written whole; a large one only by its kind and size, so that a message costs little.
bool small(const Json &value) {
  if (value.is_string()) return value.get_ref<const std::string &>().size() <= 4096;
  if (!value.is_structured()) return true;
  if (value.size() > 16) return false;
  for (const Json &item : value) {
    if (!small(item)) return false;
  }
  return true;
}

}  // namespace

std::string excerpt(const Json &value) {
  if (small(value)) return shortened(dump_json(value));
  if (value.is_string()) return shortened(dump_json(Json(value.get_ref<const std::string &>().substr(0, 400))));
  return std::string(value.is_array() ? "an array" : "an object") + " of " + std::to_string(value.size()) + " items";
}

}  // namespace modelet
