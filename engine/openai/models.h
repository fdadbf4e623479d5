// GET /v1/models for one library.
#pragma once

#include <memory>

#include "core/library.h"
#include "core/task.h"

namespace modelet::openai {

// One message: the OpenAI list with the library's own name, as its manifest has it.
std::unique_ptr<Task> list_models(const Library &library);

}  // namespace modelet::openai
