// How the operating system backs memory.
#pragma once

#include <cstddef>

namespace modelet::platform {

// Asks for large pages behind the whole pages of `[data, data + bytes)`: a large array's first touch then takes some faults instead of one
// every 4 KiB. Only advice, and nothing where systems decide themselves.
void prefer_large_pages(void *data, std::size_t bytes);

}  // namespace modelet::platform
