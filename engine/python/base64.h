// base64, as the ABI and Python's module write it.
#pragma once

#include <string>
#include <string_view>

namespace modelet::python {

inline constexpr const char *base64_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string to_base64(std::string_view bytes, const char *letters);
// Padded text of the standard alphabet and nothing else; false for other text.
bool from_base64(std::string_view text, std::string &out);

}  // namespace modelet::python
