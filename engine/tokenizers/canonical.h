// Unicode's canonical ordering and composition: what NFC and NFKC do after decomposition.
#pragma once

#include <span>

#include "tokenizers/unicode.h"

namespace modelet::tokenizers {

struct Pair {
  char32_t first, second, composed;
};

struct Composition {
  const CodePointTable<uint8_t> *classes;  // canonical combining classes
  std::span<const Pair> pairs;             // sorted by (first, second)
};

}  // namespace modelet::tokenizers
