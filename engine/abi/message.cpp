#include "abi/message.h"

#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "core/memory.h"
#include "json/json.h"

namespace modelet::abi {

namespace {

constexpr int32_t device_cpu = 1;  // DLPack
constexpr uint32_t maximum_rank = 64;

// Behind modelet_message::owner.
struct OwnedAnswer {
  Answer answer;
  std::vector<modelet_tensor> table;
};

uint64_t address(const void *pointer) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pointer));
}

template <typename T>
T *pointer(uint64_t address) {
  return reinterpret_cast<T *>(static_cast<uintptr_t>(address));
}

modelet_tensor describe(const Tensor &tensor) {
  modelet_tensor row{};
  row.size = sizeof(modelet_tensor);
  row.rank = static_cast<uint32_t>(tensor.shape.size());
  const std::string_view name = dtype_name(tensor.dtype);
  std::memcpy(row.dtype, name.data(), name.size());
  row.shape = address(tensor.shape.data());
  row.data = address(tensor.data);
  row.bytes = tensor.bytes();
  row.device_type = device_cpu;
  return row;
}

// A borrowed tensor would not outlive the call.
bool own(Call &call, Tensor &tensor) {
  if (tensor.owner != nullptr) return true;
  Tensor copy = new_tensor(call, tensor.dtype, tensor.shape);
  if (copy.data == nullptr) return false;
  if (tensor.bytes() > 0) std::memcpy(copy.data, tensor.data, tensor.bytes());
  tensor = std::move(copy);
  return true;
}

std::string error_text(const Error &error) {
  std::string text = "{\"status\":" + std::to_string(error.status) + ",\"error\":{\"message\":";
  append_json_string(text, error.message);
  text += ",\"type\":";
  append_json_string(text, error.type);
  text += ",\"param\":";
  error.param.empty() ? void(text += "null") : append_json_string(text, error.param);
  text += ",\"code\":";
  error.code.empty() ? void(text += "null") : append_json_string(text, error.code);
  if (!error.python_base.empty()) {
    text += ",\"base\":";
    append_json_string(text, error.python_base);
  }
  return text + "}}";
}

void fill(modelet_message *out, const char *json, uint64_t bytes, const OwnedAnswer *owner) {
  out->tensor_count = owner == nullptr ? 0 : static_cast<uint32_t>(owner->table.size());
  out->json = address(json);
  out->json_bytes = bytes;
  out->tensors = owner == nullptr || owner->table.empty() ? 0 : address(owner->table.data());
  out->owner = address(owner);
}

}  // namespace

bool writable(const modelet_message *out) {
  return out != nullptr && out->size >= sizeof(modelet_message);
}

bool write_answer(Call &call, Answer &&answer, modelet_message *out) {
  auto owned = std::make_unique<OwnedAnswer>();
  owned->answer = std::move(answer);
  for (Tensor &tensor : owned->answer.tensors) {
    if (!own(call, tensor)) return false;
    owned->table.push_back(describe(tensor));
  }
  fill(out, owned->answer.json.c_str(), owned->answer.json.size(), owned.get());
  (void)owned.release();  // release_message deletes it
  return true;
}

modelet_status write_error(const Error &error, modelet_message *out) noexcept {
  if (!writable(out)) return MODELET_ERROR;
  static constexpr char no_memory[] =
      R"({"status":500,"error":{"message":"no memory is left","type":"server_error","param":null,"code":"out_of_memory"}})";
#if defined(__cpp_exceptions)
  try {
#endif
    auto owned = std::make_unique<OwnedAnswer>();
    owned->answer.json = error_text(error);
    fill(out, owned->answer.json.c_str(), owned->answer.json.size(), owned.get());
    (void)owned.release();
#if defined(__cpp_exceptions)
  } catch (...) {
    fill(out, no_memory, sizeof no_memory - 1, nullptr);
  }
#else
  (void)no_memory;
#endif
  return MODELET_ERROR;
}

void release_message(modelet_message *message) noexcept {
  if (!writable(message)) return;
  delete pointer<OwnedAnswer>(message->owner);
  fill(message, nullptr, 0, nullptr);
}

