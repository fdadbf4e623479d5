// Bodies of requests, fuzzed: whatever stands in one is answered, or refused as the request's fault with the field named; nothing aborts.
#include <array>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/library.h"
#include "json/json.h"
#include "openai/chat/binding.h"
#include "testing/check.h"

using namespace modelet;

namespace {

std::mt19937 generator(20261130);

std::size_t below(std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(generator);
}

class Words : public Run {
  Step next(Call &call, Values &out) override {
    if (said_ == 3) return Step::end;
    call.generated.used = true;
    call.generated.completion_tokens = ++said_;
    if (call.generation.top_logprobs) call.generated.logprobs.push_back({{1, -1, "word "}, {{1, -1, "word "}}});
    out.json = "word ";
    return Step::value;
  }
  int64_t said_ = 0;
};

std::unique_ptr<Run> start(Call &, const Values &) {
  return std::make_unique<Words>();
}

constexpr Function functions[] = {{"words", start}};
constexpr openai::Receiver receivers[] = {{"tools", "tools"}, {"colour", "colour"}};
const openai::ChatBinding model{receivers, true, false, {&openai::tool_formats::hermes, &openai::reasoning_formats::think}};
const openai::ChatBinding plain{{}, false, true, {}};
const Library library{"{}", functions, {}, {}, {}};

constexpr std::string_view junk[] = {"null",
                                     "true",
                                     "0",
                                     "1",
                                     "-1",
                                     "2.5",
                                     "1e300",
                                     "18446744073709551615",
                                     "-9223372036854775808",
                                     "\"\"",
                                     "\"a\"",
                                     "\"auto\"",
                                     "\"required\"",
                                     "[]",
                                     "[null]",
                                     "[[]]",
                                     "{}",
                                     "{\"$dict\":1}",
                                     "{\"type\":\"text\"}",
                                     "[\"a\",1]",
                                     "{\"name\":\"f\"}",
                                     "[{}]",
                                     "{\"type\":\"function\",\"function\":{\"name\":\"f\"}}",
                                     "{\"role\":\"assistant\",\"tool_calls\":[{}]}",
                                     "\"\\ud83d\\ude00\""};

Json random_junk() {
  Json value;
  std::string why;
  CHECK(parse_json(junk[below(std::size(junk))], value, why));
  return value;
}

// Somewhere in the value something else, something less, or something more.
void mutate(Json &value, int depth) {
  if (depth == 0 || !value.is_structured() || value.empty() || below(4) == 0) {
    value = random_junk();
    return;
  }
  auto member = value.begin();
  for (std::size_t steps = below(value.size()); steps > 0; --steps) ++member;
  if (below(6) == 0) {
    value.erase(member);
  } else if (value.is_array() && below(6) == 0) {
    value.push_back(*member);
  } else {
    mutate(*member, depth - 1);
  }
}

void finish(Call &call, Task &task) {
  for (int messages = 0; messages < 100000; ++messages) {
    Answer answer;
    const Progress progress = task.next(call, answer);
    if (progress == Progress::end) return;
    CHECK(progress == Progress::message);
    if (progress != Progress::message) return;
    Json message;
    std::string why;
    CHECK(parse_json(answer.json, message, why));
  }
  testing::fail(__FILE__, __LINE__, "the answer does not end");
}

void answer(const EndpointHandler &handler, const openai::ChatBinding &binding, Json body) {
  const Endpoint endpoint{handler.name, 0, "input", nullptr, nullptr, &handler, &binding};
  if (body.is_object() && body.contains("n") && body["n"].is_number_integer() && body["n"] > 3) body["n"] = 3;
  if (!body.is_object()) return;  // the interface takes objects only
  Call call;
  const std::unique_ptr<Task> task = handler.start(call, library, endpoint, std::move(body));
  CHECK((task == nullptr) == call.failed());
  if (task != nullptr) return finish(call, *task);
  CHECK_EQUAL(call.error.status, 400);
  CHECK(!call.error.message.empty() && !call.error.param.empty());
}

struct Case {
  const EndpointHandler *handler;
  std::string_view body;
};
constexpr std::string_view chat_body = R"({"model":"m","messages":[{"role":"system","content":"a"},
{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function",
"function":{"name":"f","arguments":"{\"a\":1}"}}]},{"role":"tool","tool_call_id":"1","content":"b"}],"stream":true,
"stream_options":{"include_usage":true},"n":2,"stop":["x","y"],"seed":1,"temperature":0.5,"top_p":0.5,"logprobs":true,"top_logprobs":2,
"logit_bias":{"1":5},"max_tokens":5,"max_completion_tokens":4,"response_format":{"type":"json_schema","json_schema":{"name":"n",
"schema":{"type":"object"}}},"tools":[{"type":"function","function":{"name":"f","parameters":{"type":"object"}}}],"tool_choice":"auto",
"parallel_tool_calls":false,"user":"u","modalities":["text"],"colour":"red","presence_penalty":1,"frequency_penalty":1,"top_k":3})";

