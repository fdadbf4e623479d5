// What the module of compiled functions keeps between calls: globals, attributes of classes and mutable defaults that code changes.
#pragma once

#include <memory>

#include "core/mutex.h"

namespace modelet {

// One an instance. As in an interpreter, one call at a time runs; a stream gives way between its items.
struct ModuleState {
  Mutex mutex;
  std::shared_ptr<void> heap;  // python/heap.h; null before the first call
};

}  // namespace modelet
