#include "openai/responses/responses.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "json/json.h"
#include "openai/chat/answer.h"
#include "openai/chat/count.h"
#include "openai/chat/identity.h"
#include "openai/responses/request.h"

namespace modelet::openai {

namespace {

// Fields that an answer repeats, and what they are when the request leaves them out.
struct Repeated {
  std::string_view name;
  std::string_view otherwise;  // JSON
};
constexpr std::array repeated{Repeated{"instructions", "null"},
                              Repeated{"max_output_tokens", "null"},
                              Repeated{"metadata", "{}"},
                              Repeated{"parallel_tool_calls", "true"},
                              Repeated{"reasoning", "{\"effort\":null,\"summary\":null}"},
                              Repeated{"temperature", "null"},
                              Repeated{"text", "{\"format\":{\"type\":\"text\"}}"},
                              Repeated{"tool_choice", "\"auto\""},
                              Repeated{"tools", "[]"},
                              Repeated{"top_logprobs", "0"},
                              Repeated{"top_p", "null"},
                              Repeated{"truncation", "\"disabled\""},
                              Repeated{"user", "null"}};

Json usage_object(const TextUsage &usage) {
  return {{"input_tokens", usage.prompt_tokens},
          {"input_tokens_details", {{"cache_write_tokens", 0}, {"cached_tokens", usage.cached_tokens}}},
          {"output_tokens", usage.completion_tokens},
          {"output_tokens_details", {{"reasoning_tokens", usage.reasoning_tokens}}},
          {"total_tokens", usage.prompt_tokens + usage.completion_tokens}};
}

// Log probabilities as events have them: without the bytes that stand in the items.
Json event_logprobs(const Json &tokens) {
  Json told = Json::array();
  for (const Json &token : tokens) {
    Json &one = told.emplace_back(Json{{"token", token["token"]}, {"logprob", token["logprob"]}});
    if (token.contains("top_logprobs")) one["top_logprobs"] = event_logprobs(token["top_logprobs"]);
  }
  return told;
}

// Builds the items of the output from pieces, and tells each change as an event.
class ResponseShape : public Shape {
 public:
  const char *input() const override { return "input"; }
  explicit ResponseShape(const Json &body) {
    response_ = {{"id", new_id("resp_")}, {"object", "response"}, {"created_at", now_seconds()},   {"status", "in_progress"},
                 {"background", false},   {"error", nullptr},     {"incomplete_details", nullptr}, {"model", body.at("model")}};
    for (const Repeated &field : repeated) {
      const auto given = body.find(field.name);
      Json value;
      std::string why;
      if (given != body.end() && !given->is_null()) {
        value = *given;
      } else {
        parse_json(field.otherwise, value, why);
      }
      response_[std::string(field.name)] = std::move(value);
    }
    response_["previous_response_id"] = nullptr;
  }

  void piece(const Conversation &conversation, const Piece &piece, std::deque<std::string> &out) override {
    if (events_ == 0) begin(out);
    switch (piece.kind) {
      case PieceKind::content:
        return text(piece, "message", "output_text", out);
      case PieceKind::reasoning:
        return text(piece, "reasoning", "reasoning_text", out);
      case PieceKind::tool:
        return tool(piece.tool, out);
      case PieceKind::finish:
        return finish(conversation, piece, out);
    }
  }

  void end(const Conversation &conversation, std::deque<std::string> &out) override {
    const std::string kind = "response." + response_["status"].get<std::string>();
    event(kind, {{"response", whole_object(conversation)}}, out);
  }

  std::string whole(const Conversation &conversation, const std::vector<Reply> &replies) override {
    std::deque<std::string> ignored;
    for (const Reply &reply : replies) replay(conversation, reply, ignored);
    return dump_json(whole_object(conversation));
  }

 private:
  void replay(const Conversation &conversation, const Reply &reply, std::deque<std::string> &out) {
    if (!reply.reasoning.empty()) piece(conversation, {PieceKind::reasoning, 0, reply.reasoning}, out);
    if (!reply.content.empty() || reply.tools.empty()) {
      Piece content{PieceKind::content, 0, reply.content};
      content.logprobs = reply.logprobs;
      piece(conversation, content, out);
    }
    for (const ToolPiece &tool : reply.tools) {
      Piece call{PieceKind::tool};
      call.tool = tool;
      piece(conversation, call, out);
    }
    Piece last{PieceKind::finish};
    last.finish = reply.finish;
    piece(conversation, last, out);
  }

  Json whole_object(const Conversation &conversation) const {
    Json whole = response_;
    whole["output"] = output_;
    whole["usage"] = usage_object(conversation.usage());
    return whole;
  }

  void event(std::string_view type, Json fields, std::deque<std::string> &out) {
    Json one = {{"type", type}, {"sequence_number", events_++}};
    one.update(fields);
    out.push_back(dump_json(one));
  }

  void begin(std::deque<std::string> &out) {
    Json empty = response_;
    empty["output"] = Json::array();
    empty["usage"] = nullptr;
    event("response.created", {{"response", empty}}, out);
    event("response.in_progress", {{"response", empty}}, out);
  }

