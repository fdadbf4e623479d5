// Checks the digest of an instance's weights, a slice at a time, by whichever calls wait for it.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/error.h"
#include "core/mutex.h"
#include "hash/sha256.h"
#include "weights/weights.h"

namespace modelet::abi {

// Any thread; several may step at once and then take turns. `weights` must outlive it; null: there is nothing to check.
class Verification {
 public:
  explicit Verification(const Weights *weights);

  uint64_t total() const;
  uint64_t loaded() const { return loaded_.load(std::memory_order_acquire); }
  bool done() const { return state_.load(std::memory_order_acquire) == State::verified; }
  bool failed() const { return state_.load(std::memory_order_acquire) == State::corrupt; }

  // Reads some milliseconds' worth of bytes; true unless the digest turned out wrong.
  bool step();
  Error error() const;

 private:
  enum class State { begun, verified, corrupt };

  const Weights *weights_;
  Mutex mutex_;  // guards hash_, and steps
  hash::Sha256 hash_;
  std::atomic<uint64_t> loaded_{0};
  std::atomic<State> state_;
};

}  // namespace modelet::abi
