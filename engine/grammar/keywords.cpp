#include "grammar/keywords.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "json/json.h"

namespace modelet::grammar {
namespace {

// What JSON Schema's drafts say about which texts fit; any other keyword is a remark.
constexpr std::array<std::string_view, 45> assertions{"$ref",
                                                      "$dynamicRef",
                                                      "$recursiveRef",
                                                      "type",
                                                      "enum",
                                                      "const",
                                                      "multipleOf",
                                                      "divisibleBy",
                                                      "minimum",
                                                      "exclusiveMinimum",
                                                      "maximum",
                                                      "exclusiveMaximum",
                                                      "minLength",
                                                      "maxLength",
                                                      "pattern",
                                                      "format",
                                                      "items",
                                                      "prefixItems",
                                                      "minItems",
                                                      "maxItems",
                                                      "uniqueItems",
                                                      "contains",
                                                      "minContains",
                                                      "maxContains",
                                                      "additionalItems",
                                                      "properties",
                                                      "required",
                                                      "patternProperties",
                                                      "propertyNames",
                                                      "additionalProperties",
                                                      "minProperties",
                                                      "maxProperties",
                                                      "dependencies",
                                                      "dependentRequired",
                                                      "dependentSchemas",
                                                      "if",
                                                      "then",
                                                      "else",
                                                      "not",
                                                      "allOf",
                                                      "anyOf",
                                                      "oneOf",
                                                      "extends",
                                                      "disallow",
                                                      "unevaluatedProperties"};

}  // namespace

bool is_remark(std::string_view keyword) {
  return std::find(assertions.begin(), assertions.end(), keyword) == assertions.end() && keyword != "unevaluatedItems";
}

bool is_of_type(const Json &value, const Json &type) {
  if (type.is_array()) return std::any_of(type.begin(), type.end(), [&](const Json &one) { return is_of_type(value, one); });
  if (type == "integer")
    return value.is_number_integer() || (value.is_number_float() && std::floor(value.get<double>()) == value.get<double>());
  return (type == "string" && value.is_string()) || (type == "number" && value.is_number()) || (type == "boolean" && value.is_boolean()) ||
         (type == "null" && value.is_null()) || (type == "array" && value.is_array()) || (type == "object" && value.is_object());
}

}  // namespace modelet::grammar
