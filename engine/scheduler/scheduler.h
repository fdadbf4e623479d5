// Which tokens of which sequences go into the next step: continuous batching, prompts in chunks, preemption.
//
// Whoever generates goes first, one token each; what remains of a step's budget goes to prompts in the order of their arrival. When the
// cache is full, the sequence that arrived last gives its blocks back and is computed again later. How prompts are cut never changes a
// result.
//
// One thread at a time: the engine holds its mutex.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cache/key_value_cache.h"

namespace modelet::scheduler {

struct Limits {
  int64_t sequences = 64;         // in one step
  int64_t prompt_tokens = 256;    // of prompts in one step, while nobody generates: activations take memory
  int64_t beside_decoding = 128;  // and while somebody does, so that nobody waits long for its next token
  int64_t scored_tokens = 64;     // of prompts of which every token's logits are wanted: a row of them is long
};

enum class State : uint8_t { waiting, running, finished };

// One request, as the scheduler sees it. The scheduler changes sequence, scores, computed, state and cached.
struct Task {
  std::vector<int32_t> tokens;  // the prompt, and what was generated after it
  std::vector<int32_t> draft;   // guesses of what follows, to be verified in one step; may be empty
  cache::Sequence sequence;
  int64_t scores = 0;    // logits are wanted of the first so many tokens, and of the last as always; 0 once they were given
  int64_t computed = 0;  // tokens whose keys and values stand in the cache
  int64_t cached = 0;    // of the prompt, found computed when the task first ran
  State state = State::waiting;
  bool admitted = false;  // has run before
};

// Tokens [computed, computed + count) of a task; then, when all are computed, its draft.
struct Piece {
  Task *task;
  int64_t count;
  int64_t drafted;     // tokens of the draft
  int64_t scored;      // of its first tokens, rows of logits before those to choose from
  int64_t logit_rows;  // scored, and when all are computed 1 + drafted
};

class Scheduler {
 public:
  Scheduler(cache::KeyValueCache &cache, Limits limits) : cache_(cache), limits_(limits) {}

  void add(std::shared_ptr<Task> task);
  // Adds a task whose first `task.computed` tokens stand in the cache already, in blocks that it holds.
  void resume(std::shared_ptr<Task> task);
  // Gives its blocks back; the task is finished.
  void remove(Task &task);

  // The next step; room for every piece is allocated. Empty when nothing can run: then `stuck` says whose turn it would be.
  std::vector<Piece> plan();
  // The step has run: the pieces' own tokens are computed, and the first `accepted` of each draft, which the task has appended to its
  // tokens.
  void commit(const Piece &piece, int64_t accepted);

  // A task for which there is no room although it would be alone; null when there is none. Only after an empty plan.
  Task *stuck() const;

  std::span<const std::shared_ptr<Task>> running() const { return running_; }
  std::span<const std::shared_ptr<Task>> waiting() const { return waiting_; }

 private:
  bool add_decoding(std::vector<Piece> &pieces);
  void add_prompts(std::vector<Piece> &pieces, int64_t budget);
  void admit(std::vector<Piece> &pieces, int64_t budget);
  int64_t room_for(const Task &task, std::span<const Piece> pieces, int64_t budget) const;
  bool make_room(Task &task, std::vector<Piece> &pieces);
  void preempt(std::vector<Piece> &pieces);

  cache::KeyValueCache &cache_;
  const Limits limits_;
  std::vector<std::shared_ptr<Task>> running_;  // in the order of arrival
  std::vector<std::shared_ptr<Task>> waiting_;  // in the order of arrival, preempted ones first
};

}  // namespace modelet::scheduler
