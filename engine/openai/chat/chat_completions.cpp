#include "openai/chat/chat_completions.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "json/json.h"
#include "openai/chat/answer.h"
#include "openai/chat/identity.h"
#include "openai/chat/messages.h"
#include "openai/chat/tools.h"
#include "openai/chat/usage.h"

namespace modelet::openai {

namespace {

constexpr int64_t most_logprobs = 20;

bool read_logprobs(RequestReader &reader, std::string_view name, Json &value) {
  if (!read_boolean(reader, name, value, reader.out.logprobs) || !reader.out.logprobs) return !reader.call.failed();
  if (!reader.binding().generates) return reader.no_receiver(name);
  if (!reader.out.generation.top_logprobs) reader.out.generation.top_logprobs = 0;
  return true;
}

bool read_top_logprobs(RequestReader &reader, std::string_view name, Json &value) {
  int64_t count = 0;
  if (!read_integer(reader, name, value, 0, most_logprobs, count)) return false;
  if (!reader.given("logprobs") || reader.body["logprobs"] != true) {
    if (count == 0) return true;  // asks for nothing
    return reader.refuse("top_logprobs is possible only with logprobs: true", "invalid_value", name);
  }
  reader.out.generation.top_logprobs = count;
  return true;
}

bool read_modalities(RequestReader &reader, std::string_view name, Json &value) {
  return value == Json::array({"text"}) || reader.wrong_value(name, "[\"text\"]", value);
}

// The last message is the beginning of the answer.
bool read_continue(RequestReader &reader, std::string_view name, Json &value) {
  bool &wanted = reader.out.generation.continue_final_message;
  if (!read_boolean(reader, name, value, wanted) || !wanted) return !reader.call.failed();
  if (reader.pass(name, value)) return !(wanted = false);
  if (!reader.binding().generates) return reader.no_receiver(name);
  const Json &messages = reader.body["messages"];
  const bool begun = messages.is_array() && !messages.empty() && messages.back().is_object() &&
                     messages.back().value("role", Json()) == "assistant" && messages.back().value("tool_calls", Json()).is_null();
  return begun ||
         reader.refuse("continue_final_message is possible only when the last message is a text of the assistant", "invalid_value", name);
}

// As engines have it that take `continue_final_message`: one of the two.
bool read_prompt(RequestReader &reader, std::string_view name, Json &value) {
  bool wanted = true;
  if (!read_boolean(reader, name, value, wanted)) return false;
  const auto continued = reader.body.find("continue_final_message");
  const bool continues = continued != reader.body.end() && *continued == true;
  if (reader.pass(name, value) || wanted != continues) return true;
  return reader.wrong_value(name, continues ? "false with continue_final_message" : "true, but with continue_final_message", value);
}

constexpr std::array fields{RequestField{"model", read_model},
                            RequestField{"messages", read_messages},
                            RequestField{"stream", read_stream},
                            RequestField{"stream_options", read_stream_options},
                            RequestField{"n", read_runs},
                            RequestField{"stop", read_stops},
                            RequestField{"max_tokens", read_max_tokens},
                            RequestField{"max_completion_tokens", read_max_tokens},
                            RequestField{"logprobs", read_logprobs},
                            RequestField{"top_logprobs", read_top_logprobs},
                            RequestField{"response_format", read_response_format},
                            RequestField{"tools", read_tools},
                            RequestField{"tool_choice", read_tool_choice},
                            RequestField{"parallel_tool_calls", read_parallel_calls},
                            RequestField{"continue_final_message", read_continue},
                            RequestField{"add_generation_prompt", read_prompt},
                            RequestField{"modalities", read_modalities},
                            RequestField{"user", ignore},
                            RequestField{"metadata", ignore},
                            RequestField{"store", ignore},
                            RequestField{"service_tier", ignore},
                            RequestField{"safety_identifier", ignore},
                            RequestField{"prompt_cache_key", ignore},
                            RequestField{"prompt_cache_options", ignore},
                            RequestField{"prompt_cache_retention", ignore},
                            RequestField{"prediction", ignore},
                            RequestField{"reasoning_effort", refuse_field},
                            RequestField{"verbosity", refuse_field},
                            RequestField{"audio", refuse_field},
                            RequestField{"moderation", refuse_field},
                            RequestField{"functions", refuse_field},
                            RequestField{"function_call", refuse_field},
                            RequestField{"web_search_options", refuse_field}};

Json tool_object(const ToolPiece &tool) {
  return {{"id", tool.id}, {"type", "function"}, {"function", {{"name", tool.name}, {"arguments", tool.arguments}}}};
}

Json message_object(const Reply &reply) {
  Json message = {{"role", "assistant"}, {"content", reply.content}, {"refusal", nullptr}};
  if (!reply.reasoning.empty()) message["reasoning_content"] = reply.reasoning;
  if (reply.tools.empty()) return message;
  if (reply.content.empty()) message["content"] = nullptr;
  Json calls = Json::array();
  for (const ToolPiece &tool : reply.tools) calls.push_back(tool_object(tool));
  message["tool_calls"] = std::move(calls);
  return message;
}

class ChatShape : public Shape {
 public:
  explicit ChatShape(const Library &library) : id_(new_id("chatcmpl-")), created_(now_seconds()), print_(fingerprint(library.manifest)) {}

