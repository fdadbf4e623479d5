"""Names of processor features, and how each operating system's words for them translate (resolver/SPEC.md, "Host").

The functions are pure, so that resolver/vectors/features.json can check them with the texts of other machines.
"""

from __future__ import annotations

LINUX_X86 = {
    "pni": "sse3",
    "ssse3": "ssse3",
    "sse4_1": "sse4.1",
    "sse4_2": "sse4.2",
    "popcnt": "popcnt",
    "cx16": "cx16",
    "lahf_lm": "lahf",
    "abm": "lzcnt",
    "movbe": "movbe",
    "xsave": "xsave",
    "f16c": "f16c",
    "fma": "fma",
    "avx": "avx",
    "avx2": "avx2",
    "bmi1": "bmi1",
    "bmi2": "bmi2",
    "avx_vnni": "avxvnni",
    "avx512f": "avx512f",
    "avx512bw": "avx512bw",
    "avx512cd": "avx512cd",
    "avx512dq": "avx512dq",
    "avx512vl": "avx512vl",
    "avx512_vnni": "avx512vnni",
    "avx512_bf16": "avx512bf16",
    "avx512_fp16": "avx512fp16",
    "avx512_vbmi2": "avx512vbmi2",
    "amx_tile": "amx-tile",
    "amx_int8": "amx-int8",
    "amx_bf16": "amx-bf16",
}
LINUX_ARM = {
    "asimd": "neon",
    "asimdhp": "fp16",
    "asimddp": "dotprod",
    "i8mm": "i8mm",
    "bf16": "bf16",
    "sve": "sve",
    "sve2": "sve2",
    "sme": "sme",
    "atomics": "lse",
}
MACOS_X86 = {
    "sse3": "sse3",
    "ssse3": "ssse3",
    "sse4.1": "sse4.1",
    "sse4.2": "sse4.2",
    "popcnt": "popcnt",
    "cx16": "cx16",
    "lahf": "lahf",
    "lzcnt": "lzcnt",
    "movbe": "movbe",
    "xsave": "xsave",
    "f16c": "f16c",
    "fma": "fma",
    "avx1.0": "avx",
    "avx2": "avx2",
    "bmi1": "bmi1",
    "bmi2": "bmi2",
    "avx512f": "avx512f",
    "avx512bw": "avx512bw",
    "avx512cd": "avx512cd",
    "avx512dq": "avx512dq",
    "avx512vl": "avx512vl",
    "avx512vnni": "avx512vnni",
}
MACOS_ARM = {
    "hw.optional.neon": "neon",
    "hw.optional.arm.advsimd": "neon",
    "hw.optional.arm.feat_fp16": "fp16",
    "hw.optional.arm.feat_dotprod": "dotprod",
    "hw.optional.arm.feat_i8mm": "i8mm",
    "hw.optional.arm.feat_bf16": "bf16",
    "hw.optional.arm.feat_sme": "sme",
    "hw.optional.arm.feat_lse": "lse",
}

_LEVEL_2 = frozenset({"cx16", "lahf", "popcnt", "sse3", "ssse3", "sse4.1", "sse4.2"})
_LEVEL_3 = _LEVEL_2 | {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"}
_LEVEL_4 = _LEVEL_3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}
LEVELS = {"x86_64_v2": _LEVEL_2, "x86_64_v3": _LEVEL_3, "x86_64_v4": _LEVEL_4}


def with_levels(features: frozenset[str]) -> frozenset[str]:
    """Adds the x86-64 levels whose features are all there."""
    return features | {level for level, needed in LEVELS.items() if needed <= features}


def from_cpuinfo(text: str) -> frozenset[str]:
    """Features of the first processor in `/proc/cpuinfo`; Linux lists there what it has also enabled (XCR0)."""
    for line in text.splitlines():
        key, _, value = line.partition(":")
        key = key.strip()
        if key == "flags":
            return with_levels(_translate(value.split(), LINUX_X86))
        if key == "Features":
            return _translate(value.split(), LINUX_ARM)
    return frozenset()


def from_sysctl(text: str) -> frozenset[str]:
    """Features in the output of `sysctl -a machdep.cpu hw.optional` on macOS ("name: value" lines)."""
    found: set[str] = set()
    for line in text.splitlines():
        key, _, value = line.partition(":")
        key = key.strip().lower()
        if key in ("machdep.cpu.features", "machdep.cpu.leaf7_features", "machdep.cpu.extfeatures"):
            found |= _translate(value.lower().split(), MACOS_X86)
        elif key in MACOS_ARM and value.strip() == "1":
            found.add(MACOS_ARM[key])
    return with_levels(frozenset(found))


def _translate(words: list[str], table: dict[str, str]) -> frozenset[str]:
    return frozenset(table[word] for word in words if word in table)
