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

// How an endpoint answers: `body` is the official request, `start` checks it and starts the function.
// Null with call.error set when the request is refused.
struct EndpointHandler {
  const char *name;
  std::unique_ptr<Task> (*start)(Call &call, const Library &library, const Endpoint &endpoint, Json body);
};

namespace openai {
extern const EndpointHandler embeddings;  // openai/embeddings.h
}

// A function bound to an OpenAI endpoint. Parameter names are null where the function takes none. Only handlers that a
// library's table names are linked into it.
struct Endpoint {
  const char *name;        // "embeddings"
  uint32_t function;       // index into Library::functions
  const char *input;       // parameter for `input`
  const char *dimensions;  // parameter for `dimensions`
  const TextCodec *codec;  // null: token ids are refused
  const EndpointHandler *handler = &openai::embeddings;
};

namespace kernels {
struct Family;  // kernels/kernels.h
}

struct Library {
  const char *manifest;
  std::span<const Function> functions;
  std::span<const Endpoint> endpoints;
  std::span<const WeightFile> weights;              // none or one, today
  std::span<const kernels::Family *const> kernels;  // families linked in, for `explain`
};

}  // namespace modelet