  void piece(const Conversation &conversation, const Piece &piece, std::deque<std::string> &out) override {
    if (piece.run == begun_) {
      ++begun_;
      chunk(conversation, choice(piece.run, {{"role", "assistant"}, {"content", ""}, {"refusal", nullptr}}), out);
    }
    switch (piece.kind) {
      case PieceKind::content:
        return chunk(conversation, with_logprobs(conversation, piece, {{"content", piece.text}}), out);
      case PieceKind::reasoning:
        return chunk(conversation, with_logprobs(conversation, piece, {{"reasoning_content", piece.text}}), out);
      case PieceKind::tool:
        return tool(conversation, piece, out);
      case PieceKind::finish:
        Json last = with_logprobs(conversation, piece, Json::object());
        last["finish_reason"] = finish_name(piece.finish);
        return chunk(conversation, std::move(last), out);
    }
  }

  void end(const Conversation &conversation, std::deque<std::string> &out) override {
    if (!conversation.request().include_usage) return;
    Json last = object(conversation, "chat.completion.chunk", Json::array());
    last["usage"] = usage_object(conversation.usage());
    out.push_back(dump_json(last));
  }

  std::string whole(const Conversation &conversation, const std::vector<Reply> &replies) override {
    Json choices = Json::array();
    for (const Reply &reply : replies) {
      Json logprobs;
      if (conversation.request().logprobs) logprobs = {{"content", logprobs_content(reply.logprobs)}, {"refusal", nullptr}};
      choices.push_back({{"index", choices.size()},
                         {"message", message_object(reply)},
                         {"logprobs", std::move(logprobs)},
                         {"finish_reason", finish_name(reply.finish)}});
    }
    Json answer = object(conversation, "chat.completion", std::move(choices));
    answer["usage"] = usage_object(conversation.usage());
    return dump_json(answer);
  }

 private:
  Json object(const Conversation &conversation, std::string_view kind, Json choices) const {
    return {{"id", id_},
            {"object", kind},
            {"created", created_},
            {"model", conversation.request().model},
            {"choices", std::move(choices)},
            {"system_fingerprint", print_}};
  }

  static Json choice(int64_t run, Json delta) {
    return {{"index", run}, {"delta", std::move(delta)}, {"logprobs", nullptr}, {"finish_reason", nullptr}};
  }

  static Json with_logprobs(const Conversation &conversation, const Piece &piece, Json delta) {
    Json one = choice(piece.run, std::move(delta));
    const bool told = conversation.request().logprobs && !piece.logprobs.empty();
    if (told) one["logprobs"] = {{"content", logprobs_content(piece.logprobs)}, {"refusal", nullptr}};
    return one;
  }

  void chunk(const Conversation &conversation, Json choice, std::deque<std::string> &out) const {
    Json one = object(conversation, "chat.completion.chunk", Json::array({std::move(choice)}));
    if (conversation.request().include_usage) one["usage"] = nullptr;
    out.push_back(dump_json(one));
  }

  // The first delta of a call has its name, all have more of its arguments.
  void tool(const Conversation &conversation, const Piece &piece, std::deque<std::string> &out) const {
    const ToolPiece &tool = piece.tool;
    if (!tool.id.empty()) {
      ToolPiece first = tool;
      first.arguments.clear();
      Json call = {{"index", tool.index}};
      call.update(tool_object(first));
      chunk(conversation, with_logprobs(conversation, piece, {{"tool_calls", Json::array({std::move(call)})}}), out);
    }
    if (tool.arguments.empty()) return;
    Json more = {{"index", tool.index}, {"function", {{"arguments", tool.arguments}}}};
    Json delta = {{"tool_calls", Json::array({std::move(more)})}};
    chunk(conversation, tool.id.empty() ? with_logprobs(conversation, piece, std::move(delta)) : choice(piece.run, std::move(delta)), out);
  }

  std::string id_;
  int64_t created_;
  std::string print_;
  int64_t begun_ = 0;  // runs whose role was told
};

std::unique_ptr<Task> start(Call &call, const Library &library, const Endpoint &endpoint, Json body) {
  ChatRequest request;
  RequestReader reader{call, endpoint, body, request};
  if (!require(reader, {"model", "messages"}) || !read_fields(reader, fields) || !check_beginning(reader)) return nullptr;
  return answer(call, library, endpoint, std::move(request), std::make_unique<ChatShape>(library));
}

}  // namespace

constexpr EndpointHandler chat_completions{"chat.completions", start};

}  // namespace modelet::openai
