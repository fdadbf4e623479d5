// Checks the digest of an instance's weights, a slice at a time, by whichever calls wait for it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "core/error.h"
#include "core/mutex.h"
#include "hash/sha256.h"
#include "platform/file.h"
#include "weights/weights.h"

namespace modelet::abi {

// Any thread; several may step at once and then take turns. `weights` must outlive it; null: there is nothing to check.
class Verification {
 public:
  // `always`: no call runs before the digest is known to be right.
  Verification(const Weights *weights, bool always);

  uint64_t total() const;
  uint64_t loaded() const { return loaded_.load(std::memory_order_acquire); }
  bool done() const { return state_.load(std::memory_order_acquire) == State::verified; }
  bool failed() const { return state_.load(std::memory_order_acquire) == State::wrong; }
  // Calls wait for it.
  bool needed() const { return needed_.load(std::memory_order_acquire) && !done(); }

  // Looks at a mapped file from outside. False with weights_replaced when it has another size now. When only its time is another one, as
  // after `touch`, its bytes are checked once more before any call goes on.
  bool unchanged(Error &error);

  // Reads some milliseconds' worth of bytes; true unless the digest turned out wrong.
  bool step();
  Error error();

 private:
  enum class State { begun, verified, wrong };

  bool read_slice(uint64_t begin, uint64_t end);
  Error wrong_digest() const;

  const Weights *weights_;
  Mutex mutex_;  // guards what has no atomic, and steps
  hash::Sha256 hash_;
  std::unique_ptr<std::byte[]> buffer_;
  platform::FileStamp stamp_;  // with which the bytes are, or will be, known to be right
  bool touched_ = false;       // it was written to, or only touched, since it was opened
  Error error_;
  std::atomic<uint64_t> loaded_{0};
  std::atomic<State> state_;
  std::atomic<bool> needed_;
};

}  // namespace modelet::abi
