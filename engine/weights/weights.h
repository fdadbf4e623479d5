// The mapped weights of one instance.
//
// A weights file is in the safetensors format (8 bytes of little-endian header length, a JSON header, data), every tensor
// at a multiple of 64 bytes from the start of the file; `__metadata__.layout` is "plain" or "panel". Matrices of linear
// layers stand in panels: [ceil(out / 16), in, 16], the last panel padded with zeros, so that every instruction set reads the same bytes.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/error.h"
#include "core/weight_file.h"
#include "platform/file.h"

namespace modelet {

class Budget;

// Where the bytes come from: a file, or memory of the host's. Neither: the file linked into the library.
struct WeightsSource {
  std::string path;                    // UTF-8
  const std::byte *address = nullptr;  // aligned to 64 bytes, lent as long as the Weights live
  uint64_t bytes = 0;                  // at `address`
  bool copy = false;                   // read the file into memory instead of mapping it, for storage that others may truncate
  std::string sha256{};                // of a file that was packed from others (WeightFile::packed): empty when the host does not know
};

// Immutable once open; may be read from any thread. The bytes live as long as this object.
class Weights {
 public:
  // Maps (or reads) the file and checks its size, its header, and that each entry lies where compiled code expects it. No tensor's
  // bytes are touched. Null with an error of the codes weights_missing, weights_not_found, weights_truncated,
  // weights_replaced, weights_corrupt, weights_misaligned or out_of_memory. `file` must outlive the result; `budget` may be null.
  static std::unique_ptr<const Weights> open(const WeightFile &file, const WeightsSource &source, const std::shared_ptr<Budget> &budget,
                                             Error &error);

  // By index into WeightFile::entries. Checked against the file's header when it is opened, so never out of bounds.
  template <typename T>
  const T *data(uint32_t entry) const {
    return reinterpret_cast<const T *>(base_ + file_->entries[entry].offset);
  }

  const std::byte *base() const { return base_; }
  uint64_t bytes() const { return file_ == nullptr ? 0 : file_->bytes; }
  std::span<const std::byte> whole() const { return {base_, static_cast<std::size_t>(bytes())}; }
  const WeightFile &file() const { return *file_; }
  const char *access() const { return access_; }  // "map", "read", "address" or "embedded"

  // What a mapped file looked like when it was opened, and looks like now. False when nothing is mapped, and when another file took its
  // place: what is mapped stays as it was then.
  const platform::FileStamp &stamp() const { return stamp_; }
  bool stamp_now(platform::FileStamp &out) const;

  // The digest that the bytes must have; empty when nobody knows it.
  const std::string &sha256() const { return sha256_; }

  // Bytes of the file as it is now: in `buffer` for a mapped one, whose mapping must not be read beyond where the file may end by now. Null
  // with weights_replaced when it ends before.
  const std::byte *read(uint64_t offset, std::span<std::byte> buffer, Error &error) const;

  // Whether a mapped file still has all its bytes. Touching a mapping beyond the end of its file ends the process, so this is asked before
  // each step of work; a file that is shortened within a step is not noticed in time.
  bool intact() const;

  // The error of a file that was written to while it was in use.
  Error replaced() const;

  // Asks the system to bring that part of a mapped file into memory soon.
  void prefetch(uint64_t offset, uint64_t bytes) const;

 protected:
  Weights() = default;  // tests make small ones by hand

  const std::byte *base_ = nullptr;
  const WeightFile *file_ = nullptr;

 private:
  const char *access_ = "address";
  std::string sha256_;
  std::string path_;  // of a mapped file, with its looks when it was opened
  std::shared_ptr<const platform::File> opened_;
  platform::FileStamp stamp_;
  std::shared_ptr<const std::byte> memory_;  // what `base_` points to; null when it is lent or linked in
};

// Checks that `bytes`, the start of a safetensors file of file.bytes bytes, has a header that agrees with the entries.
bool check_header(const WeightFile &file, std::span<const std::byte> bytes, Error &error);

}  // namespace modelet
