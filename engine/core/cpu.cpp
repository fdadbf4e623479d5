#include "core/cpu.h"

#include <array>
#include <atomic>
#include <cstdint>

#include "platform/arm_features.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#define MODELET_X86 1
#endif

namespace modelet {

namespace {

// Where CPUID reports a feature, and which register state the operating system must save for it.
struct Feature {
  std::string_view name;
  uint32_t leaf, subleaf;
  int output;  // eax, ebx, ecx, edx
  int bit;
  uint32_t state;  // bits of XCR0
};

constexpr uint32_t none = 0, vector256 = 0x6, vector512 = 0xe6, matrix = 0x60000;

constexpr std::array features{Feature{"sse4.2", 1, 0, 2, 20, none},
                              Feature{"movbe", 1, 0, 2, 22, none},
                              Feature{"f16c", 1, 0, 2, 29, vector256},
                              Feature{"fma", 1, 0, 2, 12, vector256},
                              Feature{"avx", 1, 0, 2, 28, vector256},
                              Feature{"bmi1", 7, 0, 1, 3, none},
                              Feature{"avx2", 7, 0, 1, 5, vector256},
                              Feature{"bmi2", 7, 0, 1, 8, none},
                              Feature{"sha", 7, 0, 1, 29, none},
                              Feature{"lzcnt", 0x80000001, 0, 2, 5, none},
                              Feature{"avx512f", 7, 0, 1, 16, vector512},
                              Feature{"avx512dq", 7, 0, 1, 17, vector512},
                              Feature{"avx512cd", 7, 0, 1, 28, vector512},
                              Feature{"avx512bw", 7, 0, 1, 30, vector512},
                              Feature{"avx512vl", 7, 0, 1, 31, vector512},
                              Feature{"avx512vbmi", 7, 0, 2, 1, vector512},
                              Feature{"avx512vnni", 7, 0, 2, 11, vector512},
                              Feature{"avx512fp16", 7, 0, 3, 23, vector512},
                              Feature{"amx-bf16", 7, 0, 3, 22, matrix},
                              Feature{"amx-tile", 7, 0, 3, 24, matrix},
                              Feature{"amx-int8", 7, 0, 3, 25, matrix},
                              Feature{"avxvnni", 7, 1, 0, 4, vector256},
                              Feature{"avx512bf16", 7, 1, 0, 5, vector512}};

constexpr std::array v3{"avx", "avx2", "fma", "f16c", "bmi1", "bmi2", "lzcnt", "movbe"};
constexpr std::array v4{"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"};

#if defined(MODELET_X86)

// One bit a row of `features`.
struct Registers {
  std::array<uint32_t, 4> values{};
};

Registers ask(uint32_t leaf, uint32_t subleaf) {
  Registers registers;
  auto &[eax, ebx, ecx, edx] = registers.values;
  if (__get_cpuid_max(leaf & 0x80000000U, nullptr) >= leaf) __cpuid_count(leaf, subleaf, eax, ebx, ecx, edx);
  return registers;
}

uint32_t saved_state() {
  const uint32_t osxsave = 1U << 27;
  if ((ask(1, 0).values[2] & osxsave) == 0) return 0;
  uint32_t low = 0, high = 0;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

// CPUID is slow inside virtual machines: each leaf is asked once.
uint64_t detect() {
  const Registers basic = ask(1, 0), extended = ask(7, 0), further = ask(7, 1), vendor = ask(0x80000001U, 0);
  const uint32_t state = saved_state();
  uint64_t found = 0;
  for (std::size_t row = 0; row < features.size(); ++row) {
    const Feature &feature = features[row];
    const Registers &registers = feature.leaf == 1 ? basic : feature.leaf != 7 ? vendor : feature.subleaf == 0 ? extended : further;
    const bool present = (registers.values[static_cast<std::size_t>(feature.output)] >> feature.bit & 1) != 0;
    if (present && (state & feature.state) == feature.state) found |= uint64_t{1} << row;
  }
  return found;
}

uint64_t host_bits() {
  static constinit std::atomic<uint64_t> known{0};
  constexpr uint64_t asked = uint64_t{1} << 63;
  uint64_t bits = known.load(std::memory_order_relaxed);
  if (bits == 0) known.store(bits = detect() | asked, std::memory_order_relaxed);
  return bits;
}

#else

uint64_t host_bits() {
  return 0;
}

#endif

// Every 64-bit ARM has NEON. Products of bytes came later.
bool arm_has([[maybe_unused]] std::string_view feature) {
#if defined(__aarch64__)
  if (feature == "neon") return true;
  return feature == "dotprod" && platform::arm_has_dotprod();
#else
  return false;
#endif
}

template <std::size_t size>
bool has_all(const std::array<const char *, size> &names) {
  for (const char *name : names) {
    if (!host_has(name)) return false;
  }
  return true;
}

struct IsaRow {
  Isa isa;
  std::string_view name;
};
constexpr std::array isas{IsaRow{Isa::generic, "generic"}, IsaRow{Isa::neon, "neon"}, IsaRow{Isa::avx2, "avx2"},
                          IsaRow{Isa::avx512, "avx512"}, IsaRow{Isa::avx512vnni, "avx512vnni"}};

}  // namespace

bool host_has(std::string_view feature) {
  const uint64_t bits = host_bits();
  for (std::size_t row = 0; row < features.size(); ++row) {
    if (features[row].name == feature) return (bits >> row & 1) != 0;
  }
  return arm_has(feature);
}

std::vector<std::string_view> host_features() {
  std::vector<std::string_view> names;
  for (const Feature &feature : features) {
    if (host_has(feature.name)) names.push_back(feature.name);
  }
  for (const std::string_view name : {"neon", "dotprod"}) {
    if (host_has(name)) names.push_back(name);
  }
  return names;
}

Isa host_isa() {
  if (host_has("neon")) return Isa::neon;
  if (!has_all(v3)) return Isa::generic;
  if (!has_all(v4)) return Isa::avx2;
  return host_has("avx512vnni") ? Isa::avx512vnni : Isa::avx512;
}

std::string_view isa_name(Isa isa) {
  return isas[static_cast<std::size_t>(isa)].name;
}

bool isa_allows(Isa allowed, Isa needed) {
  if (needed == Isa::generic || needed == allowed) return true;
  return allowed > needed && needed >= Isa::avx2;
}

bool parse_policy(std::string_view policy, Isa &out, std::string &why) {
  const Isa best = host_isa();
  if (policy == "auto") {
    out = best;
    return true;
  }
  std::string supported = "auto";
  for (const IsaRow &row : isas) {
    if (!isa_allows(best, row.isa)) continue;
    if (row.name == policy) {
      out = row.isa;
      return true;
    }
    supported.append(", ").append(row.name);
  }
  why = "this host does not run kernels of the policy '" + std::string(policy) + "'; supported here: " + supported;
  return false;
}

}  // namespace modelet
