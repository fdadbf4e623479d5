#include "platform/pages.h"

namespace modelet::platform {

void prefer_large_pages(void *, std::size_t) {}

}  // namespace modelet::platform
