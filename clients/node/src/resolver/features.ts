/**
 * Names of processor features, and how each operating system's words for them translate (resolver/SPEC.md, "Host").
 *
 * The functions are pure, so that resolver/vectors/features.json can check them with the texts of other machines.
 */

type Table = Readonly<Record<string, string>>;

const same = (words: string): Table => Object.fromEntries(words.split(' ').map((word) => [word, word]));

const LINUX_X86: Table = {
  ...same('ssse3 popcnt cx16 movbe xsave f16c fma avx avx2 bmi1 bmi2 avx512f avx512bw avx512cd avx512dq avx512vl'),
  pni: 'sse3',
  sse4_1: 'sse4.1',
  sse4_2: 'sse4.2',
  lahf_lm: 'lahf',
  abm: 'lzcnt',
  avx_vnni: 'avxvnni',
  avx512_vnni: 'avx512vnni',
  avx512_bf16: 'avx512bf16',
  avx512_fp16: 'avx512fp16',
  avx512_vbmi2: 'avx512vbmi2',
  amx_tile: 'amx-tile',
  amx_int8: 'amx-int8',
  amx_bf16: 'amx-bf16',
};
const LINUX_ARM: Table = {
  ...same('i8mm bf16 sve sve2 sme'),
  asimd: 'neon',
  asimdhp: 'fp16',
  asimddp: 'dotprod',
  atomics: 'lse',
};
const MACOS_X86: Table = {
  ...same('sse3 ssse3 sse4.1 sse4.2 popcnt cx16 lahf lzcnt movbe xsave f16c fma avx2 bmi1 bmi2'),
  ...same('avx512f avx512bw avx512cd avx512dq avx512vl avx512vnni'),
  'avx1.0': 'avx',
};
const MACOS_ARM: Table = {
  'hw.optional.neon': 'neon',
  'hw.optional.arm.advsimd': 'neon',
  'hw.optional.arm.feat_fp16': 'fp16',
  'hw.optional.arm.feat_dotprod': 'dotprod',
  'hw.optional.arm.feat_i8mm': 'i8mm',
  'hw.optional.arm.feat_bf16': 'bf16',
  'hw.optional.arm.feat_sme': 'sme',
  'hw.optional.arm.feat_lse': 'lse',
};
const MACOS_WORDS = ['machdep.cpu.features', 'machdep.cpu.leaf7_features', 'machdep.cpu.extfeatures'];

const LEVEL_2 = ['cx16', 'lahf', 'popcnt', 'sse3', 'ssse3', 'sse4.1', 'sse4.2'];
const LEVEL_3 = [...LEVEL_2, 'avx', 'avx2', 'bmi1', 'bmi2', 'f16c', 'fma', 'lzcnt', 'movbe', 'xsave'];
const LEVEL_4 = [...LEVEL_3, 'avx512f', 'avx512bw', 'avx512cd', 'avx512dq', 'avx512vl'];
const LEVELS = { x86_64_v2: LEVEL_2, x86_64_v3: LEVEL_3, x86_64_v4: LEVEL_4 };

/** Adds the x86-64 levels whose features are all there. */
export function withLevels(features: ReadonlySet<string>): Set<string> {
  const levels = Object.entries(LEVELS).filter(([, needed]) => needed.every((feature) => features.has(feature)));
  return new Set([...features, ...levels.map(([level]) => level)]);
}

/** Features of the first processor in `/proc/cpuinfo`; Linux lists there what it has also enabled. */
export function fromCpuinfo(text: string): Set<string> {
  for (const line of text.split('\n')) {
    const { key, value } = field(line);
    if (key === 'flags') return withLevels(translate(value, LINUX_X86));
    if (key === 'Features') return translate(value, LINUX_ARM);
  }
  return new Set();
}

/** Features in the output of `sysctl machdep.cpu hw.optional` on macOS ("name: value" lines). */
export function fromSysctl(text: string): Set<string> {
  const found = new Set<string>();
  for (const line of text.split('\n')) {
    const { key, value } = field(line);
    const name = key.toLowerCase();
    if (MACOS_WORDS.includes(name)) for (const feature of translate(value.toLowerCase(), MACOS_X86)) found.add(feature);
    const arm = MACOS_ARM[name];
    if (arm !== undefined && value === '1') found.add(arm);
  }
  return withLevels(found);
}

function field(line: string): { key: string; value: string } {
  const colon = line.indexOf(':');
  return colon < 0 ? { key: line.trim(), value: '' } : { key: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() };
}

function translate(words: string, table: Table): Set<string> {
  return new Set(words.split(/\s+/).flatMap((word) => (Object.hasOwn(table, word) ? [table[word] as string] : [])));
}
