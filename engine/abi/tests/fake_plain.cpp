// The fake library without weights, and its exported functions.
#include "abi/exports.inc"
#include "fake_library.h"
#include "kernels/kernels.h"

namespace {

using modelet::Isa;
constexpr modelet::kernels::Implementation implementations[] = {{"avx512", Isa::avx512, "float32", "panel"},
                                                                {"avx2", Isa::avx2, "float32", "panel"},
                                                                {"neon", Isa::neon, "float32", "panel"},
                                                                {"generic", Isa::generic, "float32", "panel"}};
constexpr modelet::kernels::Family family{"linear", implementations};
constexpr const modelet::kernels::Family *families[] = {&family};

}  // namespace

#if !defined(MODELET_FAKE_NAME)
#define MODELET_FAKE_NAME "@local/fake"
#endif

extern constexpr modelet::Library modelet_library{R"({"abi":1,"name":")" MODELET_FAKE_NAME
                                                  R"(","functions":[{"name":"embed","parameters":[{"name":"texts"},{"name":"width"}]}]})",
                                                  fake::functions,
                                                  fake::endpoints,
                                                  {},
                                                  families};
