#include "openai/chat/completions.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "json/json.h"
#include "openai/chat/answer.h"
#include "openai/chat/identity.h"
#include "openai/chat/usage.h"
#include "openai/embeddings_request.h"

namespace modelet::openai {

namespace {

constexpr int64_t most_logprobs = 5;
constexpr std::size_t most_prompts = 2048;

bool read_one_prompt(RequestReader &reader, const std::string &where, const Json &value) {
  std::string text;
  if (value.is_string()) {
    text = value.get<std::string>();
  } else if (!value.is_array()) {
    return reader.wrong_type("prompt", "a string, a list of strings, a list of token ids or a list of such lists", value);
  } else if (!decode_tokens(reader.call, reader.endpoint.codec, value, where, text)) {
    reader.call.error.param = "prompt";
    return false;
  }
  reader.out.inputs.push_back(std::move(text));
  return true;
}

bool read_prompt(RequestReader &reader, std::string_view name, Json &value) {
  if (!value.is_array() || (!value.empty() && value[0].is_number())) return read_one_prompt(reader, std::string(name), value);
  if (value.empty()) return reader.refuse("prompt is an empty list", "array_below_min_length", name);
  if (value.size() > most_prompts) {
    return reader.refuse("prompt holds " + std::to_string(value.size()) + " items; at most 2048 are possible", "array_above_max_length",
                         name);
  }
  for (std::size_t index = 0; index < value.size(); ++index) {
    if (!read_one_prompt(reader, "prompt[" + std::to_string(index) + "]", value[index])) return false;
  }
  return true;
}

bool read_logprobs(RequestReader &reader, std::string_view name, Json &value) {
  int64_t count = 0;
  if (!read_integer(reader, name, value, 0, most_logprobs, count)) return false;
  if (!reader.binding().generates) return reader.no_receiver(name);
  reader.out.logprobs = true;
  reader.out.generation.top_logprobs = count;
  return true;
}

// Log probabilities are those of what is said, and with `echo` the prompt's too.
bool read_echo(RequestReader &reader, std::string_view name, Json &value) {
  if (!read_boolean(reader, name, value, reader.out.echo)) return false;
  reader.out.generation.prompt_logprobs = reader.out.echo && reader.given("logprobs");
  return true;
}

// Choosing the best of more runs than are told is not supported.
bool read_best_of(RequestReader &reader, std::string_view name, Json &value) {
  const Json runs = reader.given("n") ? reader.body["n"] : Json(1);
  return value == runs || reader.wrong_value(name, "as `n`", value);
}

constexpr std::array fields{RequestField{"model", read_model},
                            RequestField{"prompt", read_prompt},
                            RequestField{"stream", read_stream},
                            RequestField{"stream_options", read_stream_options},
                            RequestField{"n", read_runs},
                            RequestField{"best_of", read_best_of},
                            RequestField{"stop", read_stops},
                            RequestField{"max_tokens", read_limit_or_none},
                            RequestField{"logprobs", read_logprobs},
                            RequestField{"echo", read_echo},
                            RequestField{"response_format", read_response_format},
                            RequestField{"user", ignore},
                            RequestField{"suffix", refuse_field}};

bool is_utf8(const std::string &bytes) {
  std::string quoted, why;
  Json back;
  append_json_string(quoted, bytes);  // with U+FFFD for what is none
  return parse_json(quoted, back, why) && back == bytes;
}

// A token as text; bytes that are not whole characters are spelled out.
std::string token_text(const std::string &bytes) {
  if (is_utf8(bytes)) return bytes;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "bytes:";
  for (const char one : bytes) {
    const auto byte = static_cast<unsigned char>(one);
    text += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
  }
  return text;
}

// The form of completions: parallel lists.
class LogprobLists {
 public:
  // Nothing says how likely the first token is.
  void add(const PromptLog &prompt) {
    for (std::size_t index = 0; index < prompt.tokens.size(); ++index) add(prompt.tokens[index], prompt.offsets[index], index > 0);
  }
  // `offset` is where the first token stands in the text, in characters; behind the last one afterwards.
  void add(const std::vector<TokenLogprob> &tokens, int64_t &offset) {
    for (const TokenLogprob &token : tokens) {
      add(token, offset, true);
      offset += count_characters(token.chosen.bytes);
    }
  }
  Json object() && {
    return {{"text_offset", std::move(offsets_)},
            {"token_logprobs", std::move(values_)},
            {"tokens", std::move(texts_)},
            {"top_logprobs", std::move(tops_)}};
  }

