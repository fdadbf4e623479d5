// What the emitter writes about one compiled library: plain tables, read by abi/ and openai/. No static constructors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/run.h"
#include "core/task.h"
#include "core/tensor.h"
#include "core/text_codec.h"
#include "core/values.h"
#include "core/weight_file.h"

namespace modelet {

// `start` checks and decodes the arguments (typed values by parameter name) and runs nothing yet;
// null with call.error set when they do not fit.
struct Function {
  const char *name;
  std::unique_ptr<Run> (*start)(Call &call, const Values &arguments);
};

struct Endpoint;
struct Library;

// What a service may use; all of it lives as long as the service.
struct ServiceContext {
  const modelet_host *host;
  Isa isa;
  const Weights *weights;  // null when the library has none
  std::shared_ptr<Budget> budget;
  const TextCodec *codec;  // Library::codec
  uint64_t seed;
};

// How an endpoint answers: `body` is the official request, `start` checks it and starts the function.
// Null with call.error set when the request is refused.
struct EndpointHandler {
  const char *name;
  std::unique_ptr<Task> (*start)(Call &call, const Library &library, const Endpoint &endpoint, Json body);
};

namespace openai {
struct ChatBinding;                             // openai/chat/binding.h
extern const EndpointHandler embeddings;        // openai/embeddings.h
extern const EndpointHandler chat_completions;  // openai/chat/chat_completions.h
extern const EndpointHandler completions;       // openai/chat/completions.h
extern const EndpointHandler responses;         // openai/responses/responses.h
extern const EndpointHandler input_tokens;      // openai/responses/responses.h
}  // namespace openai
namespace anthropic {
extern const EndpointHandler messages;      // openai/anthropic/messages.h
extern const EndpointHandler count_tokens;  // openai/anthropic/messages.h
}  // namespace anthropic

// A function bound to an OpenAI endpoint. Parameter names are null where the function takes none. Only handlers that a
// library's table names are linked into it.
struct Endpoint {
  const char *name;        // "embeddings"
  uint32_t function;       // index into Library::functions
  const char *input;       // parameter for `input`, `messages` or `prompt`
  const char *dimensions;  // parameter for `dimensions`
  const TextCodec *codec;  // null: token ids are refused
  const EndpointHandler *handler = &openai::embeddings;
  const openai::ChatBinding *chat = nullptr;  // of a function that yields text
};

namespace kernels {
struct Family;  // kernels/kernels.h
}

// A part of the engine that lives as long as an instance and is shared by its calls, such as a language model with its cache.
// `open` is quick: it touches no weights. Null with an error set.
struct Service {
  const char *name;
  std::shared_ptr<void> (*open)(const ServiceContext &context, Error &error);
  Json (*stats)(const void *service);
};

struct Library {
  const char *manifest;
  std::span<const Function> functions;
  std::span<const Endpoint> endpoints;
  std::span<const WeightFile> weights;              // none or one, today
  std::span<const kernels::Family *const> kernels;  // families linked in, for `explain`
  std::span<const Service *const> services = {};
  const TextCodec *codec = nullptr;  // the tokenizer, when there is exactly one
};

}  // namespace modelet
