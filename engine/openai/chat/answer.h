// The answer of an endpoint that yields text: chunks of a shape while the function runs, or one object at its end.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/task.h"
#include "openai/chat/conversation.h"

namespace modelet::openai {

// Everything one run said.
struct Reply {
  std::string content, reasoning;
  std::vector<ToolPiece> tools;
  std::vector<TokenLogprob> logprobs;
  PromptLog prompt;
  Finish finish = Finish::stop;
  std::string stop;  // the stop string that ended it
};

// A shape's own form. The streaming half appends JSON texts, one a message.
class Shape {
 public:
  virtual ~Shape() = default;
  // The request's field that becomes the prompt.
  virtual const char *input() const { return "messages"; }
  virtual void piece(const Conversation &conversation, const Piece &piece, std::deque<std::string> &out) = 0;
  virtual void end(const Conversation &conversation, std::deque<std::string> &out) = 0;
  virtual std::string whole(const Conversation &conversation, const std::vector<Reply> &replies) = 0;
};

// Starts the function. Null with call.error set when it refuses its arguments.
std::unique_ptr<Task> answer(Call &call, const Library &library, const Endpoint &endpoint, ChatRequest request,
                             std::unique_ptr<Shape> shape);

}  // namespace modelet::openai
