#include "abi/verification.h"

#include <algorithm>

namespace modelet::abi {

namespace {
constexpr uint64_t slice = uint64_t{4} << 20;
constexpr uint64_t ahead = uint64_t{32} << 20;  // what the system is asked to read meanwhile
}  // namespace

Verification::Verification(const Weights *weights, bool always)
    : weights_(weights), state_(weights == nullptr ? State::verified : State::begun), needed_(always) {
  if (weights != nullptr) stamp_ = weights->stamp();
}

uint64_t Verification::total() const {
  return weights_ == nullptr ? 0 : weights_->bytes();
}

bool Verification::unchanged(Error &error) {
  platform::FileStamp now;
  if (weights_ == nullptr || !weights_->stamp_now(now)) return true;
  const Lock lock(mutex_);
  if (now == stamp_) return true;
  if (now.bytes != weights_->bytes()) return error = weights_->replaced(), false;
  if (state_.load() == State::wrong) return true;  // which every call is told
  stamp_ = now;
  touched_ = true;
  hash_ = hash::Sha256();
  loaded_.store(0, std::memory_order_release);
  state_.store(State::begun, std::memory_order_release);
  needed_.store(true, std::memory_order_release);
  return true;
}

bool Verification::step() {
  const Lock lock(mutex_);
  if (state_.load() != State::begun) return !failed();
  const uint64_t begin = loaded_.load(), end = std::min(total(), begin + slice);
  if (!read_slice(begin, end)) return state_.store(State::wrong, std::memory_order_release), false;
  loaded_.store(end, std::memory_order_release);
  if (end < total()) return true;
  buffer_.reset();
  const bool right = hash_.hexadecimal() == weights_->sha256();
  if (!right) error_ = touched_ ? weights_->replaced() : wrong_digest();
  state_.store(right ? State::verified : State::wrong, std::memory_order_release);
  return right;
}

bool Verification::read_slice(uint64_t begin, uint64_t end) {
  if (buffer_ == nullptr) buffer_ = std::make_unique<std::byte[]>(slice);
  weights_->prefetch(end, ahead);
  const std::span<std::byte> buffer(buffer_.get(), static_cast<std::size_t>(end - begin));
  const std::byte *const bytes = weights_->read(begin, buffer, error_);
  if (bytes != nullptr) hash_.update({bytes, buffer.size()});
  return bytes != nullptr;
}

Error Verification::error() {
  const Lock lock(mutex_);
  return error_;
}

Error Verification::wrong_digest() const {
  const std::string subject = "the weights file '" + std::string(weights_->file().file) + "' ";
  if (weights_->sha256().empty()) {
    return server_error(subject + "cannot be verified: it was packed from others, and the option weights does not name its sha256",
                        "weights_corrupt");
  }
  return server_error(subject + "is damaged: its SHA-256 is not " + weights_->sha256(), "weights_corrupt");
}

}  // namespace modelet::abi
