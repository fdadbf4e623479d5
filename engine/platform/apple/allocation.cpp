// The library's own allocation functions. Those of the C++ library would be exported, and taken by whatever else the process loads; these
// are hidden, since Apple's targets are compiled with -fvisibility-global-new-delete=force-hidden.
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

void *checked(void *memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void *allocate(std::size_t size) {
  return std::malloc(std::max(size, std::size_t{1}));
}

void *allocate(std::size_t size, std::align_val_t alignment) {
  void *memory = nullptr;
  const std::size_t least = std::max(static_cast<std::size_t>(alignment), sizeof(void *));
  return posix_memalign(&memory, least, std::max(size, std::size_t{1})) == 0 ? memory : nullptr;
}

}  // namespace

void *operator new(std::size_t size) {
  return checked(allocate(size));
}
void *operator new[](std::size_t size) {
  return checked(allocate(size));
}
void *operator new(std::size_t size, std::align_val_t alignment) {
  return checked(allocate(size, alignment));
}
void *operator new[](std::size_t size, std::align_val_t alignment) {
  return checked(allocate(size, alignment));
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  return allocate(size);
}
void *operator new[](std::size_t size, const std::nothrow_t &) noexcept {
  return allocate(size);
}
void *operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return allocate(size, alignment);
}
void *operator new[](std::size_t size, std::align_val_t alignment, const std::nothrow_t &) noexcept {
  return allocate(size, alignment);
}

void operator delete(void *memory) noexcept {
  std::free(memory);
}
void operator delete[](void *memory) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete[](void *memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void *memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void *memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, const std::nothrow_t &) noexcept {
  std::free(memory);
}
void operator delete[](void *memory, const std::nothrow_t &) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::align_val_t, const std::nothrow_t &) noexcept {
  std::free(memory);
}
void operator delete[](void *memory, std::align_val_t, const std::nothrow_t &) noexcept {
  std::free(memory);
}
