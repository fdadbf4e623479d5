#include "openai/chat/count.h"

#include <utility>
#include <vector>

#include "json/json.h"

namespace modelet::openai {

namespace {

class CountTask : public Task {
 public:
  CountTask(Conversation conversation, Json answer) : conversation_(std::move(conversation)), answer_(std::move(answer)) {}
  bool start(Call &call) { return conversation_.start(call); }

  Progress next(Call &call, Answer &out) override {
    if (std::exchange(told_, true)) return Progress::end;
    std::vector<Piece> ignored;
    const bool said = conversation_.step(call, ignored) != Progress::error;
    if (!said && call.error.code != counted_code) return Progress::error;
    call.error = {};
    answer_["input_tokens"] = call.generated.used ? call.generated.prompt_tokens : conversation_.usage().prompt_tokens;
    out.json = dump_json(answer_);
    return Progress::message;
  }

 private:
  Conversation conversation_;
  Json answer_;
  bool told_ = false;
};

}  // namespace

std::unique_ptr<Task> count_input(Call &call, const Library &library, const Endpoint &endpoint, ChatRequest request, Json answer) {
  if (request.stream) {
    call.fail(invalid_request("stream is not possible here: a count comes whole", "invalid_value", "stream"));
    return nullptr;
  }
  request.generation.max_tokens = 1;
  request.generation.count_only = true;
  auto task = std::make_unique<CountTask>(Conversation(library, endpoint, std::move(request)), std::move(answer));
  if (!task->start(call)) return nullptr;
  return task;
}

}  // namespace modelet::openai
