// Declares Json for headers that only pass it on: the library behind it costs seconds a translation unit.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace modelet::json {
template <class Key, class T, class IgnoredLess, class Allocator>
class OrderedMap;
}

namespace modelet {
using Json = nlohmann::basic_json<json::OrderedMap>;
}
