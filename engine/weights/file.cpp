#include "weights/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/memory.h"
#include "core/tensor.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#if !defined(__wasm__)
#include <sys/mman.h>
#define MODELET_MAPS_FILES 1
#endif
#endif

namespace modelet {

namespace {

Error file_error(const std::string &path, const std::string &what) {
  return {"FileNotFoundError", "the weights file '" + path + "' cannot be opened: " + what, 500, "server_error", "weights_not_found", ""};
}

bool check_size(const std::string &path, uint64_t actual, uint64_t expected, Error &error) {
  if (actual == expected) return true;
  const std::string sizes = "has " + std::to_string(actual) + " bytes, this library was built for " + std::to_string(expected);
  error = actual < expected ? server_error("the weights file '" + path + "' is truncated: it " + sizes, "weights_truncated")
                            : server_error("the weights file '" + path + "' is another one: it " + sizes, "weights_replaced");
  return false;
}

// Memory for a copy, given back to the budget with its last owner.
std::shared_ptr<std::byte> copy_memory(uint64_t bytes, const std::shared_ptr<Budget> &budget, Error &error) {
  Call call;
  call.budget = budget;
  std::shared_ptr<void> memory = new_bytes(call, bytes);
  if (memory == nullptr) error = std::move(call.error);
  return std::static_pointer_cast<std::byte>(memory);
}

#if defined(_WIN32)

std::string last_error() {
  return "system error " + std::to_string(GetLastError());
}

std::wstring wide(const std::string &path) {
  const int size = MultiByteToWideChar(CP_UTF8, 0, path.c_str(), static_cast<int>(path.size()), nullptr, 0);
  std::wstring result(static_cast<std::size_t>(size), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, path.c_str(), static_cast<int>(path.size()), result.data(), size);
  return result;
}

struct Handle {
  HANDLE value;
  ~Handle() {
    if (value != nullptr && value != INVALID_HANDLE_VALUE) CloseHandle(value);
  }
};

bool read_all(HANDLE file, std::byte *data, uint64_t bytes) {
  while (bytes > 0) {
    DWORD taken = 0;
    const DWORD wanted = bytes < (1U << 30) ? static_cast<DWORD>(bytes) : 1U << 30;
    if (!ReadFile(file, data, wanted, &taken, nullptr) || taken == 0) return false;
    data += taken;
    bytes -= taken;
  }
  return true;
}

#else

struct Descriptor {
  int value;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

bool read_all(int file, std::byte *data, uint64_t bytes) {
  while (bytes > 0) {
    const ssize_t taken = ::read(file, data, static_cast<std::size_t>(bytes < (1U << 30) ? bytes : 1U << 30));
    if (taken < 0 && errno == EINTR) continue;
    if (taken <= 0) return false;
    data += taken;
    bytes -= static_cast<uint64_t>(taken);
  }
  return true;
}

#endif

}  // namespace

#if defined(_WIN32)

bool load_file(const std::string &path, uint64_t expected, bool copy, const std::shared_ptr<Budget> &budget, FileBytes &out, Error &error) {
  const Handle file{CreateFileW(wide(path).c_str(), GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING, 0, nullptr)};
  LARGE_INTEGER size;
  if (file.value == INVALID_HANDLE_VALUE || !GetFileSizeEx(file.value, &size)) return error = file_error(path, last_error()), false;
  if (!check_size(path, static_cast<uint64_t>(size.QuadPart), expected, error)) return false;
  if (copy) {
    std::shared_ptr<std::byte> memory = copy_memory(expected, budget, error);
    if (memory == nullptr) return false;
    if (!read_all(file.value, memory.get(), expected)) return error = file_error(path, last_error()), false;
    out = {std::move(memory), false};
    return true;
  }
  const Handle mapping{CreateFileMappingW(file.value, nullptr, PAGE_READONLY, 0, 0, nullptr)};
  void *view = mapping.value == nullptr ? nullptr : MapViewOfFile(mapping.value, FILE_MAP_READ, 0, 0, 0);
  if (view == nullptr) return error = file_error(path, last_error()), false;
  out = {std::shared_ptr<const std::byte>(static_cast<const std::byte *>(view), [](const std::byte *at) { UnmapViewOfFile(at); }), true};
  return true;
}

void advise_needed(const std::byte *, uint64_t) {}

#else

namespace {

bool read_copy(const std::string &path, int file, uint64_t bytes, const std::shared_ptr<Budget> &budget, FileBytes &out, Error &error) {
  std::shared_ptr<std::byte> memory = copy_memory(bytes, budget, error);
  if (memory == nullptr) return false;
  errno = 0;
  if (!read_all(file, memory.get(), bytes)) {
    error = file_error(path, errno == 0 ? "it became shorter while it was read" : std::strerror(errno));
    return false;
  }
  out = {std::move(memory), false};
  return true;
}

bool map(const std::string &path, int file, uint64_t bytes, FileBytes &out, Error &error) {
#if defined(MODELET_MAPS_FILES)
  const std::size_t size = static_cast<std::size_t>(bytes);
  void *view = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (view == MAP_FAILED) return error = file_error(path, std::strerror(errno)), false;
  out = {std::shared_ptr<const std::byte>(static_cast<const std::byte *>(view),
                                          [size](const std::byte *at) { ::munmap(const_cast<std::byte *>(at), size); }),
         true};
  return true;
#else
  return read_copy(path, file, bytes, nullptr, out, error);
#endif
}

}  // namespace

bool load_file(const std::string &path, uint64_t expected, bool copy, const std::shared_ptr<Budget> &budget, FileBytes &out, Error &error) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  struct stat status;
  if (file.value < 0 || ::fstat(file.value, &status) != 0) return error = file_error(path, std::strerror(errno)), false;
  if (!S_ISREG(status.st_mode)) return error = file_error(path, "it is not a file"), false;
  if (!check_size(path, static_cast<uint64_t>(status.st_size), expected, error)) return false;
  return copy ? read_copy(path, file.value, expected, budget, out, error) : map(path, file.value, expected, out, error);
}

void advise_needed([[maybe_unused]] const std::byte *begin, [[maybe_unused]] uint64_t bytes) {
#if defined(MODELET_MAPS_FILES)
  const uintptr_t page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const uintptr_t first = reinterpret_cast<uintptr_t>(begin) & ~(page - 1);
  const uintptr_t end = reinterpret_cast<uintptr_t>(begin) + static_cast<uintptr_t>(bytes);
  ::madvise(reinterpret_cast<void *>(first), end - first, MADV_WILLNEED);
#endif
}

#endif

}  // namespace modelet
