#include "python/characters.h"

#include <array>

namespace modelet::python {

namespace {

constexpr std::array<char32_t, 256> latin = [] {
  std::array<char32_t, 256> points{};
  for (std::size_t at = 0; at < points.size(); ++at) points[at] = static_cast<char32_t>(at);
  return points;
}();

}  // namespace

Str text_of(Call &call, Char character) {
  const auto code = static_cast<uint32_t>(character.point);
  if (code < latin.size()) return Str(std::u32string_view(&latin[code], 1));
  return new_str(call, std::u32string_view(&character.point, 1));
}

void add_into(Call &call, Str &text, Char more) {
  if (text.length() > 0) return add_into(call, text, borrowed(more));
  Str made = text_of(call, more);
  if (!call.failed()) text = std::move(made);
}

}  // namespace modelet::python
