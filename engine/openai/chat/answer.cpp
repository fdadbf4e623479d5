#include "openai/chat/answer.h"

#include <chrono>
#include <iterator>
#include <utility>

namespace modelet::openai {

namespace {

using Clock = std::chrono::steady_clock;

// Of work on one answer, after which whoever waits for it may look at a deadline, and a host of one thread hear that it is not wanted.
constexpr std::chrono::milliseconds most_at_once{30};

void add_tool(Reply &reply, const ToolPiece &piece) {
  if (static_cast<std::size_t>(piece.index) == reply.tools.size()) return reply.tools.push_back(piece);
  reply.tools[static_cast<std::size_t>(piece.index)].arguments += piece.arguments;
}

void add_piece(Reply &reply, Piece piece) {
  reply.logprobs.insert(reply.logprobs.end(), std::make_move_iterator(piece.logprobs.begin()),
                        std::make_move_iterator(piece.logprobs.end()));
  if (!piece.prompt.tokens.empty()) reply.prompt = std::move(piece.prompt);
  switch (piece.kind) {
    case PieceKind::content:
      reply.content += piece.text;
      break;
    case PieceKind::reasoning:
      reply.reasoning += piece.text;
      break;
    case PieceKind::tool:
      add_tool(reply, piece.tool);
      break;
    case PieceKind::finish:
      reply.finish = piece.finish;
      reply.stop = std::move(piece.text);
      break;
  }
}

class AnswerTask : public Task {
 public:
  AnswerTask(Conversation conversation, std::unique_ptr<Shape> shape) : conversation_(std::move(conversation)), shape_(std::move(shape)) {}

  bool start(Call &call) { return conversation_.start(call) || (name_input(call), false); }

  Progress next(Call &call, Answer &out) override {
    const bool stream = conversation_.request().stream;
    const Clock::time_point begun = Clock::now();
    while (waiting_.empty()) {
      if (ended_) return Progress::end;
      if (call.interrupted()) return Progress::error;
      if (Clock::now() - begun > most_at_once) return Progress::pending;
      std::vector<Piece> pieces;
      const Progress progress = conversation_.step(call, pieces);
      if (progress == Progress::error) {
        name_input(call);
        return Progress::error;
      }
      ended_ = progress == Progress::end;
      stream ? tell(pieces) : keep(std::move(pieces));
    }
    out.json = std::move(waiting_.front());
    waiting_.pop_front();
    return Progress::message;
  }

 private:
  // A language model calls what it is given messages, whatever field of the request they come from.
  void name_input(Call &call) const {
    if (call.error.param == "messages") call.error.param = shape_->input();
  }

  void tell(const std::vector<Piece> &pieces) {
    for (const Piece &piece : pieces) shape_->piece(conversation_, piece, waiting_);
    if (ended_) shape_->end(conversation_, waiting_);
  }

  void keep(std::vector<Piece> pieces) {
    for (Piece &piece : pieces) {
      replies_.resize(static_cast<std::size_t>(piece.run) + 1);
      add_piece(replies_.back(), std::move(piece));
    }
    if (ended_) waiting_.push_back(shape_->whole(conversation_, replies_));
  }

  Conversation conversation_;
  std::unique_ptr<Shape> shape_;
  std::vector<Reply> replies_;
  std::deque<std::string> waiting_;  // messages that the caller has not taken yet
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Task> answer(Call &call, const Library &library, const Endpoint &endpoint, ChatRequest request,
                             std::unique_ptr<Shape> shape) {
  auto task = std::make_unique<AnswerTask>(Conversation(library, endpoint, std::move(request)), std::move(shape));
  if (!task->start(call)) return nullptr;
  return task;
}

}  // namespace modelet::openai
