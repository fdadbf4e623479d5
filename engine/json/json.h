// JSON, in one place, so that the library behind it can be exchanged. Objects keep their order.
#pragma once

#include <nlohmann/json.hpp>

namespace modelet {

using Json = nlohmann::ordered_json;

}  // namespace modelet
