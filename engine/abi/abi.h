// The C interface for one library's table. `abi/exports.inc` gives these functions their exported names.
// What each does, and its thread rules: modelet/modelet.h. None throws.
#pragma once

#include "core/library.h"
#include "modelet/modelet.h"

namespace modelet::abi {

modelet_status open(const Library &library, const char *options_json, const modelet_host *host, modelet_instance **out,
                    modelet_message *error) noexcept;
modelet_status start(modelet_instance *instance, const modelet_message *request, modelet_call **out, modelet_message *error) noexcept;
modelet_status next(modelet_call *call, modelet_message *out) noexcept;
void cancel(modelet_call *call) noexcept;
void finish(modelet_call *call) noexcept;
void close(modelet_instance *instance) noexcept;
void release(modelet_message *message) noexcept;
const modelet_host *host_table() noexcept;
void work(const modelet_host *host) noexcept;
void *memory(void *old, uint64_t size) noexcept;

}  // namespace modelet::abi
