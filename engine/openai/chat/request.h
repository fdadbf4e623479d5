// A request for text, whichever shape it came in: what goes to the function, to the model, and to the endpoint itself.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/library.h"
#include "json/json.h"
#include "openai/chat/binding.h"

namespace modelet::openai {

struct ChatRequest {
  std::string model;
  Json arguments = Json::object();  // of the function, as typed values
  GenerationOptions generation;
  std::vector<std::string> stops;
  std::vector<Json> inputs;              // of the function, one a text to answer, where they do not stand among `arguments`
  int64_t runs = 1;                      // `n`: how often each is answered
  const char *seed_parameter = nullptr;  // takes `seed`, and one more in each further run
  int64_t parameter_seed = 0;
  bool stream = false, include_usage = false;
  std::optional<int64_t> value_limit;  // of tokens, where no model counts them: each value that the function yields is one
  bool tools = false;                  // tool calls are looked for
  bool call_only = false;              // a grammar makes the whole text one tool call
  std::string call_name;               // of the tool that it calls, where there is but one
  bool parallel_calls = true;
  const char *call_prefix = "call_";  // of the ids of tool calls
  bool logprobs = false;
  bool raw = false;   // reasoning is part of the text
  bool echo = false;  // the prompt comes before the text
  bool mute = false;  // nothing is said: the prompt is read only
};

// Reads the fields of one request. Every `bool` below is false with a 400 that names the field.
struct RequestReader {
  Call &call;
  const Endpoint &endpoint;
  Json &body;
  ChatRequest &out;

  const ChatBinding &binding() const { return *endpoint.chat; }  // such an endpoint has one
  // The parameter that takes a field; null when none does.
  const char *parameter(std::string_view field) const;
  bool given(std::string_view field) const;  // and not null

  bool refuse(std::string message, std::string code, std::string_view param);
  bool wrong_type(std::string_view field, std::string_view expected, const Json &value);
  bool wrong_value(std::string_view field, std::string_view expected, const Json &value);
  bool no_receiver(std::string_view field);
  // Hands a value to the parameter that takes the field. False, with no error, when none does.
  bool pass(std::string_view field, const Json &value);
};

struct RequestField {
  std::string_view name;
  bool (*read)(RequestReader &reader, std::string_view name, Json &value);
};

// Reads every field that is not null: by the row of its name in `fields`, or in the table of sampling options when `sampling`, else as an
// argument of the function's parameter of that name, else refuses it.
bool read_fields(RequestReader &reader, std::span<const RequestField> fields, bool sampling = true);

// Rows that several shapes have.
bool read_model(RequestReader &reader, std::string_view name, Json &value);
bool read_stream(RequestReader &reader, std::string_view name, Json &value);
bool read_stream_options(RequestReader &reader, std::string_view name, Json &value);
bool read_runs(RequestReader &reader, std::string_view name, Json &value);
bool read_stops(RequestReader &reader, std::string_view name, Json &value);
bool read_stop_list(RequestReader &reader, std::string_view name, const Json &value, std::size_t most);
bool read_max_tokens(RequestReader &reader, std::string_view name, Json &value);
// The same, and 0: the prompt is read, and nothing said.
bool read_limit_or_none(RequestReader &reader, std::string_view name, Json &value);
bool ignore(RequestReader &reader, std::string_view name, Json &value);  // documented to change nothing about the answer
// A field that means something only at another value than the ones this engine stands for.
bool refuse_field(RequestReader &reader, std::string_view name, Json &value);

// False with a 400 unless the body holds the fields.
bool require(RequestReader &reader, std::initializer_list<std::string_view> names);

bool read_boolean(RequestReader &reader, std::string_view name, const Json &value, bool &out);
// An integer of JSON's within the bounds.
bool read_integer(RequestReader &reader, std::string_view name, const Json &value, int64_t low, int64_t high, int64_t &out);

// {"type": "text" | "json_object" | "json_schema", …}; the schema stands at `schema` of the object, or of its "json_schema".
bool read_response_format(RequestReader &reader, std::string_view name, Json &value);

// A value of a body as a typed value (include/modelet/VALUES.md): objects whose keys begin with `$`, as JSON schemas have them, are tagged.
Json typed_value(const Json &value);

}  // namespace modelet::openai
