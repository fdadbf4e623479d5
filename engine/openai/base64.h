// Base64, standard alphabet, padded.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace modelet::openai {

void append_base64(std::string &out, std::span<const std::byte> bytes);

}  // namespace modelet::openai
