// What is certain of a JSON text that was cut off.
#pragma once

#include <string>
#include <string_view>

namespace modelet {

// The values that had ended, in the objects and lists they stand in, which are closed: {"a": [1, 2, 3 is {"a": [1, 2]}. A number at the end
// may have gone on, and is left out. "" when there is no object or list, or when the text is no beginning of JSON as far as brackets tell.
std::string whole_values(std::string_view text);

}  // namespace modelet
