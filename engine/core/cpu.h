// What the processor offers, asked from the processor itself: CPUID, and what the operating system saves on a switch (XCR0).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/context.h"

namespace modelet {

// The best instruction set kernels are written for that this host runs. Asked once a process.
//   avx2    AVX2, FMA, F16C, BMI1, BMI2, LZCNT, MOVBE (x86-64-v3)
//   avx512  the same and AVX-512 F, BW, CD, DQ, VL (x86-64-v4)
//   avx512vnni  the same and AVX-512 VNNI: products of bytes
//   neon    every 64-bit ARM
Isa host_isa();

// Features by their usual names ("avx2", "fma", "avx512vnni", "sha", …), those the operating system does not enable left out.
std::vector<std::string_view> host_features();
bool host_has(std::string_view feature);

std::string_view isa_name(Isa isa);

// The policy of the `kernels` option: "auto", or the name of an instruction set that this host runs. False with a reason that lists
// what is supported.
bool parse_policy(std::string_view policy, Isa &out, std::string &why);

// True when code for `needed` runs where `allowed` is the best permitted.
bool isa_allows(Isa allowed, Isa needed);

}  // namespace modelet
