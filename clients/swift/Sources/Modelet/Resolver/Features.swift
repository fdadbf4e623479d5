// Names of processor features, and how each operating system's words for them translate (resolver/SPEC.md, "Host").
//
// Pure functions, so that resolver/vectors/features.json can check them with the texts of other machines.

private func same(_ words: String) -> [String: String] {
  Dictionary(uniqueKeysWithValues: words.split(separator: " ").map { (String($0), String($0)) })
}

private let linuxX86 = same(
  "ssse3 popcnt cx16 movbe xsave f16c fma avx avx2 bmi1 bmi2 avx512f avx512bw avx512cd avx512dq avx512vl"
).merging([
  "pni": "sse3", "sse4_1": "sse4.1", "sse4_2": "sse4.2", "lahf_lm": "lahf", "abm": "lzcnt", "avx_vnni": "avxvnni",
  "avx512_vnni": "avx512vnni", "avx512_bf16": "avx512bf16", "avx512_fp16": "avx512fp16", "avx512_vbmi2": "avx512vbmi2",
  "amx_tile": "amx-tile", "amx_int8": "amx-int8", "amx_bf16": "amx-bf16",
]) { $1 }

private let linuxArm = same("i8mm bf16 sve sve2 sme").merging([
  "asimd": "neon", "asimdhp": "fp16", "asimddp": "dotprod", "atomics": "lse",
]) { $1 }

private let macX86 = same(
  "sse3 ssse3 sse4.1 sse4.2 popcnt cx16 lahf lzcnt movbe xsave f16c fma avx2 bmi1 bmi2 "
    + "avx512f avx512bw avx512cd avx512dq avx512vl avx512vnni"
).merging(["avx1.0": "avx"]) { $1 }

private let macArm = [
  "hw.optional.neon": "neon", "hw.optional.arm.advsimd": "neon", "hw.optional.arm.feat_fp16": "fp16",
  "hw.optional.arm.feat_dotprod": "dotprod", "hw.optional.arm.feat_i8mm": "i8mm", "hw.optional.arm.feat_bf16": "bf16",
  "hw.optional.arm.feat_sme": "sme", "hw.optional.arm.feat_lse": "lse",
]
/// `sysctl` names whose values are words.
let macWordNames = ["machdep.cpu.features", "machdep.cpu.leaf7_features", "machdep.cpu.extfeatures"]
/// `sysctl` names whose values are 1 where the feature is there.
let macFlagNames = Array(macArm.keys)

private let level2 = ["cx16", "lahf", "popcnt", "sse3", "ssse3", "sse4.1", "sse4.2"]
private let level3 = level2 + ["avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "lzcnt", "movbe", "xsave"]
private let level4 = level3 + ["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"]
private let levels = [("x86_64_v2", level2), ("x86_64_v3", level3), ("x86_64_v4", level4)]

/// Adds the x86-64 levels whose features are all there.
private func withLevels(_ features: Set<String>) -> Set<String> {
  features.union(levels.filter { features.isSuperset(of: $0.1) }.map(\.0))
}

/// Features of the first processor in `/proc/cpuinfo`; Linux lists there what it has also enabled.
func features(cpuinfo text: String) -> Set<String> {
  for (key, value) in fields(text) {
    if key == "flags" { return withLevels(translate(value, linuxX86)) }
    if key == "Features" { return translate(value, linuxArm) }
  }
  return []
}

/// Features in the output of `sysctl machdep.cpu hw.optional` on macOS ("name: value" lines).
func features(sysctl text: String) -> Set<String> {
  var found: Set<String> = []
  for (key, value) in fields(text) {
    let name = key.lowercased()
    if macWordNames.contains(name) { found.formUnion(translate(value.lowercased(), macX86)) }
    if let feature = macArm[name], value == "1" { found.insert(feature) }
  }
  return withLevels(found)
}

private func fields(_ text: String) -> [(key: String, value: String)] {
  text.split(whereSeparator: \.isNewline).map { line in
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return (trimmed(parts[0]), parts.count > 1 ? trimmed(parts[1]) : "")
  }
}

private func trimmed(_ text: Substring) -> String {
  String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
}

private func translate(_ words: String, _ table: [String: String]) -> Set<String> {
  Set(words.split(whereSeparator: \.isWhitespace).compactMap { table[String($0)] })
}
