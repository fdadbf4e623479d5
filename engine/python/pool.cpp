#include "python/pool.h"

#include <algorithm>
#include <utility>

namespace modelet::python {

Pool::~Pool() {
  while (chunks_ != nullptr) std::free(std::exchange(chunks_, chunks_->next));
}

// What is left of a chunk too short for the block is not used: less than the largest block, of a chunk that holds many.
void *Pool::cut(std::size_t bytes) noexcept {
  if (static_cast<std::size_t>(end_ - next_) < bytes) {
    auto *chunk = static_cast<Chunk *>(std::malloc(chunk_));
    if (chunk == nullptr) return nullptr;
    chunk->next = std::exchange(chunks_, chunk);
    next_ = reinterpret_cast<char *>(chunk) + sizeof(Chunk);
    end_ = reinterpret_cast<char *>(chunk) + chunk_;
    chunk_ = std::min(chunk_ * 2, largest_chunk);
  }
  return std::exchange(next_, next_ + bytes);
}

}  // namespace modelet::python
