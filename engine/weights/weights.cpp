#include "weights/weights.h"

#include <cstring>
#include <utility>

#include "platform/file.h"
#include "weights/file.h"

namespace modelet {

namespace {

bool aligned(const std::byte *address) {
  return reinterpret_cast<uintptr_t>(address) % 64 == 0;
}

std::string subject(const WeightFile &file) {
  return "the weights '" + std::string(file.file) + "' ";
}

// Memory of the host's: there must be as many bytes as the file has.
bool check_lent(const WeightFile &file, const WeightsSource &source, Error &error) {
  if (!aligned(source.address)) {
    error = server_error(subject(file) + "were lent at an address that is not a multiple of 64", "weights_misaligned");
  } else if (source.bytes != file.bytes) {
    error = server_error(
        subject(file) + "were lent as " + std::to_string(source.bytes) + " bytes, this library was built for " + std::to_string(file.bytes),
        source.bytes < file.bytes ? "weights_truncated" : "weights_replaced");
  }
  return !error;
}

}  // namespace

std::unique_ptr<const Weights> Weights::open(const WeightFile &file, const WeightsSource &source, const std::shared_ptr<Budget> &budget,
                                             Error &error) {
  std::unique_ptr<Weights> weights(new Weights);
  weights->file_ = &file;
  weights->sha256_ = file.packed ? source.sha256 : file.sha256;
  if (!source.path.empty()) {
    FileBytes bytes;
    if (!load_file(source.path, file.bytes, source.copy, budget, bytes, error)) return nullptr;
    weights->access_ = bytes.file != nullptr ? "map" : "read";
    weights->opened_ = std::move(bytes.file);
    weights->memory_ = std::move(bytes.data);
    weights->base_ = weights->memory_.get();
    if (weights->opened_ != nullptr && platform::stamp_of(source.path, weights->stamp_)) weights->path_ = source.path;
  } else if (source.address != nullptr) {
    if (!check_lent(file, source, error)) return nullptr;
    weights->base_ = source.address;
  } else if (file.embedded != nullptr) {
    weights->access_ = "embedded";
    weights->base_ = reinterpret_cast<const std::byte *>(file.embedded);
    if (!aligned(weights->base_)) error = server_error(subject(file) + "were linked in without alignment", "weights_misaligned");
  } else {
    error = invalid_request("this library needs the weights file '" + std::string(file.file) + "': name its path in the option weights",
                            "weights_missing", "weights");
  }
  if (error || !check_header(file, weights->whole(), error)) return nullptr;
  return weights;
}

bool Weights::stamp_now(platform::FileStamp &out) const {
  return !path_.empty() && platform::stamp_of(path_, out) && out.file == stamp_.file;
}

const std::byte *Weights::read(uint64_t offset, std::span<std::byte> buffer, Error &error) const {
  std::string why;
  if (opened_ == nullptr) return base_ + offset;
  if (opened_->read(offset, buffer.data(), buffer.size(), why)) return buffer.data();
  error = replaced();
  return nullptr;
}

bool Weights::intact() const {
  return opened_ == nullptr || opened_->bytes_now() >= bytes();
}

Error Weights::replaced() const {
  return server_error(
      "the weights file '" + path_ +
          "' was written to while it was in use; open the modelet anew, or with weights_access=read if others write to its files",
      "weights_replaced");
}

void Weights::prefetch(uint64_t offset, uint64_t bytes) const {
  if (std::strcmp(access_, "map") != 0 || offset >= this->bytes()) return;
  platform::advise_needed(base_ + offset, std::min(bytes, this->bytes() - offset));
}

}  // namespace modelet
