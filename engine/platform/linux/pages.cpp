#include "platform/pages.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

namespace modelet::platform {

void prefer_large_pages(void *data, std::size_t bytes) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(data) % page) % page;
  if (bytes <= before) return;
  // A kernel without them refuses, and the array has small pages.
  static_cast<void>(madvise(static_cast<std::byte *>(data) + before, (bytes - before) / page * page, MADV_HUGEPAGE));
}

}  // namespace modelet::platform
