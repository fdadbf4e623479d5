#include "abi/verification.h"

#include <algorithm>

namespace modelet::abi {

namespace {
constexpr uint64_t slice = uint64_t{4} << 20;
constexpr uint64_t ahead = uint64_t{32} << 20;  // what the system is asked to read meanwhile
}  // namespace

Verification::Verification(const Weights *weights) : weights_(weights), state_(weights == nullptr ? State::verified : State::begun) {}

uint64_t Verification::total() const {
  return weights_ == nullptr ? 0 : weights_->bytes();
}

bool Verification::step() {
  const Lock lock(mutex_);
  if (state_.load() != State::begun) return !failed();
  const uint64_t begin = loaded_.load(), end = std::min(total(), begin + slice);
  weights_->prefetch(end, ahead);
  hash_.update(weights_->whole().subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
  loaded_.store(end, std::memory_order_release);
  if (end < total()) return true;
  state_.store(hash_.hexadecimal() == weights_->file().sha256 ? State::verified : State::corrupt, std::memory_order_release);
  return !failed();
}

Error Verification::error() const {
  return server_error(
      "the weights file '" + std::string(weights_->file().file) + "' is damaged: its SHA-256 is not " + weights_->file().sha256,
      "weights_corrupt");
}

}  // namespace modelet::abi
