#include "openai/anthropic/messages.h"

#include <string>
#include <utility>
#include <vector>

#include "json/json.h"
#include "json/whole_values.h"
#include "openai/anthropic/request.h"
#include "openai/chat/answer.h"
#include "openai/chat/count.h"
#include "openai/chat/identity.h"

namespace modelet::anthropic {

namespace {

using openai::Conversation;
using openai::Finish;
using openai::Piece;
using openai::PieceKind;
using openai::Reply;
using openai::ToolPiece;

// Tokens found in the cache are counted apart.
Json usage_object(const openai::TextUsage &usage) {
  return {{"input_tokens", usage.prompt_tokens - usage.cached_tokens},
          {"cache_creation_input_tokens", 0},
          {"cache_read_input_tokens", usage.cached_tokens},
          {"output_tokens", usage.completion_tokens}};
}

// `stop` is the stop sequence that ended the answer, or "".
Json stop_object(Finish finish, const std::string &stop) {
  constexpr const char *names[] = {"end_turn", "max_tokens", "tool_use", "refusal"};
  const bool stopped = !stop.empty() && finish == Finish::stop;
  return {{"stop_reason", stopped ? "stop_sequence" : names[static_cast<std::size_t>(finish)]},
          {"stop_sequence", stopped ? Json(stop) : Json()}};
}

// Of arguments that were cut off what had ended, as the SDK makes it of the same answer in events.
Json tool_input(const std::string &arguments) {
  Json input;
  std::string why;
  if (!parse_json(arguments, input, why) && !parse_json(whole_values(arguments), input, why)) return Json::object();
  return input.is_object() ? input : Json::object();
}

class MessageShape : public openai::Shape {
 public:
  MessageShape() : id_(openai::new_id("msg_")) {}

  void piece(const Conversation &conversation, const Piece &piece, std::deque<std::string> &out) override {
    if (!std::exchange(begun_, true)) begin(conversation, out);
    switch (piece.kind) {
      case PieceKind::content:
        return block(Open::text, {{"type", "text"}, {"text", ""}}, {{"type", "text_delta"}, {"text", piece.text}}, out);
      case PieceKind::reasoning:
        return block(Open::thinking, {{"type", "thinking"}, {"thinking", ""}, {"signature", ""}},
                     {{"type", "thinking_delta"}, {"thinking", piece.text}}, out);
      case PieceKind::tool:
        return tool(piece.tool, out);
      case PieceKind::finish:
        close(out);
        stop_ = stop_object(piece.finish, piece.text);
        return;
    }
  }

  void end(const Conversation &conversation, std::deque<std::string> &out) override {
    event({{"type", "message_delta"}, {"delta", stop_}, {"usage", usage_object(conversation.usage())}}, out);
    event({{"type", "message_stop"}}, out);
  }

  std::string whole(const Conversation &conversation, const std::vector<Reply> &replies) override {
    const Reply &reply = replies.front();
    Json content = Json::array();
    if (!reply.reasoning.empty()) content.push_back({{"type", "thinking"}, {"thinking", reply.reasoning}, {"signature", ""}});
    if (!reply.content.empty()) content.push_back({{"type", "text"}, {"text", reply.content}});
    for (const ToolPiece &tool : reply.tools) {
      content.push_back({{"type", "tool_use"}, {"id", tool.id}, {"name", tool.name}, {"input", tool_input(tool.arguments)}});
    }
    return dump_json(message(conversation, std::move(content), stop_object(reply.finish, reply.stop)));
  }

 private:
  enum class Open : uint8_t { none, text, thinking, tool };

  Json message(const Conversation &conversation, Json content, const Json &stop) const {
    Json whole = {
        {"id", id_}, {"type", "message"}, {"role", "assistant"}, {"model", conversation.request().model}, {"content", std::move(content)}};
    whole.update(stop);
    whole["usage"] = usage_object(conversation.usage());
    return whole;
  }

  static void event(const Json &event, std::deque<std::string> &out) { out.push_back(dump_json(event)); }

  void begin(const Conversation &conversation, std::deque<std::string> &out) const {
    const Json nothing = {{"stop_reason", nullptr}, {"stop_sequence", nullptr}};
    event({{"type", "message_start"}, {"message", message(conversation, Json::array(), nothing)}}, out);
  }

  void open(Open kind, const Json &empty, std::deque<std::string> &out) {
    close(out);
    open_ = kind;
    event({{"type", "content_block_start"}, {"index", index_}, {"content_block", empty}}, out);
  }

  void close(std::deque<std::string> &out) {
    if (open_ == Open::none) return;
    event({{"type", "content_block_stop"}, {"index", index_++}}, out);
    open_ = Open::none;
  }

  void delta(const Json &change, std::deque<std::string> &out) const {
    event({{"type", "content_block_delta"}, {"index", index_}, {"delta", change}}, out);
  }

  void block(Open kind, const Json &empty, const Json &change, std::deque<std::string> &out) {
    if (open_ != kind) open(kind, empty, out);
    delta(change, out);
  }

  void tool(const ToolPiece &piece, std::deque<std::string> &out) {
    if (!piece.id.empty()) {
      open(Open::tool, {{"type", "tool_use"}, {"id", piece.id}, {"name", piece.name}, {"input", Json::object()}}, out);
    }
    if (!piece.arguments.empty() && open_ == Open::tool) {
      delta({{"type", "input_json_delta"}, {"partial_json", piece.arguments}}, out);
    }
  }

  std::string id_;
  bool begun_ = false;
  Open open_ = Open::none;
  int64_t index_ = 0;  // of the block that is open or comes next
  Json stop_;
};

std::unique_ptr<Task> start_messages(Call &call, const Library &library, const Endpoint &endpoint, Json body) {
  openai::ChatRequest request;
  openai::RequestReader reader{call, endpoint, body, request};
  if (!read_messages_request(reader, false)) return nullptr;
  return openai::answer(call, library, endpoint, std::move(request), std::make_unique<MessageShape>());
}

std::unique_ptr<Task> start_count(Call &call, const Library &library, const Endpoint &endpoint, Json body) {
  openai::ChatRequest request;
  openai::RequestReader reader{call, endpoint, body, request};
  if (!read_messages_request(reader, true)) return nullptr;
  return openai::count_input(call, library, endpoint, std::move(request), Json::object());
}

}  // namespace

constexpr EndpointHandler messages{"messages", start_messages};
constexpr EndpointHandler count_tokens{"messages.count_tokens", start_count};

}  // namespace modelet::anthropic
