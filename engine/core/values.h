// Typed values as they cross the ABI.
#pragma once

#include <string>
#include <vector>

#include "core/tensor.h"
#include "json/json.h"

namespace modelet {

// A JSON value (an argument parsed, a result as text) plus the tensors that {"$tensor": i} in it names (VALUES.md). A tensor without an
// owner is borrowed: as an argument until the call finishes, in a result it is copied before it leaves the library.
struct Values {
  Json json;
  std::vector<Tensor> tensors;
  std::string text = {};  // of a result, instead of `json`
};

}  // namespace modelet
