#include "platform/file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace modelet::platform {

File::~File() {
  if (handle_ >= 0) ::close(static_cast<int>(handle_));
}

bool File::open(const std::string &path, std::string &why) {
  handle_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (handle_ < 0 || ::fstat(static_cast<int>(handle_), &status) != 0) return why = std::strerror(errno), false;
  if (!S_ISREG(status.st_mode)) return why = "it is not a file", false;
  bytes_ = static_cast<uint64_t>(status.st_size);
  return true;
}

uint64_t File::bytes_now() const {
  struct stat status;
  return ::fstat(static_cast<int>(handle_), &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

bool File::read(uint64_t offset, std::byte *data, uint64_t bytes, std::string &why) const {
  constexpr uint64_t most = uint64_t{1} << 30;
  while (bytes > 0) {
    const ssize_t taken =
        ::pread(static_cast<int>(handle_), data, static_cast<std::size_t>(std::min(bytes, most)), static_cast<off_t>(offset));
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return why = std::strerror(errno), false;
    if (taken == 0) return why = "it became shorter while it was read", false;
    data += taken;
    offset += static_cast<uint64_t>(taken);
    bytes -= static_cast<uint64_t>(taken);
  }
  return true;
}

std::shared_ptr<const std::byte> File::map(std::string &why) const {
  const std::size_t size = static_cast<std::size_t>(bytes_);
  void *view = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, static_cast<int>(handle_), 0);
  if (view == MAP_FAILED) return why = std::strerror(errno), nullptr;
  const auto unmap = [size](const std::byte *at) { ::munmap(const_cast<std::byte *>(at), size); };
  return {static_cast<const std::byte *>(view), unmap};
}

bool stamp_of(const std::string &path, FileStamp &out) {
  struct stat status;
  if (::stat(path.c_str(), &status) != 0) return false;
#if defined(__APPLE__)
  const timespec &time = status.st_mtimespec;
#else
  const timespec &time = status.st_mtim;
#endif
  out = {static_cast<uint64_t>(status.st_ino), static_cast<uint64_t>(status.st_size),
         static_cast<int64_t>(time.tv_sec) * 1000000000 + static_cast<int64_t>(time.tv_nsec)};
  return true;
}

void advise_needed(const std::byte *begin, uint64_t bytes) {
  const uintptr_t page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const uintptr_t first = reinterpret_cast<uintptr_t>(begin) & ~(page - 1);
  const uintptr_t end = reinterpret_cast<uintptr_t>(begin) + static_cast<uintptr_t>(bytes);
  ::madvise(reinterpret_cast<void *>(first), end - first, MADV_WILLNEED);
}

}  // namespace modelet::platform
