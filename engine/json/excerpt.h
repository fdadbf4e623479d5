// Words for error messages about keys and values.
#pragma once

#include <string>
#include <string_view>

#include "json/json.h"

namespace modelet {

// "a, b, c" from the `name` of each row of a table.
template <typename Table>
std::string list_names(const Table &table) {
  std::string text;
  for (const auto &row : table) {
    if (!text.empty()) text += ", ";
    text += row.name;
  }
  return text.empty() ? "none" : text;
}

// At most `maximum` bytes of `text`, cut between characters and marked with "…".
std::string shortened(std::string_view text, std::size_t maximum = 200);

// The value as JSON text, shortened.
std::string excerpt(const Json &value);

}  // namespace modelet
