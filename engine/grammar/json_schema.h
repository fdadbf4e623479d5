// JSON texts that fit a JSON Schema (2020-12, as far as a text can be checked from left to right), as a grammar.
#pragma once

#include <memory>
#include <string>

#include "grammar/network.h"
#include "json/json_fwd.h"

namespace modelet::grammar {

// Supported: type, enum, const, properties, required, additionalProperties, propertyNames that are an enum, items, prefixItems, minItems,
// maxItems, minLength, maxLength, pattern, format (grammar/formats.cpp; others are remarks), minimum, maximum and their exclusive forms,
// multipleOf of integers, uniqueItems of constants, anyOf, oneOf of schemas that exclude each other, allOf of objects, $ref into the same
// document, recursion included. Properties come in the order in which the schema names them. Null with `why` for a schema that no text
// fits, or that says what cannot be checked so.
std::shared_ptr<const Grammar> json_schema_grammar(const Json &schema, std::string &why);
// Any JSON object.
std::shared_ptr<const Grammar> json_object_grammar();
// A text that matches as a whole. Null with `why`.
std::shared_ptr<const Grammar> regular_expression_grammar(const std::string &pattern, std::string &why);

}  // namespace modelet::grammar
