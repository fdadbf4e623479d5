// Guesses of what sequences say next. The model verifies them in one step and takes those that it would have chosen itself, so that a text
// is what it is without guesses, whoever makes them. How to guess is a row of its own: prompt_lookup.h, draft_model.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/context.h"
#include "core/error.h"

namespace modelet {
class Budget;
class Weights;
}  // namespace modelet

namespace modelet::speculation {

// What a drafter keeps of one sequence from step to step.
struct Memory {
  virtual ~Memory() = default;
};

// One sequence that goes on.
struct Wish {
  std::span<const int32_t> tokens;  // all that was said, the prompt first
  int64_t most;                     // guesses that are of use, at least 1
  std::unique_ptr<Memory> &memory;  // null at first
  std::vector<int32_t> &draft;      // empty; guesses are appended
};

// One thread at a time: whoever drives the engine.
class Drafter {
 public:
  virtual ~Drafter() = default;
  // Guesses what it can; no guess is always right too.
  virtual void draft(const Context &context, std::span<const Wish> wishes) = 0;
  // The sequence has ended.
  virtual void forget(Memory &) {}
  // Empty when all its invariants hold: for tests.
  virtual std::string check() const { return {}; }
};

// What a drafter may use of the engine it works for; all of it outlives the drafter.
struct Surroundings {
  const Weights *weights;  // null when the library has none
  std::shared_ptr<Budget> budget;
  int64_t cache_tokens;  // positions of all sequences together
  int64_t vocabulary;    // ids that may be guessed
};

// Null with the error set.
using MakeDrafter = std::unique_ptr<Drafter> (*)(const Surroundings &surroundings, Error &error);

}  // namespace modelet::speculation
