// The memory of one call's small objects.
//
// A call makes and drops many small blocks on one thread at a time, and all of them end with it: lists of free blocks, one a size,
// need neither locks nor headers, and the chunks they are cut from go back at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace modelet::python {

class Pool {
 public:
  static constexpr std::size_t alignment = 16;

  Pool() = default;
  Pool(const Pool &) = delete;
  Pool &operator=(const Pool &) = delete;
  ~Pool();

  // A block of `bytes`, more than none, aligned to `alignment`; null when there is no memory. Large blocks are the C library's.
  void *take(std::size_t bytes) noexcept {
    if (bytes > largest) return std::malloc(bytes);
    Free *&first = free_[place(bytes)];
    if (first == nullptr) return cut(rounded(bytes));
    void *block = first;
    first = first->next;
    return block;
  }

  // Gives back what `take` gave for as many bytes, or null.
  void give(void *block, std::size_t bytes) noexcept {
    if (bytes > largest) return std::free(block);
    if (block == nullptr) return;
    auto *freed = static_cast<Free *>(block);
    freed->next = free_[place(bytes)];
    free_[place(bytes)] = freed;
  }

  // The block with its content in `wanted` bytes, more than it has; null when there is no memory, and then it stays as it was.
  void *grow(void *block, std::size_t bytes, std::size_t wanted) noexcept {
    if (bytes > largest) return std::realloc(block, wanted);
    if (block != nullptr && wanted <= rounded(bytes) && wanted <= largest) return block;
    void *moved = take(wanted);
    if (moved == nullptr || block == nullptr) return moved;
    std::memcpy(moved, block, bytes);
    give(block, bytes);
    return moved;
  }

 private:
  struct Free {
    Free *next;
  };
  struct alignas(alignment) Chunk {
    Chunk *next;
  };

// An address sanitizer sees the end of each block only when the C library gives it.
#if defined(__SANITIZE_ADDRESS__)
  static constexpr std::size_t largest = 0;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  static constexpr std::size_t largest = 0;
#else
  static constexpr std::size_t largest = 512;
#endif
#else
  static constexpr std::size_t largest = 512;
#endif
  static constexpr std::size_t first_chunk = std::size_t{4} << 10, largest_chunk = std::size_t{256} << 10;

  static constexpr std::size_t place(std::size_t bytes) { return bytes == 0 ? 0 : (bytes - 1) / alignment; }
  static constexpr std::size_t rounded(std::size_t bytes) { return (place(bytes) + 1) * alignment; }
  void *cut(std::size_t bytes) noexcept;

  Free *free_[512 / alignment] = {};  // by size, in steps of `alignment`
  char *next_ = nullptr;              // what is left of the newest chunk
  char *end_ = nullptr;
  Chunk *chunks_ = nullptr;
  std::size_t chunk_ = first_chunk;  // bytes of the next one
};

}  // namespace modelet::python
