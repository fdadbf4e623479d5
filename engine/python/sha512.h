#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace modelet::python {

// The 64 bytes of the digest.
std::string sha512(std::string_view text);

}  // namespace modelet::python
