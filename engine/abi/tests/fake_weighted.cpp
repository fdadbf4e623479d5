// The fake library with a weights file of two tensors, described by macros: MODELET_FAKE_SHA256, MODELET_FAKE_BYTES, MODELET_FAKE_OFFSET.
#include "abi/exports.inc"
#include "fake_library.h"

namespace {

constexpr modelet::WeightEntry entries[] = {{"first", modelet::DType::float32, MODELET_FAKE_OFFSET, 256},
                                            {"second", modelet::DType::int64, MODELET_FAKE_OFFSET + 256, 64}};
constexpr modelet::WeightFile files[] = {{"weights.safetensors", MODELET_FAKE_SHA256, MODELET_FAKE_BYTES, entries, nullptr}};

}  // namespace

extern constexpr modelet::Library modelet_library{R"({"abi":1,"name":"@local/weighted"})", fake::functions, fake::endpoints, files, {}};
