// Files that are read or mapped as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace modelet::platform {

// A regular file, open for reading until it is destroyed.
class File {
 public:
  File() = default;
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  ~File();

  // False with the reason; `path` is UTF-8. Called once.
  bool open(const std::string &path, std::string &why);

  uint64_t bytes() const { return bytes_; }

  // As many as there are now: others may have shortened the file since, where the system lets them.
  uint64_t bytes_now() const;

  // Reads `bytes` from `offset` on. False with the reason, also when the file ends before. Any thread.
  bool read(uint64_t offset, std::byte *data, uint64_t bytes, std::string &why) const;

  // The whole file, which is not empty, as memory that lives until its last owner, also when the file is closed. Null with the reason.
  std::shared_ptr<const std::byte> map(std::string &why) const;

 private:
  [[maybe_unused]] intptr_t handle_ = -1;
  uint64_t bytes_ = 0;
};

// What a file looks like from outside: the same file with another size or time was written to.
struct FileStamp {
  uint64_t file = 0;  // which file it is; 0 where systems have no numbers for that
  uint64_t bytes = 0;
  int64_t modified = 0;
  bool operator==(const FileStamp &) const = default;
};

// Of what stands at `path`; false when nothing does.
bool stamp_of(const std::string &path, FileStamp &out);

// Starts reading part of a mapping ahead; any address and length.
void advise_needed(const std::byte *begin, uint64_t bytes);

}  // namespace modelet::platform
