// One run of a compiled function.
#pragma once

#include <cstdint>

#include "core/call.h"

namespace modelet {

struct Values;  // core/values.h

enum class Step { value, end, error };  // error: call.error says which

// A plain function gives one value and then end; a generator one value a `yield`.
class Run {
 public:
  virtual ~Run() = default;
  virtual Step next(Call &call, Values &out) = 0;
};

}  // namespace modelet
