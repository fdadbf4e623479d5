#include "scheduler/scheduler.h"

#include <algorithm>

namespace modelet::scheduler {
namespace {

int64_t remaining(const Task &task) {
  return static_cast<int64_t>(task.tokens.size()) - task.computed;
}

int64_t prompt_tokens(std::span<const Piece> pieces) {
  int64_t tokens = 0;
  for (const Piece &piece : pieces) tokens += piece.count > 1 ? piece.count : 0;
  return tokens;
}

Piece piece_of(Task &task, int64_t budget) {
  const int64_t count = std::min(remaining(task), budget);
  const int64_t scored = std::clamp<int64_t>(task.scores - task.computed, 0, count);
  return {&task, count, 0, scored, scored + (count == remaining(task) ? 1 : 0)};
}

void erase(std::vector<std::shared_ptr<Task>> &tasks, const Task &task) {
  std::erase_if(tasks, [&](const std::shared_ptr<Task> &one) { return one.get() == &task; });
}

}  // namespace

void Scheduler::add(std::shared_ptr<Task> task) {
  waiting_.push_back(std::move(task));
}

void Scheduler::resume(std::shared_ptr<Task> task) {
  task->state = State::running;
  task->admitted = true;
  running_.push_back(std::move(task));
}

void Scheduler::remove(Task &task) {
  if (task.state == State::running) cache_.release(task.sequence);
  task.state = State::finished;
  erase(running_, task);
  erase(waiting_, task);
}

std::vector<Piece> Scheduler::plan() {
  std::vector<Piece> pieces;
  const bool decoding = add_decoding(pieces);
  const int64_t budget = decoding ? limits_.beside_decoding : limits_.prompt_tokens;
  add_prompts(pieces, budget);
  admit(pieces, budget - prompt_tokens(pieces));
  return pieces;
}

// Those of which only the last token is not computed. Whoever arrived last may be preempted on the way.
bool Scheduler::add_decoding(std::vector<Piece> &pieces) {
  for (std::size_t index = 0; index < running_.size(); ++index) {
    Task &task = *running_[index];
    if (remaining(task) != 1 || !make_room(task, pieces)) continue;
    const int64_t drafted = static_cast<int64_t>(task.draft.size());
    pieces.push_back({&task, 1, drafted, 0, 1 + drafted});
  }
  return !pieces.empty();
}

// Room for all tokens of the task, its draft included. A draft is given up before anybody is preempted; false when the task itself was.
bool Scheduler::make_room(Task &task, std::vector<Piece> &pieces) {
  const int64_t tokens = static_cast<int64_t>(task.tokens.size());
  if (cache_.append(task.sequence, tokens + static_cast<int64_t>(task.draft.size()))) return true;
  task.draft.clear();
  while (task.state == State::running) {
    if (cache_.append(task.sequence, tokens)) return true;
    if (running_.size() == 1) return false;  // stuck: there is nobody to preempt
    preempt(pieces);
  }
  return false;
}

void Scheduler::preempt(std::vector<Piece> &pieces) {
  const std::shared_ptr<Task> last = running_.back();
  running_.pop_back();
  std::erase_if(pieces, [&](const Piece &piece) { return piece.task == last.get(); });
  cache_.release(last->sequence);
  last->computed = 0;
  last->draft.clear();
  last->state = State::waiting;
  waiting_.insert(waiting_.begin(), last);
}

void Scheduler::add_prompts(std::vector<Piece> &pieces, int64_t budget) {
  for (const std::shared_ptr<Task> &task : running_) {
    if (budget <= 0) return;
    const int64_t room = room_for(*task, pieces, budget);
    if (remaining(*task) <= 1 || room <= 0) continue;
    pieces.push_back(piece_of(*task, room));
    budget -= pieces.back().count;
  }
}

// Tokens of the budget that the task may use: few, where each has a row of logits.
int64_t Scheduler::room_for(const Task &task, std::span<const Piece> pieces, int64_t budget) const {
  if (task.computed >= task.scores) return budget;
  int64_t scored = 0;
  for (const Piece &piece : pieces) scored += piece.scored;
  return std::min(budget, limits_.scored_tokens - scored);
}

void Scheduler::admit(std::vector<Piece> &pieces, int64_t budget) {
  while (budget > 0 && !waiting_.empty() && static_cast<int64_t>(running_.size()) < limits_.sequences) {
    const std::shared_ptr<Task> task = waiting_.front();
    const int64_t room = room_for(*task, pieces, budget);
    if (room <= 0 || !cache_.allocate(task->sequence, task->tokens, task->scores == 0)) return;
    waiting_.erase(waiting_.begin());
    running_.push_back(task);
    task->state = State::running;
    task->computed = task->sequence.cached_tokens();
    if (!task->admitted) task->cached = task->computed;
    task->admitted = true;
    pieces.push_back(piece_of(*task, room));
    budget -= pieces.back().count;
  }
}

void Scheduler::commit(const Piece &piece, int64_t accepted) {
  Task &task = *piece.task;
  task.computed += piece.count + accepted;
  if (task.computed >= task.scores) task.scores = 0;
  cache_.publish(task.sequence, std::span(task.tokens).first(static_cast<std::size_t>(task.computed)));
}

Task *Scheduler::stuck() const {
  if (!running_.empty()) return running_.front().get();
  return waiting_.empty() ? nullptr : waiting_.front().get();
}

}  // namespace modelet::scheduler
