// Reads the header of a safetensors file and compares it with what compiled code expects.
#include <array>
#include <cstring>
#include <string_view>

#include "json/json.h"
#include "weights/weights.h"

namespace modelet {

namespace {

struct DTypeName {
  DType dtype;
  std::string_view name;
};
constexpr std::array dtype_names{DTypeName{DType::boolean, "BOOL"}, DTypeName{DType::int8, "I8"},       DTypeName{DType::int16, "I16"},
                                 DTypeName{DType::int32, "I32"},    DTypeName{DType::int64, "I64"},     DTypeName{DType::uint8, "U8"},
                                 DTypeName{DType::uint16, "U16"},   DTypeName{DType::uint32, "U32"},    DTypeName{DType::uint64, "U64"},
                                 DTypeName{DType::float16, "F16"},  DTypeName{DType::bfloat16, "BF16"}, DTypeName{DType::float32, "F32"},
                                 DTypeName{DType::float64, "F64"},  DTypeName{DType::complex64, "C64"}};

std::string_view safetensors_name(DType dtype) {
  for (const DTypeName &row : dtype_names) {
    if (row.dtype == dtype) return row.name;
  }
  return "";
}

std::string subject(const WeightFile &file) {
  return "the weights file '" + std::string(file.file) + "' ";
}

bool corrupt(const WeightFile &file, const std::string &what, Error &error) {
  error = server_error(subject(file) + "is damaged: " + what, "weights_corrupt");
  return false;
}

bool replaced(const WeightFile &file, const WeightEntry &entry, const std::string &what, Error &error) {
  error = server_error(subject(file) + "is another one: tensor '" + entry.name + "' " + what, "weights_replaced");
  return false;
}

uint64_t little_endian(std::span<const std::byte> bytes) {
  uint64_t value = 0;
  for (std::size_t index = 0; index < 8; ++index) value |= std::to_integer<uint64_t>(bytes[index]) << (8 * index);
  return value;
}

// [begin, end) of a tensor's data, counted from the end of the header.
bool data_offsets(const Json &tensor, uint64_t &begin, uint64_t &end) {
  const auto offsets = tensor.find("data_offsets");
  if (offsets == tensor.end() || !offsets->is_array() || offsets->size() != 2) return false;
  if (!(*offsets)[0].is_number_unsigned() || !(*offsets)[1].is_number_unsigned()) return false;
  begin = (*offsets)[0].get<uint64_t>();
  end = (*offsets)[1].get<uint64_t>();
  return begin <= end;
}

bool check_entry(const WeightFile &file, const WeightEntry &entry, const Json &header, uint64_t data_start, Error &error) {
  const auto tensor = header.find(entry.name);
  if (tensor == header.end() || !tensor->is_object()) return replaced(file, entry, "is not in it", error);
  uint64_t begin = 0, end = 0;
  if (!data_offsets(*tensor, begin, end)) return corrupt(file, "tensor '" + std::string(entry.name) + "' has no valid data_offsets", error);
  const auto dtype = tensor->find("dtype");
  if (dtype == tensor->end() || !dtype->is_string() || dtype->get_ref<const std::string &>() != safetensors_name(entry.dtype)) {
    return replaced(file, entry, "is not " + std::string(dtype_name(entry.dtype)), error);
  }
  if (begin > file.bytes - data_start || end > file.bytes - data_start)
    return corrupt(file, "tensor '" + std::string(entry.name) + "' ends beyond the file", error);
  if (data_start + begin != entry.offset || end - begin != entry.bytes)
    return replaced(file, entry, "lies elsewhere or has another size", error);
  if (entry.offset % 64 != 0) return corrupt(file, "tensor '" + std::string(entry.name) + "' is not aligned to 64 bytes", error);
  return true;
}

}  // namespace

bool check_header(const WeightFile &file, std::span<const std::byte> bytes, Error &error) {
  if (bytes.size() < 8) return corrupt(file, "it is shorter than a header", error);
  const uint64_t length = little_endian(bytes);
  if (length > bytes.size() - 8) return corrupt(file, "its header of " + std::to_string(length) + " bytes ends beyond the file", error);
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()) + 8, static_cast<std::size_t>(length));
  Json header;
  std::string why;
  if (!parse_json(text, header, why)) return corrupt(file, "its header is not JSON: " + why, error);
  if (!header.is_object()) return corrupt(file, "its header is not an object", error);
  for (const WeightEntry &entry : file.entries) {
    if (!check_entry(file, entry, header, 8 + length, error)) return false;
  }
  return true;
}

}  // namespace modelet
