// What tells answers apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace modelet::openai {

// The prefix and 24 random letters and digits.
std::string new_id(std::string_view prefix);

// Unix time in seconds.
int64_t now_seconds();

// Equal for equal libraries: "fp_" and ten hexadecimal digits of the manifest's digest.
std::string fingerprint(std::string_view manifest);

}  // namespace modelet::openai
