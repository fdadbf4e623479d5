// What a call runs, whichever kind of request it came from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/tensor.h"

namespace modelet {

// One message of an answer: JSON text plus tensors.
struct Answer {
  std::string json;
  std::vector<Tensor> tensors;
};

enum class Progress { message, end, pending, error };  // error: call.error says which

// Used by one thread at a time; destroyed before the call's heap. `next` looks at call.cancelled at least every few milliseconds.
class Task {
 public:
  virtual ~Task() = default;
  virtual Progress next(Call &call, Answer &out) = 0;
};

}  // namespace modelet
