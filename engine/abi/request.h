// What a request asks for, and the task that does it.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "abi/instance.h"
#include "core/task.h"

namespace modelet::abi {

struct PreparedTask {
  std::unique_ptr<Task> task;  // null with call.error set
  bool needs_weights = true;   // false: runs before the weights are verified
};

// `json` is read and not kept. Codes of errors: invalid_json, invalid_request, unknown_key, unknown_function, unknown_endpoint,
// unknown_control, and what the function or endpoint refuses.
PreparedTask prepare_task(Instance &instance, Call &call, std::string_view json, std::vector<Tensor> tensors);

// {"control": …}: load streams {"loaded", "total"} until all bytes are read and the digest is right; stats and explain are one message.
PreparedTask prepare_control(Instance &instance, Call &call, const Json &name);

// {"call": …}: each value is one message {"value": …}. Errors of the function become type python_exception, with the class as code.
std::unique_ptr<Task> call_function(Call &call, const Function &function, Values arguments);

}  // namespace modelet::abi
