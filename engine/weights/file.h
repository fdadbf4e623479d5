// The bytes of a file, mapped or read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/error.h"
#include "platform/file.h"

namespace modelet {

class Budget;

struct FileBytes {
  std::shared_ptr<const std::byte> data;       // keeps the mapping or the copy
  std::shared_ptr<const platform::File> file;  // still open when it is mapped, else null
};

// Whole file, which must have `expected` bytes. `copy` reads it into memory that `budget` (or null) accounts; so does a system without
// mapping. False with an error: weights_not_found, weights_truncated (shorter), weights_replaced (longer) or out_of_memory.
bool load_file(const std::string &path, uint64_t expected, bool copy, const std::shared_ptr<Budget> &budget, FileBytes &out, Error &error);

}  // namespace modelet
