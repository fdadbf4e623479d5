// Typed values as they cross the ABI.
#pragma once

#include <vector>

#include "core/tensor.h"
#include "json/json.h"

namespace modelet {

// A JSON value plus the tensors that {"$tensor": i} in it names (VALUES.md). A tensor without an owner is borrowed: as an
// argument until the call finishes, in a result it is copied before it leaves the library.
struct Values {
  Json json;
  std::vector<Tensor> tensors;
};

}  // namespace modelet
