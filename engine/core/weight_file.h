// What compiled code expects of its weights file: plain tables, written by the build stage.
#pragma once

#include <cstdint>
#include <span>

#include "core/tensor.h"

namespace modelet {

// One tensor of the weights file, as the compiled code expects it.
struct WeightEntry {
  const char *name;
  DType dtype;
  uint64_t offset;  // from the start of the file, a multiple of 64
  uint64_t bytes;
};

struct WeightFile {
  const char *file;    // single path component
  const char *sha256;  // of the whole file, lowercase hexadecimal; of the recipe when it is `packed`
  uint64_t bytes;
  std::span<const WeightEntry> entries;
  const unsigned char *embedded;  // the file itself when it was linked in (64-byte aligned), else null
  bool packed = false;            // the host packs it from files that are had elsewhere (resolver/SPEC.md)
};

}  // namespace modelet
