#include "platform/file.h"

#include <algorithm>

#include "platform/windows/windows.h"

namespace modelet::platform {

namespace {

bool failed(std::string &why) {
  why = "system error " + std::to_string(GetLastError());
  return false;
}

HANDLE handle_of(intptr_t value) {
  return reinterpret_cast<HANDLE>(value);
}

std::wstring wide(const std::string &path) {
  const int bytes = static_cast<int>(path.size());
  const int size = MultiByteToWideChar(CP_UTF8, 0, path.data(), bytes, nullptr, 0);
  std::wstring result(static_cast<std::size_t>(size), L'\0');
  MultiByteToWideChar(CP_UTF8, 0, path.data(), bytes, result.data(), size);
  return result;
}

}  // namespace

File::~File() {
  if (handle_ != -1) CloseHandle(handle_of(handle_));
}

bool File::open(const std::string &path, std::string &why) {
  constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_DELETE;
  handle_ = reinterpret_cast<intptr_t>(CreateFileW(wide(path).c_str(), GENERIC_READ, shared, nullptr, OPEN_EXISTING, 0, nullptr));
  LARGE_INTEGER size;
  if (handle_ == -1) return failed(why);
  if (GetFileType(handle_of(handle_)) != FILE_TYPE_DISK) return why = "it is not a file", false;
  if (!GetFileSizeEx(handle_of(handle_), &size)) return failed(why);
  bytes_ = static_cast<uint64_t>(size.QuadPart);
  return true;
}

// Nobody else can write to it while it is open.
uint64_t File::bytes_now() const {
  return bytes_;
}

bool File::read(uint64_t offset, std::byte *data, uint64_t bytes, std::string &why) const {
  constexpr uint64_t most = uint64_t{1} << 30;
  while (bytes > 0) {
    DWORD taken = 0;
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    const bool done = ReadFile(handle_of(handle_), data, static_cast<DWORD>(std::min(bytes, most)), &taken, &place);
    if (!done && GetLastError() != ERROR_HANDLE_EOF) return failed(why);
    if (taken == 0) return why = "it became shorter while it was read", false;
    data += taken;
    offset += taken;
    bytes -= taken;
  }
  return true;
}

std::shared_ptr<const std::byte> File::map(std::string &why) const {
  const HANDLE mapping = CreateFileMappingW(handle_of(handle_), nullptr, PAGE_READONLY, 0, 0, nullptr);
  if (mapping == nullptr) return failed(why), nullptr;
  void *view = MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);  // it keeps the mapping
  if (view == nullptr) failed(why);
  CloseHandle(mapping);
  if (view == nullptr) return nullptr;
  return {static_cast<const std::byte *>(view), [](const std::byte *at) { UnmapViewOfFile(at); }};
}

bool stamp_of(const std::string &path, FileStamp &out) {
  WIN32_FILE_ATTRIBUTE_DATA found;
  if (!GetFileAttributesExW(wide(path).c_str(), GetFileExInfoStandard, &found)) return false;
  const auto joined = [](DWORD high, DWORD low) { return static_cast<uint64_t>(high) << 32 | low; };
  out = {0, joined(found.nFileSizeHigh, found.nFileSizeLow),
         static_cast<int64_t>(joined(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime))};
  return true;
}

void advise_needed(const std::byte *begin, uint64_t bytes) {
  WIN32_MEMORY_RANGE_ENTRY range{const_cast<std::byte *>(begin), static_cast<SIZE_T>(bytes)};
  PrefetchVirtualMemory(GetCurrentProcess(), 1, &range, 0);
}

}  // namespace modelet::platform
