#include "grammar/exclusive.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>

#include "json/json.h"

namespace modelet::grammar {
namespace {

// Its constants as texts; empty when it has none.
std::set<std::string> constants(const Json &schema) {
  std::set<std::string> found;
  const auto add = [&](const Json &one) {
    const bool whole = one.is_number_float() && std::fabs(one.get<double>()) < 1e15 && std::floor(one.get<double>()) == one.get<double>();
    found.insert(whole ? std::to_string(static_cast<int64_t>(one.get<double>())) : dump_json(one));  // 1.0 is 1
  };
  if (schema.contains("const")) add(schema["const"]);
  if (schema.contains("enum") && schema["enum"].is_array()) std::for_each(schema["enum"].begin(), schema["enum"].end(), add);
  return found;
}

std::string type_of(const Json &value) {
  return value.is_null()      ? "null"
         : value.is_boolean() ? "boolean"
         : value.is_number()  ? "number"
         : value.is_string()  ? "string"
         : value.is_array()   ? "array"
                              : "object";
}

// The types that fit, an integer as a number; empty when it may be any.
std::set<std::string> types(const Json &schema) {
  std::set<std::string> found;
  const auto add = [&](const Json &name) { found.insert(name == "integer" ? "number" : name.is_string() ? name.get<std::string>() : ""); };
  if (schema.contains("type")) {
    if (schema["type"].is_array()) std::for_each(schema["type"].begin(), schema["type"].end(), add);
    if (schema["type"].is_string()) add(schema["type"]);
  } else if (schema.contains("const")) {
    found.insert(type_of(schema["const"]));
  } else if (schema.contains("enum") && schema["enum"].is_array()) {
    for (const Json &one : schema["enum"]) found.insert(type_of(one));
  }
  return found;
}

bool apart(const std::set<std::string> &left, const std::set<std::string> &right) {
  return !left.empty() && !right.empty() && std::none_of(left.begin(), left.end(), [&](const auto &one) { return right.contains(one); });
}

bool requires_(const Json &schema, const std::string &name) {
  const auto required = schema.find("required");
  return required != schema.end() && required->is_array() && std::find(required->begin(), required->end(), name) != required->end();
}

bool forbids(const Json &schema, const std::string &name) {
  const auto properties = schema.find("properties");
  const bool known = properties != schema.end() && properties->is_object() && properties->contains(name);
  return !known && schema.contains("additionalProperties") && schema["additionalProperties"] == Json(false);
}

// Both are of objects only.
bool told_apart(const Json &left, const Json &right, const Resolve &resolve) {
  const auto properties = left.find("properties");
  if (properties == left.end() || !properties->is_object()) return false;
  for (const auto &[name, one] : properties->items()) {
    if (!requires_(left, name)) continue;
    if (forbids(right, name)) return true;
    const auto others = right.find("properties");
    if (!requires_(right, name) || others == right.end() || !others->contains(name)) continue;
    if (are_exclusive(one, (*others)[name], resolve)) return true;
  }
  return false;
}

}  // namespace

bool are_exclusive(const Json &left_schema, const Json &right_schema, const Resolve &resolve) {
  const Json &left = resolve(left_schema), &right = resolve(right_schema);
  if (left == Json(false) || right == Json(false)) return true;
  if (!left.is_object() || !right.is_object()) return false;
  const std::set<std::string> left_types = types(left), right_types = types(right), object{"object"};
  if (apart(left_types, right_types) || apart(constants(left), constants(right))) return true;
  return left_types == object && right_types == object && (told_apart(left, right, resolve) || told_apart(right, left, resolve));
}

}  // namespace modelet::grammar
