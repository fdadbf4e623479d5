// One request inside of the engine.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "core/error.h"
#include "core/generation.h"
#include "grammar/constraint.h"
#include "sampling/sampling.h"
#include "scheduler/scheduler.h"
#include "speculation/drafter.h"
#include "speculation/worth.h"

namespace modelet::generation {

// A token on its way to the call that waits for it.
struct Produced {
  int32_t id;
  float logprob;
  TokenLogprob details;  // when the request wants log probabilities
  FinishReason finish;   // none: more follow
};

// Guarded by the engine's mutex, except what is constant, and `tokens`, which only the driver changes.
struct ActiveRequest : scheduler::Task {
  sampling::SamplingOptions sampling;
  std::optional<grammar::Constraint> constraint;  // what the text must fit
  bool wants_details = false;                     // of log probabilities
  bool wants_prompt = false;                      // and the prompt's
  std::vector<TokenLogprob> prompt_details;       // as far as they are known; whole before the first token is produced
  std::vector<int32_t> end_tokens;
  int64_t prompt_tokens = 0;
  int64_t limit = 0;                              // tokens to generate at most
  std::unique_ptr<speculation::Memory> drafting;  // what the drafter keeps of it
  speculation::Account account;                   // of what guesses bring and cost it
  double guess_seconds = 0;                       // that making its draft took
  std::deque<Produced> produced;
  Error error;             // why it failed; the rest of the batch goes on
  bool cancelled = false;  // its call is gone
  bool done = false;       // nothing more will be produced

  int64_t generated() const { return static_cast<int64_t>(tokens.size()) - prompt_tokens; }
};

}  // namespace modelet::generation
