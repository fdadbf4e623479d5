#include "openai/vectors.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>

#include "core/memory.h"
#include "json/excerpt.h"
#include "json/json.h"

namespace modelet::openai {

namespace {

bool refuse(Call &call, const std::string &what) {
  call.fail(server_error("the function bound to embeddings returned " + what, "invalid_result"));
  return false;
}

float from_half(uint16_t bits) {
  const uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16, exponent = bits >> 10 & 31, fraction = bits & 1023;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000 | fraction << 13);
  if (exponent == 0) return std::copysign(std::ldexp(static_cast<float>(fraction), -24), std::bit_cast<float>(sign));
  return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
}
float from_brain(uint16_t bits) {
  return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}
float from_double(double value) {
  return static_cast<float>(value);
}

template <typename From>
void convert(const Tensor &from, Tensor &to, float (*one)(From)) {
  const From *source = static_cast<const From *>(from.data);
  float *target = static_cast<float *>(to.data);
  for (int64_t index = 0, count = from.elements(); index < count; ++index) target[index] = one(source[index]);
}

bool to_float32(Call &call, Tensor &tensor) {
  if (tensor.dtype == DType::float32) return true;
  Tensor converted = new_tensor(call, DType::float32, tensor.shape);
  if (converted.data == nullptr) return false;
  switch (tensor.dtype) {
    case DType::float64:
      convert(tensor, converted, from_double);
      break;
    case DType::float16:
      convert(tensor, converted, from_half);
      break;
    case DType::bfloat16:
      convert(tensor, converted, from_brain);
      break;
    default:
      return refuse(call, "an array of " + std::string(dtype_name(tensor.dtype)) + "; it must be of floats");
  }
  tensor = std::move(converted);
  return true;
}

// Index of the tensor that {"$tensor": i} names, or -1.
int64_t tensor_index(const Values &value) {
  if (!value.json.is_object() || value.json.size() != 1) return -1;
  const auto index = value.json.find("$tensor");
  if (index == value.json.end() || !index->is_number_integer()) return -1;
  if (index->get<int64_t>() >= static_cast<int64_t>(value.tensors.size())) return -1;
  return index->get<int64_t>();
}

bool read_row(const Json &row, int64_t width, float *out) {
  if (!row.is_array() || static_cast<int64_t>(row.size()) != width) return false;
  for (const Json &number : row) {
    if (!number.is_number()) return false;
    *out++ = static_cast<float>(number.get<double>());
  }
  return true;
}

bool read_lists(Call &call, const Json &rows, Tensor &out) {
  const int64_t width = rows.empty() || !rows[0].is_array() ? 0 : static_cast<int64_t>(rows[0].size());
  out = new_tensor(call, DType::float32, {static_cast<int64_t>(rows.size()), width});
  if (out.data == nullptr) return false;
  float *to = static_cast<float *>(out.data);
  for (const Json &row : rows) {
    if (!read_row(row, width, to)) return refuse(call, "rows that are not lists of as many numbers each: " + excerpt(row));
    to += width;
  }
  return true;
}

std::string shape_text(const Tensor &tensor) {
  std::string text = "[";
  for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) text += (axis == 0 ? "" : ", ") + std::to_string(tensor.shape[axis]);
  return text + "]";
}

}  // namespace

bool read_vectors(Call &call, Values value, int64_t rows, Tensor &out) {
  if (std::string why; !value.text.empty() && !parse_json(value.text, value.json, why)) return refuse(call, why);
  if (const int64_t index = tensor_index(value); index >= 0) {
    out = std::move(value.tensors[static_cast<std::size_t>(index)]);
  } else if (!value.json.is_array()) {
    return refuse(call, excerpt(value.json) + "; it must return a 2-D float array, one row a text");
  } else if (!read_lists(call, value.json, out)) {
    return false;
  }
  if (out.shape.size() != 2 || out.shape[0] != rows || out.shape[1] < 1) {
    return refuse(call, "an array of shape " + shape_text(out) + " for " + std::to_string(rows) + " texts; it must be 2-D, one row a text");
  }
  return to_float32(call, out);
}

namespace {

void copy_normalised(const float *from, int64_t width, float *to) {
  double sum = 0;
  for (int64_t column = 0; column < width; ++column) sum += static_cast<double>(from[column]) * static_cast<double>(from[column]);
  const double scale = sum > 0 ? 1 / std::sqrt(sum) : 1;
  for (int64_t column = 0; column < width; ++column) to[column] = static_cast<float>(static_cast<double>(from[column]) * scale);
}

}  // namespace

bool shorten_vectors(Call &call, int64_t dimensions, Tensor &vectors) {
  const int64_t rows = vectors.shape[0], width = vectors.shape[1];
  if (dimensions == width) return true;
  if (dimensions > width) {
    call.fail(invalid_request("dimensions is " + std::to_string(dimensions) + ", but this model's vectors have " + std::to_string(width),
                              "integer_above_max_value", "dimensions"));
    return false;
  }
  Tensor shorter = new_tensor(call, DType::float32, {rows, dimensions});
  if (shorter.data == nullptr) return false;
  for (int64_t row = 0; row < rows; ++row) {
    copy_normalised(static_cast<const float *>(vectors.data) + row * width, dimensions,
                    static_cast<float *>(shorter.data) + row * dimensions);
  }
  vectors = std::move(shorter);
  return true;
}

}  // namespace modelet::openai
