#include "abi/options.h"

#include <array>
#include <utility>

#include "core/cpu.h"
#include "json/excerpt.h"
#include "json/json.h"

namespace modelet::abi {

namespace {

constexpr uint64_t maximum_threads = 1024;

bool unsigned_at_most(const Json &value, uint64_t maximum) {
  return value.is_number_unsigned() && value.get<uint64_t>() <= maximum;
}

bool one_of(const Json &value, std::string_view first, std::string_view second) {
  if (!value.is_string()) return false;
  const std::string &text = value.get_ref<const std::string &>();
  return text == first || text == second;
}

// Each reads one option; false with what it must be in `why`.

bool read_threads(const Json &value, const Library &, Options &out, std::string &why) {
  if (!unsigned_at_most(value, maximum_threads)) return why = "must be an integer from 0 (one a processor) to 1024", false;
  out.threads = value.get<uint64_t>();
  return true;
}

bool read_memory_limit(const Json &value, const Library &, Options &out, std::string &why) {
  if (!unsigned_at_most(value, INT64_MAX)) return why = "must be a number of bytes; 0 is no limit", false;
  out.memory_limit = value.get<uint64_t>();
  return true;
}

bool read_verify(const Json &value, const Library &, Options &out, std::string &why) {
  if (!one_of(value, "once", "always")) return why = "must be \"once\" or \"always\"", false;
  out.verify_always = value == "always";
  return true;
}

bool read_access(const Json &value, const Library &, Options &out, std::string &why) {
  if (!one_of(value, "map", "read")) return why = "must be \"map\" or \"read\"", false;
  out.weights.copy = value == "read";
  return true;
}

bool read_kernels(const Json &value, const Library &, Options &out, std::string &why) {
  if (!value.is_string()) return why = "must be a string such as \"auto\" or \"generic\"", false;
  out.kernels = value.get<std::string>();
  return true;
}

bool read_seed(const Json &value, const Library &, Options &out, std::string &why) {
  if (!value.is_number_unsigned()) return why = "must be an integer from 0 to 2**64 - 1", false;
  out.seed = value.get<uint64_t>();
  return true;
}

bool read_cache(const Json &value, const Library &, Options &out, std::string &why) {
  if (!value.is_string()) return why = "must be the path of a folder", false;
  out.cache = value.get<std::string>();
  return true;
}

bool read_source(const Json &value, WeightsSource &out) {
  if (!value.is_object()) return false;
  const auto path = value.find("path"), address = value.find("address"), bytes = value.find("bytes");
  const auto sha256 = value.find("sha256");
  const bool named = sha256 != value.end() && sha256->is_string();
  if (value.size() == (named ? 2 : 1) && path != value.end() && path->is_string()) {
    if (named) out.sha256 = sha256->get<std::string>();
    out.path = path->get<std::string>();
    return !out.path.empty() && out.path.find('\0') == std::string::npos;
  }
  if (value.size() != 2 || address == value.end() || bytes == value.end()) return false;
  if (!unsigned_at_most(*address, UINTPTR_MAX) || *address == 0 || !unsigned_at_most(*bytes, INT64_MAX)) return false;
  out.address = reinterpret_cast<const std::byte *>(static_cast<uintptr_t>(address->get<uint64_t>()));
  out.bytes = bytes->get<uint64_t>();
  return true;
}

bool read_weights(const Json &value, const Library &library, Options &out, std::string &why) {
  if (!value.is_object()) return why = "must map file names to {\"path\": …} or {\"address\": …, \"bytes\": …}", false;
  for (const auto &[file, source] : value.items()) {
    if (library.weights.empty() || file != library.weights[0].file) {
      why = "names the file '" + file + "', but this library uses " +
            (library.weights.empty() ? "none" : "'" + std::string(library.weights[0].file) + "'");
      return false;
    }
    if (!read_source(source, out.weights)) {
      why = "must give the file '" + file + "' either a \"path\", or an \"address\" and its \"bytes\"";
      return false;
    }
  }
  return true;
}

struct Option {
  std::string_view name;
  bool (*read)(const Json &value, const Library &library, Options &out, std::string &why);
};
constexpr std::array table{Option{"weights", read_weights},
                           Option{"threads", read_threads},
                           Option{"memory_limit", read_memory_limit},
                           Option{"verify", read_verify},
                           Option{"weights_access", read_access},
                           Option{"kernels", read_kernels},
                           Option{"seed", read_seed},
                           Option{"cache", read_cache}};

bool read_option(const std::string &key, const Json &value, const Library &library, Options &out, Error &error) {
  for (const Option &option : table) {
    if (option.name != key) continue;
    std::string why;
    if (option.read(value, library, out, why)) return true;
    error = invalid_request("the option '" + key + "' " + why + "; it is " + excerpt(value), "invalid_options", key);
    return false;
  }
  error = invalid_request("there is no option '" + key + "'; there are: " + list_names(table), "unknown_key", key);
  return false;
}

}  // namespace

bool read_options(std::string_view text, const Library &library, Options &out, Error &error) {
  Json json;
  std::string why;
  if (!parse_json(text, json, why)) return error = invalid_request("the options are not JSON: " + why, "invalid_json"), false;
  if (!json.is_object()) return error = invalid_request("the options must be a JSON object", "invalid_options"), false;
  for (const auto &[key, value] : json.items()) {
    if (!read_option(key, value, library, out, error)) return false;
  }
  if (!parse_policy(out.kernels, out.isa, why)) return error = invalid_request(why, "invalid_options", "kernels"), false;
  return true;
}

}  // namespace modelet::abi
