// The depth of Python calls.
#pragma once

#include "python/heap.h"

namespace modelet::python {

// Counts nested calls of recursive functions. Sets RecursionError beyond Python's limit, or when the thread's stack runs out.
class Depth {
 public:
  explicit Depth(Call &call);
  Depth(const Depth &) = delete;
  Depth &operator=(const Depth &) = delete;
  ~Depth() { --heap_.depth; }

 private:
  Heap &heap_;
};

}  // namespace modelet::python
