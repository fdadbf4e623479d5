// The fake library with a weights file of two tensors, described by macros: MODELET_FAKE_SHA256, MODELET_FAKE_BYTES,
// MODELET_FAKE_OFFSET, and MODELET_FAKE_EMBEDDED (its bytes, separated by commas) when it is linked in.
#include "abi/exports.inc"
#include "fake_library.h"

// The bytes of the file, when a test links them in.
#if defined(MODELET_FAKE_EMBEDDED)
alignas(64) static const unsigned char embedded[MODELET_FAKE_BYTES] = {MODELET_FAKE_EMBEDDED};
#else
constexpr const unsigned char *embedded = nullptr;
#endif

namespace {

constexpr modelet::WeightEntry entries[] = {{"first", modelet::DType::float32, MODELET_FAKE_OFFSET, 256},
                                            {"second", modelet::DType::int64, MODELET_FAKE_OFFSET + 256, 64}};
constexpr modelet::WeightFile files[] = {{"weights.safetensors", MODELET_FAKE_SHA256, MODELET_FAKE_BYTES, entries, embedded}};

}  // namespace

extern constexpr modelet::Library modelet_library{R"({"abi":1,"name":"@local/weighted"})", fake::functions, fake::endpoints, files, {}};
