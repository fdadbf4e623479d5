#include "openai/embeddings.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "json/json.h"
#include "openai/base64.h"
#include "openai/embeddings_request.h"
#include "openai/python_error.h"
#include "openai/vectors.h"

namespace modelet::openai {

namespace {

void append_vector(std::string &out, const Tensor &vectors, int64_t row, bool base64) {
  if (!base64) {
    out += "{\"$tensor\":0,\"row\":" + std::to_string(row) + "}";
    return;
  }
  const std::size_t bytes = static_cast<std::size_t>(vectors.shape[1]) * sizeof(float);
  out += '"';
  append_base64(out, {static_cast<const std::byte *>(vectors.data) + static_cast<std::size_t>(row) * bytes, bytes});
  out += '"';
}

std::string answer_text(const EmbeddingsRequest &request, const Tensor &vectors, const Usage &usage) {
  const std::string tokens = std::to_string(usage.prompt_tokens);
  std::string text = "{\"object\":\"list\",\"data\":[";
  if (request.base64) text.reserve(vectors.bytes() * 4 / 3 + request.texts.size() * 64 + 256);
  for (int64_t row = 0; row < vectors.shape[0]; ++row) {
    text += (row == 0 ? "{\"object\":\"embedding\",\"index\":" : ",{\"object\":\"embedding\",\"index\":") + std::to_string(row) +
            ",\"embedding\":";
    append_vector(text, vectors, row, request.base64);
    text += '}';
  }
  text += "],\"model\":";
  append_json_string(text, request.model);
  return text + ",\"usage\":{\"prompt_tokens\":" + tokens + ",\"total_tokens\":" + tokens + "}}";
}

class EmbeddingsTask : public Task {
 public:
  EmbeddingsTask(std::unique_ptr<Run> run, EmbeddingsRequest request) : run_(std::move(run)), request_(std::move(request)) {}

  Progress next(Call &call, Answer &out) override {
    if (std::exchange(told_, true)) return Progress::end;
    Tensor vectors;
    if (!run(call, vectors)) {
      as_http(call.error);
      return Progress::error;
    }
    out.json = answer_text(request_, vectors, call.usage);
    if (!request_.base64) out.tensors.push_back(std::move(vectors));
    return Progress::message;
  }

 private:
  bool run(Call &call, Tensor &vectors) {
    Values value;
    if (run_->next(call, value) != Step::value || call.failed()) return false;
    if (!read_vectors(call, std::move(value), static_cast<int64_t>(request_.texts.size()), vectors)) return false;
    return !request_.dimensions || shorten_vectors(call, *request_.dimensions, vectors);
  }

  std::unique_ptr<Run> run_;
  EmbeddingsRequest request_;  // its texts were moved into the arguments, their number stays
  bool told_ = false;
};

Values arguments_of(const Endpoint &endpoint, EmbeddingsRequest &request) {
  Json texts = Json::array();
  for (std::string &text : request.texts) texts.push_back(std::move(text));
  Values arguments{std::move(request.options), {}};
  arguments.json[endpoint.input] = std::move(texts);
  if (endpoint.dimensions != nullptr && request.dimensions) arguments.json[endpoint.dimensions] = *request.dimensions;
  return arguments;
}

std::unique_ptr<Task> start(Call &call, const Library &library, const Endpoint &endpoint, Json body) {
  EmbeddingsRequest request;
  if (!read_embeddings_request(call, std::move(body), library, endpoint, request)) return nullptr;
  std::unique_ptr<Run> run = library.functions[endpoint.function].start(call, arguments_of(endpoint, request));
  if (run != nullptr && !call.failed()) return std::make_unique<EmbeddingsTask>(std::move(run), std::move(request));
  as_http(call.error);
  return nullptr;
}

}  // namespace

constexpr EndpointHandler embeddings{"embeddings", start};

}  // namespace modelet::openai
