#include "core/tensor.h"

#include <array>
#include <limits>
#include <new>
#include <utility>

namespace modelet {

namespace {

constexpr std::array<std::string_view, dtype_sizes.size()> names{"bool",     "int8",    "int16",   "int32",     "int64",
                                                                 "uint8",    "uint16",  "uint32",  "uint64",    "float16",
                                                                 "bfloat16", "float32", "float64", "complex64", "complex128"};

constexpr std::align_val_t alignment{64};

}  // namespace

std::string_view dtype_name(DType dtype) {
  return names[static_cast<std::size_t>(dtype)];
}

bool parse_dtype(std::string_view name, DType &out) {
  for (std::size_t index = 0; index < names.size(); ++index) {
    if (names[index] != name) continue;
    out = static_cast<DType>(index);
    return true;
  }
  return false;
}

std::string dtype_names() {
  std::string text;
  for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

int64_t Tensor::elements() const {
  int64_t product = 1;
  for (int64_t extent : shape) product *= extent;
  return product;
}

bool shape_bytes(DType dtype, std::span<const int64_t> shape, uint64_t &bytes) {
  uint64_t product = dtype_bytes(dtype);
  bool empty = false;
  for (int64_t extent : shape) {
    if (extent < 0) return false;
    if (extent == 0) {
      empty = true;
      continue;
    }
    if (product > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) / static_cast<uint64_t>(extent)) return false;
    product *= static_cast<uint64_t>(extent);
  }
  bytes = empty ? 0 : product;
  return true;
}

std::shared_ptr<void> new_bytes(uint64_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() - 64) return nullptr;
  void *data = ::operator new(static_cast<std::size_t>(bytes == 0 ? 1 : bytes), alignment, std::nothrow);
  if (data == nullptr) return nullptr;
  return std::shared_ptr<void>(data, [](void *memory) { ::operator delete(memory, alignment); });
}

Tensor new_tensor(DType dtype, std::vector<int64_t> shape) {
  Tensor tensor{dtype, std::move(shape), nullptr, nullptr};
  uint64_t bytes = 0;
  if (!shape_bytes(dtype, tensor.shape, bytes)) return tensor;
  tensor.owner = new_bytes(bytes);
  tensor.data = tensor.owner.get();
  return tensor;
}

}  // namespace modelet