namespace {

bool refuse(Call &call, uint32_t index, const std::string &what) {
  call.fail(invalid_request("tensor " + std::to_string(index) + " of the request " + what, "invalid_tensor"));
  return false;
}

bool read_dtype(Call &call, uint32_t index, const modelet_tensor &row, DType &out) {
  const std::size_t length = strnlen(row.dtype, sizeof row.dtype);
  const std::string_view name(row.dtype, length);
  if (length < sizeof row.dtype && parse_dtype(name, out)) return true;
  return refuse(call, index, "has the dtype '" + std::string(name) + "'; there are: " + dtype_names());
}

bool read_shape(Call &call, uint32_t index, const modelet_tensor &row, std::vector<int64_t> &shape) {
  if (row.rank > maximum_rank) return refuse(call, index, "has rank " + std::to_string(row.rank) + "; at most 64 are possible");
  if (row.rank == 0) return true;
  if (row.shape == 0) return refuse(call, index, "has no shape");
  shape.resize(row.rank);
  std::memcpy(shape.data(), pointer<const void>(row.shape), row.rank * sizeof(int64_t));
  return true;
}

bool check_data(Call &call, uint32_t index, const modelet_tensor &row, const Tensor &tensor) {
  uint64_t bytes = 0;
  if (!shape_bytes(tensor.dtype, tensor.shape, bytes)) return refuse(call, index, "has a negative or too large extent in its shape");
  if (row.bytes != bytes) {
    return refuse(call, index, "has " + std::to_string(row.bytes) + " bytes, its shape and dtype make " + std::to_string(bytes));
  }
  if (row.data == 0 && bytes > 0) return refuse(call, index, "has no data");
  if (row.device_type != device_cpu) {
    return refuse(call, index, "is on the device " + std::to_string(row.device_type) + "; only 1, the CPU, is supported");
  }
  return true;
}

// Compiled code reads elements in place, which needs their natural alignment.
bool align(Call &call, Tensor &tensor) {
  const std::size_t element = dtype_bytes(tensor.dtype);
  const std::size_t natural = element > 8 ? 8 : element;
  if (reinterpret_cast<uintptr_t>(tensor.data) % natural == 0) return true;
  return own(call, tensor);
}

bool read_tensor(Call &call, uint32_t index, const modelet_tensor &row, Tensor &out) {
  if (!read_dtype(call, index, row, out.dtype) || !read_shape(call, index, row, out.shape)) return false;
  if (!check_data(call, index, row, out)) return false;
  out.data = pointer<void>(row.data);
  return align(call, out);
}

bool read_tensors(Call &call, const modelet_message &request, std::vector<Tensor> &tensors) {
  if (request.tensor_count == 0) return true;
  if (request.tensors == 0) {
    call.fail(invalid_request("the request counts tensors but has none", "invalid_argument"));
    return false;
  }
  const char *rows = pointer<const char>(request.tensors);
  const uint32_t stride = pointer<const modelet_tensor>(request.tensors)->size;  // of the caller's version of the struct
  if (stride < sizeof(modelet_tensor) || stride > 4096) return refuse(call, 0, "has the struct size " + std::to_string(stride));
  for (uint32_t index = 0; index < request.tensor_count; ++index, rows += stride) {
    modelet_tensor row;
    std::memcpy(&row, rows, sizeof row);
    if (row.size != stride) return refuse(call, index, "has another struct size than the first");
    if (!read_tensor(call, index, row, tensors.emplace_back())) return false;
  }
  return true;
}

}  // namespace

bool read_request(Call &call, const modelet_message *request, std::string_view &json, std::vector<Tensor> &tensors) {
  if (request == nullptr || request->size < sizeof(modelet_message)) {
    call.fail(invalid_request("the request must be a modelet_message whose size is set", "invalid_argument"));
    return false;
  }
  if (request->json == 0 || request->json_bytes > SIZE_MAX / 2) {
    call.fail(invalid_request("the request has no JSON text", "invalid_argument"));
    return false;
  }
  json = {pointer<const char>(request->json), static_cast<std::size_t>(request->json_bytes)};
  return read_tensors(call, *request, tensors);
}

}  // namespace modelet::abi
