// How many tokens the prompt of a request has, for shapes that have an endpoint for that.
#pragma once

#include <memory>

#include "core/task.h"
#include "openai/chat/conversation.h"

namespace modelet::openai {

// Runs the function until a language model is given its prompt, which computes nothing; or else until it says something. The answer is
// `answer` with "input_tokens" added. Null with call.error set when the function refuses its arguments.
std::unique_ptr<Task> count_input(Call &call, const Library &library, const Endpoint &endpoint, ChatRequest request, Json answer);

}  // namespace modelet::openai