  // Where an event belongs: the item that is open.
  Json place() const { return {{"item_id", output_.back().at("id")}, {"output_index", output_.size() - 1}}; }
  Json part_place() const {
    Json at = place();
    at["content_index"] = 0;
    return at;
  }
  static Json with(Json fields, std::string_view name, Json value) {
    fields[std::string(name)] = std::move(value);
    return fields;
  }

  void open(std::string_view kind, Json item, std::deque<std::string> &out) {
    close(out);
    open_ = kind;
    output_.push_back(std::move(item));
    event("response.output_item.added", {{"output_index", output_.size() - 1}, {"item", output_.back()}}, out);
  }

  void open_text(std::string_view kind, std::string_view part, std::deque<std::string> &out) {
    const bool message = kind == "message";
    Json item = {{"id", new_id(message ? "msg_" : "rs_")}, {"type", kind}, {"status", "in_progress"}, {"content", Json::array()}};
    item[message ? "role" : "summary"] = message ? Json("assistant") : Json::array();
    open(kind, std::move(item), out);
    Json empty = {{"type", part}, {"text", ""}};
    if (message) empty["annotations"] = empty["logprobs"] = Json::array();
    output_.back()["content"].push_back(empty);
    event("response.content_part.added", with(part_place(), "part", empty), out);
  }

  void text(const Piece &piece, std::string_view kind, std::string_view part, std::deque<std::string> &out) {
    if (open_ != kind) open_text(kind, part, out);
    Json &said = output_.back()["content"][0];
    said["text"].get_ref<std::string &>() += piece.text;
    Json delta = with(part_place(), "delta", piece.text);
    if (kind == "message") {
      const Json tokens = logprobs_content(piece.logprobs);
      delta["logprobs"] = event_logprobs(tokens);
      for (const Json &token : tokens) said["logprobs"].push_back(token);
    }
    if (!piece.text.empty()) event("response." + std::string(part) + ".delta", std::move(delta), out);
  }

  void tool(const ToolPiece &piece, std::deque<std::string> &out) {
    if (!piece.id.empty()) {
      open("function_call",
           {{"id", new_id("fc_")},
            {"type", "function_call"},
            {"status", "in_progress"},
            {"call_id", piece.id},
            {"name", piece.name},
            {"arguments", ""}},
           out);
    }
    if (piece.arguments.empty() || open_ != "function_call") return;
    output_.back()["arguments"].get_ref<std::string &>() += piece.arguments;
    event("response.function_call_arguments.delta", with(place(), "delta", piece.arguments), out);
  }

  // The item that is open is whole now.
  void close(std::deque<std::string> &out) {
    if (open_.empty()) return;
    Json &item = output_.back();
    item["status"] = response_["status"] == "incomplete" ? "incomplete" : "completed";
    if (open_ == "function_call") {
      event("response.function_call_arguments.done", with(place(), "arguments", item["arguments"]), out);
    } else {
      const Json &part = item["content"][0];
      Json done = with(part_place(), "text", part["text"]);
      if (part.contains("logprobs")) done["logprobs"] = event_logprobs(part["logprobs"]);
      event("response." + part["type"].get<std::string>() + ".done", std::move(done), out);
      event("response.content_part.done", with(part_place(), "part", part), out);
    }
    event("response.output_item.done", {{"output_index", output_.size() - 1}, {"item", item}}, out);
    open_ = "";
  }

  void finish(const Conversation &, const Piece &piece, std::deque<std::string> &out) {
    if (output_.empty()) open_text("message", "output_text", out);
    const bool cut = piece.finish == Finish::length || piece.finish == Finish::content_filter;
    response_["status"] = cut ? "incomplete" : "completed";
    if (cut) response_["incomplete_details"] = {{"reason", piece.finish == Finish::length ? "max_output_tokens" : "content_filter"}};
    if (!piece.logprobs.empty() && open_ == "message") {
      for (const Json &token : logprobs_content(piece.logprobs)) output_.back()["content"][0]["logprobs"].push_back(token);
    }
    close(out);
  }

  Json response_;                // without output and usage
  Json output_ = Json::array();  // its items, the last one perhaps open
  std::string_view open_;        // the kind of the open item; empty: none is
  int64_t events_ = 0;
};

std::unique_ptr<Task> start(Call &call, const Library &library, const Endpoint &endpoint, Json body) {
  ChatRequest request;
  RequestReader reader{call, endpoint, body, request};
  if (!read_response_request(reader)) return nullptr;
  auto shape = std::make_unique<ResponseShape>(body);
  return answer(call, library, endpoint, std::move(request), std::move(shape));
}

std::unique_ptr<Task> start_count(Call &call, const Library &library, const Endpoint &endpoint, Json body) {
  ChatRequest request;
  RequestReader reader{call, endpoint, body, request};
  if (!read_response_request(reader)) return nullptr;
  return count_input(call, library, endpoint, std::move(request), {{"object", "response.input_tokens"}});
}

}  // namespace

constexpr EndpointHandler responses{"responses", start};
constexpr EndpointHandler input_tokens{"responses.input_tokens", start_count};

}  // namespace modelet::openai
