#include "abi/abi.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>

#include "abi/instance.h"
#include "abi/message.h"
#include "abi/running_call.h"
#include "core/host.h"

namespace modelet::abi {

namespace {

// Handles are the objects' addresses; the C structs are never defined, so that versions of the engine cannot mix them up.
Instance *object(modelet_instance *handle) {
  return reinterpret_cast<Instance *>(handle);
}
RunningCall *object(modelet_call *handle) {
  return reinterpret_cast<RunningCall *>(handle);
}

modelet_status null_argument(const char *name, modelet_message *error) {
  return write_error(invalid_request("the argument '" + std::string(name) + "' is null", "invalid_argument"), error);
}

// What may still be thrown here is the standard library's: no memory.
template <typename Body>
modelet_status guarded(modelet_message *error, Body body) noexcept {
#if defined(__cpp_exceptions)
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return write_error(memory_error("no memory is left"), error);
  } catch (const std::exception &thrown) {
    return write_error(server_error(thrown.what(), "internal"), error);
  } catch (...) {
    return write_error(server_error("a defect of Modelet: an unknown exception", "internal"), error);
  }
#else
  (void)error;
  return body();
#endif
}

}  // namespace

modelet_status open(const Library &library, const char *options, const modelet_host *host, modelet_instance **out,
                    modelet_message *error) noexcept {
  return guarded(error, [&]() -> modelet_status {
    if (out == nullptr) return null_argument("out", error);
    *out = nullptr;
    Error reason;
    Instance *instance = Instance::open(library, options == nullptr ? "{}" : options, host, reason);
    if (instance == nullptr) return write_error(reason, error);
    *out = reinterpret_cast<modelet_instance *>(instance);
    return MODELET_OK;
  });
}

modelet_status start(modelet_instance *instance, const modelet_message *request, modelet_call **out, modelet_message *error) noexcept {
  return guarded(error, [&]() -> modelet_status {
    if (out == nullptr) return null_argument("out", error);
    *out = nullptr;
    if (instance == nullptr) return null_argument("instance", error);
    Error reason;
    if (!object(instance)->usable(reason)) return write_error(reason, error);
    RunningCall *call = RunningCall::start(*object(instance), request, reason);
    if (call == nullptr) return write_error(reason, error);
    *out = reinterpret_cast<modelet_call *>(call);
    return MODELET_OK;
  });
}

modelet_status next(modelet_call *call, modelet_message *out) noexcept {
  if (!writable(out)) return MODELET_ERROR;
  return guarded(out, [&] { return call == nullptr ? null_argument("call", out) : object(call)->next(out); });
}

void cancel(modelet_call *call) noexcept {
  if (call != nullptr) object(call)->cancel();
}

void finish(modelet_call *call) noexcept {
  if (call != nullptr) object(call)->finish();
}

void close(modelet_instance *instance) noexcept {
  if (instance != nullptr) object(instance)->close();
}

void release(modelet_message *message) noexcept {
  release_message(message);
}

const modelet_host *host_table() noexcept {
  return &own_host();
}

void work(const modelet_host *host) noexcept {
  host_work(host == nullptr ? own_host() : *host);
}

namespace {

// Before each block that `memory` gave out, so that it can be resized; blocks are aligned to 64 bytes, as weights must be.
struct BlockHeader {
  uint64_t size;
};
constexpr std::align_val_t alignment{64};
constexpr std::size_t header_bytes = 64;

BlockHeader *header_of(void *block) {
  return reinterpret_cast<BlockHeader *>(static_cast<char *>(block) - header_bytes);
}

void *new_block(uint64_t size) {
  if (size > SIZE_MAX - 2 * header_bytes) return nullptr;
  void *memory = ::operator new(static_cast<std::size_t>(size) + header_bytes, alignment, std::nothrow);
  if (memory == nullptr) return nullptr;
  new (memory) BlockHeader{size};
  return static_cast<char *>(memory) + header_bytes;
}

}  // namespace

void *memory(void *old, uint64_t size) noexcept {
  void *block = size == 0 ? nullptr : new_block(size);
  if (size != 0 && block == nullptr) return nullptr;
  if (old == nullptr) return block;
  if (block != nullptr) std::memcpy(block, old, static_cast<std::size_t>(std::min(size, header_of(old)->size)));
  ::operator delete(header_of(old), alignment);
  return block;
}

}  // namespace modelet::abi
