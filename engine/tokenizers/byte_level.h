// The alphabet in which byte-level models write bytes: a printable character for each of the 256.
#pragma once

#include <string>
#include <string_view>

namespace modelet::tokenizers {

// Appends the UTF-8 of the characters that stand for the bytes.
void append_alphabet(std::string &out, std::string_view bytes);

// Appends the bytes that the characters of `text` stand for; `text` itself when one of them stands for none.
void append_bytes(std::string &out, std::string_view text);

}  // namespace modelet::tokenizers
