#include "python/builtins.h"

namespace modelet::python {

void print_line(Call &call, std::u32string_view text) {
  const modelet_host *host = call.context.host;
  if (host == nullptr || host->log_function == 0) return;
  while (!text.empty() && text.back() == U'\n') text.remove_suffix(1);
  using Log = void (*)(void *, int32_t, const char *, uint64_t);
  auto log = reinterpret_cast<Log>(static_cast<uintptr_t>(host->log_function));
  const std::string line = to_utf8(text);
  constexpr int32_t info = 20;
  log(reinterpret_cast<void *>(static_cast<uintptr_t>(host->context)), info, line.data(), line.size());
}

void raise_unpacked(Call &call, int64_t size, int64_t count) {
  const std::string expected = " values to unpack (expected " + std::to_string(count);
  call.raise("ValueError", size > count ? "too many" + expected + ")" : "not enough" + expected + ", got " + std::to_string(size) + ")");
}

}  // namespace modelet::python
