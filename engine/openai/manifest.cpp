#include "openai/manifest.h"

#include "json/json.h"

namespace modelet::openai {

namespace {

Json read_object(const char *manifest) {
  Json json;
  std::string why;
  return parse_json(manifest, json, why) && json.is_object() ? json : Json::object();
}

// The string at `key`, or "".
std::string text_at(const Json &object, std::string_view key) {
  if (!object.is_object()) return "";
  const auto value = object.find(key);
  return value != object.end() && value->is_string() ? value->get<std::string>() : "";
}

// The items of the list at `key`; none when there is no list.
Json list_at(const Json &object, std::string_view key) {
  if (!object.is_object()) return Json::array();
  const auto value = object.find(key);
  return value != object.end() && value->is_array() ? *value : Json::array();
}

}  // namespace

std::string manifest_name(const char *manifest) {
  return text_at(read_object(manifest), "name");
}

std::vector<std::string> parameter_names(const char *manifest, std::string_view function) {
  std::vector<std::string> names;
  for (const Json &described : list_at(read_object(manifest), "functions")) {
    if (text_at(described, "name") != function) continue;
    for (const Json &parameter : list_at(described, "parameters")) names.push_back(text_at(parameter, "name"));
  }
  return names;
}

}  // namespace modelet::openai
