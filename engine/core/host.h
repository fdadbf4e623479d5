// What this process shares between modelets: this library's host table, and calls through any table.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/context.h"

namespace modelet {

// Levels of the log, as Python's logging has them.
enum class Level : int32_t { debug = 10, info = 20, warning = 30, error = 40 };

// This library's own table; valid for the life of the process, in a forked child too.
const modelet_host &own_host();

void host_configure(const modelet_host &host, uint64_t threads);
void host_log(const modelet_host &host, Level level, std::string_view text);
bool host_reserve(const modelet_host &host, int64_t bytes);
uint64_t host_reserved(const modelet_host &host);
void host_work(const modelet_host &host);
void host_attach(const modelet_host &host, int32_t change);

}  // namespace modelet
