// What endpoints need from the library's manifest. Read when it is asked for: no request on the usual path needs it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace modelet::openai {

// "@owner/name"; empty when the manifest has none.
std::string manifest_name(const char *manifest);

// The parameters of one function, in order; empty when the manifest does not know it.
std::vector<std::string> parameter_names(const char *manifest, std::string_view function);

}  // namespace modelet::openai
