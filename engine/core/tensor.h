// A dense C-contiguous tensor that does not know who owns its memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace modelet {

enum class DType : uint8_t {
  boolean,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  complex64,
  complex128
};

// Of one element, by DType.
inline constexpr std::array<uint8_t, 15> dtype_sizes{1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};

inline std::size_t dtype_bytes(DType dtype) {
  return dtype_sizes[static_cast<std::size_t>(dtype)];
}
std::string_view dtype_name(DType dtype);
bool parse_dtype(std::string_view name, DType &out);
std::string dtype_names();  // "bool, int8, …", for error messages

// `owner` keeps `data` alive; empty for memory borrowed from a caller or from mapped weights.
struct Tensor {
  DType dtype = DType::float32;
  std::vector<int64_t> shape;
  void *data = nullptr;
  std::shared_ptr<void> owner;

  int64_t elements() const;
  std::size_t bytes() const { return static_cast<std::size_t>(elements()) * dtype_bytes(dtype); }
};

// Bytes of a tensor of that shape; false for a negative extent or a product beyond 63 bits.
bool shape_bytes(DType dtype, std::span<const int64_t> shape, uint64_t &bytes);

// Uninitialised memory aligned to 64 bytes; null when there is none.
std::shared_ptr<void> new_bytes(uint64_t bytes);

// Uninitialised, C-contiguous, aligned to 64 bytes. Null data when there is no memory or the shape is none.
Tensor new_tensor(DType dtype, std::vector<int64_t> shape);

}  // namespace modelet
