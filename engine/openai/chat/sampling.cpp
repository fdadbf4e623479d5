#include "openai/chat/sampling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "json/excerpt.h"

namespace modelet::openai {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

struct NumberOption {
  std::string_view name;
  std::optional<double> GenerationOptions::*member;
  double low, high;
};
constexpr std::array numbers{NumberOption{"temperature", &GenerationOptions::temperature, 0, 2},
                             NumberOption{"top_p", &GenerationOptions::top_p, 0, 1},
                             NumberOption{"min_p", &GenerationOptions::min_p, 0, 1},
                             NumberOption{"typical_p", &GenerationOptions::typical_p, 0, 1},
                             NumberOption{"presence_penalty", &GenerationOptions::presence_penalty, -2, 2},
                             NumberOption{"frequency_penalty", &GenerationOptions::frequency_penalty, -2, 2},
                             NumberOption{"repetition_penalty", &GenerationOptions::repetition_penalty, 0, endless}};

std::string number_text(double value) {
  return std::to_string(static_cast<int64_t>(value));  // bounds are whole
}

bool read_number(RequestReader &reader, const NumberOption &option, const Json &value) {
  if (!value.is_number()) return reader.wrong_type(option.name, "a number", value);
  const double number = value.get<double>();
  // What is divided by must be no zero, as a float either.
  const bool wrong = option.high == endless ? static_cast<float>(number) <= 0 : number < option.low || number > option.high;
  if (wrong) {
    const std::string range = option.high == endless ? "above 0" : "from " + number_text(option.low) + " to " + number_text(option.high);
    return reader.wrong_value(option.name, range, value);
  }
  if (reader.pass(option.name, value)) return true;
  if (!reader.binding().generates) return reader.no_receiver(option.name);
  reader.out.generation.*option.member = number;
  return true;
}

// What a model is told with, once the value is known to be right.
struct OtherOption {
  std::string_view name;
  bool (*read)(RequestReader &reader, std::string_view name, const Json &value, GenerationOptions &out);
};

bool read_seed(RequestReader &reader, std::string_view name, const Json &value, GenerationOptions &out) {
  if (!value.is_number_integer()) return reader.wrong_type(name, "an integer", value);
  out.seed = value.is_number_unsigned() ? value.get<uint64_t>() : static_cast<uint64_t>(value.get<int64_t>());
  return true;
}

bool read_top_k(RequestReader &reader, std::string_view name, const Json &value, GenerationOptions &out) {
  return read_integer(reader, name, value, 0, INT32_MAX, out.top_k.emplace());
}

bool read_bias(RequestReader &reader, std::string_view name, const std::string &id, const Json &value, GenerationOptions &out) {
  const bool digits =
      !id.empty() && id.size() <= 9 && std::all_of(id.begin(), id.end(), [](char letter) { return letter >= '0' && letter <= '9'; });
  if (!digits)
    return reader.refuse(std::string(name) + " has the key '" + shortened(id) + "', which is no token id", "invalid_value", name);
  if (!value.is_number()) return reader.wrong_type(std::string(name) + "." + id, "a number", value);
  const double bias = value.get<double>();
  if (std::abs(bias) > 100) return reader.wrong_value(std::string(name) + "." + id, "from -100 to 100", value);
  out.logit_bias.emplace_back(std::stoi(id), static_cast<float>(bias));
  return true;
}

bool read_logit_bias(RequestReader &reader, std::string_view name, const Json &value, GenerationOptions &out) {
  if (!value.is_object()) return reader.wrong_type(name, "an object of numbers by token id", value);
  for (const auto &[id, bias] : value.items()) {
    if (!read_bias(reader, name, id, bias, out)) return false;
  }
  return true;
}

constexpr std::array others{OtherOption{"seed", read_seed}, OtherOption{"top_k", read_top_k}, OtherOption{"logit_bias", read_logit_bias}};

template <typename Table>
auto row_of(const Table &table, std::string_view name) {
  return std::find_if(table.begin(), table.end(), [&](const auto &row) { return row.name == name; });
}

bool pass_seed(RequestReader &reader, const Json &value) {
  int64_t seed = 0;
  if (!read_integer(reader, "seed", value, INT64_MIN, INT64_MAX - 128, seed)) return false;
  reader.out.seed_parameter = reader.parameter("seed");
  reader.out.parameter_seed = seed;
  return true;
}

bool read_other(RequestReader &reader, const OtherOption &option, const Json &value) {
  GenerationOptions checked = reader.out.generation;
  if (!option.read(reader, option.name, value, checked)) return false;
  if (option.name == "seed" && reader.parameter("seed") != nullptr) return pass_seed(reader, value);
  if (reader.pass(option.name, value)) return true;
  if (!reader.binding().generates) {
    // A bias of nothing asks for nothing.
    return (value.is_object() && value.empty()) || reader.no_receiver(option.name);
  }
  reader.out.generation = std::move(checked);
  return true;
}

}  // namespace

bool is_sampling_option(std::string_view name) {
  return row_of(numbers, name) != numbers.end() || row_of(others, name) != others.end();
}

bool read_sampling_option(RequestReader &reader, std::string_view name, Json &value) {
  if (const auto number = row_of(numbers, name); number != numbers.end()) return read_number(reader, *number, value);
  return read_other(reader, *row_of(others, name), value);
}

}  // namespace modelet::openai
