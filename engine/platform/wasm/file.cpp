// A WebAssembly library is a sandbox that sees what it is given, and no files.
#include "platform/file.h"

namespace modelet::platform {

namespace {
constexpr const char *no_files = "a WebAssembly library opens no files; lend it the bytes, as {\"address\", \"bytes\"}";
}  // namespace

File::~File() = default;

bool File::open(const std::string &, std::string &why) {
  return why = no_files, false;
}

uint64_t File::bytes_now() const {
  return bytes_;
}

bool File::read(uint64_t, std::byte *, uint64_t, std::string &why) const {
  return why = no_files, false;
}

std::shared_ptr<const std::byte> File::map(std::string &why) const {
  return why = no_files, nullptr;
}

bool stamp_of(const std::string &, FileStamp &) {
  return false;
}

void advise_needed(const std::byte *, uint64_t) {}

}  // namespace modelet::platform