constexpr std::string_view completion_body = R"({"model":"m","prompt":["a","b"],"stream":true,"stream_options":{"include_usage":true},"n":2,
"best_of":2,"stop":["x","y"],"seed":1,"temperature":0.5,"top_p":0.5,"logprobs":2,"logit_bias":{"1":5},"max_tokens":5,"echo":true,
"user":"u","presence_penalty":1,"frequency_penalty":1})";

constexpr std::string_view response_body = R"({"model":"m","instructions":"a","input":[{"role":"user","content":"a"},{"type":"message",
"role":"developer","content":[{"type":"input_text","text":"a"}]},{"type":"reasoning","summary":[]},{"type":"function_call","call_id":"1",
"name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"1","output":"b"}],"stream":true,"max_output_tokens":5,
"include":["message.output_text.logprobs"],"top_logprobs":2,"text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object"}}},
"reasoning":{"effort":null},"tools":[{"type":"function","name":"f","parameters":{"type":"object"}}],"tool_choice":"auto",
"parallel_tool_calls":false,"truncation":"disabled","background":false,"store":true,"temperature":0.5,"metadata":{}})";
constexpr std::string_view message_body = R"({"model":"m","max_tokens":5,"system":[{"type":"text","text":"a"}],"messages":[{"role":"user",
"content":"a"},{"role":"assistant","content":[{"type":"thinking","thinking":"a"},{"type":"text","text":"a"},{"type":"tool_use","id":"1",
"name":"f","input":{"a":1}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":[{"type":"text","text":"a"}]},
{"type":"text","text":"a"}]}],"stream":true,"stop_sequences":["x"],"temperature":0.5,"top_k":3,"tools":[{"name":"f","input_schema":
{"type":"object"}}],"tool_choice":{"type":"auto","disable_parallel_tool_use":true},"thinking":{"type":"enabled","budget_tokens":1024},
"output_config":{"format":{"type":"json_schema","schema":{}}},"metadata":{"user_id":"u"}})";

void bodies_are_answered_or_refused(const Case &one) {
  Json body;
  std::string why;
  CHECK(parse_json(one.body, body, why));
  answer(*one.handler, model, body);
  for (int round = 0; round < 15000; ++round) {
    Json mutated = body;
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) mutate(mutated, 6);
    answer(*one.handler, below(3) == 0 ? plain : model, std::move(mutated));
  }
}

}  // namespace

int main() {
  constexpr std::array cases{Case{&openai::chat_completions, chat_body},   Case{&openai::completions, completion_body},
                             Case{&openai::responses, response_body},      Case{&anthropic::messages, message_body},
                             Case{&anthropic::count_tokens, message_body}, Case{&openai::input_tokens, response_body}};
  for (const Case &one : cases) bodies_are_answered_or_refused(one);
  return modelet::testing::result();
}
