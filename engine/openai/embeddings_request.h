// The body of an embeddings request, checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/call.h"
#include "core/library.h"
#include "json/json.h"

namespace modelet::openai {

struct EmbeddingsRequest {
  std::string model;
  std::vector<std::string> texts;  // 1 to 2048, none empty
  std::optional<int64_t> dimensions;
  bool base64 = false;
  Json options = Json::object();  // fields that the function has a parameter for
};

// Fields beyond the official ones go to the function when it has a parameter of that name, and are refused otherwise. Token ids are decoded
// through the endpoint's codec. False with a 400 that names the field in `param`.
bool read_embeddings_request(Call &call, Json body, const Library &library, const Endpoint &endpoint, EmbeddingsRequest &out);

// The text of token ids. Refused (400) when an id is out of range, or when encoding the text does not give the same ids, with
// or without the special tokens. Not counted as usage.
bool decode_tokens(Call &call, const TextCodec *codec, const Json &ids, const std::string &where, std::string &text);

}  // namespace modelet::openai
