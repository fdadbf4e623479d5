// The mapped weights of one instance.
//
// A weights file is in the safetensors format (8 bytes of little-endian header length, a JSON header, data), every tensor
// at a multiple of 64 bytes from the start of the file; `__metadata__.layout` is "plain" or "panel". Matrices of linear
// layers stand in panels: [ceil(out / 16), in, 16], the last panel padded with zeros, so that every instruction set reads the same bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/error.h"
#include "core/weight_file.h"

namespace modelet {

// Immutable once open; may be read from any thread. The bytes live as long as this object.
class Weights {
 public:
  // By index into WeightFile::entries. Checked against the file's header when it is opened, so never out of bounds.
  template <typename T>
  const T *data(uint32_t entry) const {
    return reinterpret_cast<const T *>(base_ + file_->entries[entry].offset);
  }

  const std::byte *base() const { return base_; }
  uint64_t bytes() const { return file_ == nullptr ? 0 : file_->bytes; }

 protected:
  const std::byte *base_ = nullptr;
  const WeightFile *file_ = nullptr;
};

}  // namespace modelet