 private:
  void add(const TokenLogprob &token, int64_t offset, bool scored) {
    texts_.push_back(token_text(token.chosen.bytes));
    offsets_.push_back(offset);
    values_.push_back(scored ? Json(static_cast<double>(token.chosen.logprob)) : Json());
    tops_.push_back(scored ? top(token) : Json());
  }

  // The token itself too, where it is none of the likeliest.
  static Json top(const TokenLogprob &token) {
    Json top = Json::object();
    for (const TokenChoice &choice : token.top) top.emplace(token_text(choice.bytes), static_cast<double>(choice.logprob));
    if (!token.top.empty()) top.emplace(token_text(token.chosen.bytes), static_cast<double>(token.chosen.logprob));
    return top;
  }

  Json texts_ = Json::array(), values_ = Json::array(), tops_ = Json::array(), offsets_ = Json::array();
};

class CompletionShape : public Shape {
 public:
  const char *input() const override { return "prompt"; }
  explicit CompletionShape(const Library &library) : id_(new_id("cmpl-")), created_(now_seconds()), print_(fingerprint(library.manifest)) {}

  void piece(const Conversation &conversation, const Piece &piece, std::deque<std::string> &out) override {
    const bool begins = piece.run == begun_;
    std::string text = begins ? prompt(conversation, piece.run) : std::string();
    if (begins) {
      ++begun_;
      offset_ = count_characters(text);
    }
    if (piece.kind != PieceKind::finish) text += piece.text;
    if (piece.kind == PieceKind::tool) return;
    Json one = choice(piece.run, text, logprobs(conversation, piece.prompt, piece.logprobs, offset_), nullptr);
    if (piece.kind == PieceKind::finish) one["finish_reason"] = finish_name(piece.finish);
    Json step = object(conversation, Json::array({std::move(one)}));
    if (conversation.request().include_usage) step["usage"] = nullptr;
    out.push_back(dump_json(step));
  }

  void end(const Conversation &conversation, std::deque<std::string> &out) override {
    if (!conversation.request().include_usage) return;
    Json last = object(conversation, Json::array());
    last["usage"] = usage_object(conversation.usage());
    out.push_back(dump_json(last));
  }

  std::string whole(const Conversation &conversation, const std::vector<Reply> &replies) override {
    Json choices = Json::array();
    for (const Reply &reply : replies) {
      const auto run = static_cast<int64_t>(choices.size());
      const std::string before = prompt(conversation, run);
      int64_t offset = count_characters(before);
      Json log = logprobs(conversation, reply.prompt, reply.logprobs, offset);
      choices.push_back(choice(run, before + reply.content, std::move(log), finish_name(reply.finish)));
    }
    Json answer = object(conversation, std::move(choices));
    answer["usage"] = usage_object(conversation.usage());
    return dump_json(answer);
  }

 private:
  static std::string prompt(const Conversation &conversation, int64_t run) {
    return conversation.request().echo ? conversation.input(run)->get<std::string>() : std::string();
  }

  static Json logprobs(const Conversation &conversation, const PromptLog &prompt, const std::vector<TokenLogprob> &tokens,
                       int64_t &offset) {
    if (!conversation.request().logprobs) return {};
    LogprobLists lists;
    lists.add(prompt);
    lists.add(tokens, offset);
    return std::move(lists).object();
  }

  static Json choice(int64_t index, std::string_view text, Json logprobs, Json finish) {
    return {{"text", text}, {"index", index}, {"logprobs", std::move(logprobs)}, {"finish_reason", std::move(finish)}};
  }

  Json object(const Conversation &conversation, Json choices) const {
    return {{"id", id_},
            {"object", "text_completion"},
            {"created", created_},
            {"model", conversation.request().model},
            {"choices", std::move(choices)},
            {"system_fingerprint", print_}};
  }

  std::string id_;
  int64_t created_;
  std::string print_;
  int64_t begun_ = 0;   // runs that were begun
  int64_t offset_ = 0;  // of the run's next token in its text, in characters
};

std::unique_ptr<Task> start(Call &call, const Library &library, const Endpoint &endpoint, Json body) {
  ChatRequest request;
  request.raw = true;
  RequestReader reader{call, endpoint, body, request};
  if (!require(reader, {"model", "prompt"}) || !read_fields(reader, fields)) return nullptr;
  return answer(call, library, endpoint, std::move(request), std::make_unique<CompletionShape>(library));
}

}  // namespace

constexpr EndpointHandler completions{"completions", start};

}  // namespace modelet::openai
