// Formats of strings in JSON schemas.
#pragma once

#include <cstdint>
#include <string_view>

namespace modelet::grammar {

struct Format {
  std::string_view name, pattern;
  int64_t longest;  // characters
};

// Null for a format that is not enforced: an annotation, as the standard has it.
const Format *find_format(std::string_view name);

}  // namespace modelet::grammar
