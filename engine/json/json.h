// JSON, in one place, so that the library behind it can be exchanged. Objects keep their order.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "json/json_fwd.h"
#include "json/ordered_map.h"

namespace modelet {

// Containers inside containers; a recursive reader of an accepted text needs no more stack than this allows. Values nest 200 levels
// (VALUES.md), of which a dict with keys that are not strings takes three each: `{"$dict":[[1,`. What is left holds the request around
// them.
inline constexpr int maximum_json_depth = 3 * 200 + 8;

// Reads one JSON text (UTF-8). False with a reason in `why` when it is not JSON, holds a lone surrogate, or is nested deeper than
// `maximum_json_depth`. Of equal keys the last one counts, as in Python.
bool parse_json(std::string_view text, Json &out, std::string &why);

// Compact text. Bytes that are not UTF-8 become U+FFFD, so that it never fails.
std::string dump_json(const Json &value);

// Appends `text` (UTF-8) as a JSON string with its quotes.
void append_json_string(std::string &out, std::string_view text);

}  // namespace modelet
