// Memory for one step at a time.
#pragma once

#include <cstdint>
#include <memory>

#include "core/memory.h"

namespace modelet {

// Grows to the largest step so far.
class Scratch {
 public:
  // Null when there is no memory.
  void *reserve(uint64_t bytes) {
    if (bytes > bytes_) {
      memory_ = new_bytes(bytes);
      bytes_ = memory_ == nullptr ? 0 : bytes;
    }
    return memory_.get();
  }

 private:
  std::shared_ptr<void> memory_;
  uint64_t bytes_ = 0;
};

}  // namespace modelet
