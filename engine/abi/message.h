// Messages between C and C++: requests are checked and borrowed, answers own their memory until they are released.
#pragma once

#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/task.h"
#include "core/tensor.h"
#include "modelet/modelet.h"

namespace modelet::abi {

// True when the caller gave a message that can be filled.
bool writable(const modelet_message *out);

// Hands the answer to the caller. Tensors without an owner are copied. False with call.error set when there is no memory.
bool write_answer(Call &call, Answer &&answer, modelet_message *out);

// Fills `out`, which may be null, with the error object; returns MODELET_ERROR. Never fails: without memory the text is a constant.
modelet_status write_error(const Error &error, modelet_message *out) noexcept;

// Frees what an answer holds and clears it, so that a second release does nothing.
void release_message(modelet_message *message) noexcept;

// Looks at a request: its JSON text, and its tensors, borrowed (or copied where an address is not aligned to the element).
// False with call.error of code invalid_argument or invalid_tensor.
bool read_request(Call &call, const modelet_message *request, std::string_view &json, std::vector<Tensor> &tensors);

}  // namespace modelet::abi
