#include "weights/file.h"

#include <utility>

#include "core/memory.h"
#include "core/tensor.h"
#include "platform/file.h"

namespace modelet {

namespace {

Error file_error(const std::string &path, const std::string &what) {
  return {"FileNotFoundError", "the weights file '" + path + "' cannot be opened: " + what, 500, "server_error", "weights_not_found", ""};
}

bool check_size(const std::string &path, uint64_t actual, uint64_t expected, Error &error) {
  if (actual == expected) return true;
  const std::string sizes = "has " + std::to_string(actual) + " bytes, this library was built for " + std::to_string(expected);
  error = actual < expected ? server_error("the weights file '" + path + "' is truncated: it " + sizes, "weights_truncated")
                            : server_error("the weights file '" + path + "' is another one: it " + sizes, "weights_replaced");
  return false;
}

// Memory for a copy, given back to the budget with its last owner.
std::shared_ptr<std::byte> copy_memory(uint64_t bytes, const std::shared_ptr<Budget> &budget, Error &error) {
  Call call;
  call.budget = budget;
  std::shared_ptr<void> memory = new_bytes(call, bytes);
  if (memory == nullptr) error = std::move(call.error);
  return std::static_pointer_cast<std::byte>(memory);
}

}  // namespace

bool load_file(const std::string &path, uint64_t expected, bool copy, const std::shared_ptr<Budget> &budget, FileBytes &out, Error &error) {
  const auto file = std::make_shared<platform::File>();
  std::string why;
  if (!file->open(path, why)) return error = file_error(path, why), false;
  if (!check_size(path, file->bytes(), expected, error)) return false;
  if (!copy) {
    out = {file->map(why), file};
    return out.data != nullptr || (error = file_error(path, why), false);
  }
  std::shared_ptr<std::byte> memory = copy_memory(expected, budget, error);
  if (memory == nullptr) return false;
  if (!file->read(0, memory.get(), expected, why)) return error = file_error(path, why), false;
  out = {std::move(memory), nullptr};
  return true;
}

}  // namespace modelet
