/** What this WebAssembly engine can do, by the names of variants' features (resolver/SPEC.md, "Host"). */

const OPCODES = { constant: [253, 12], relaxedMultiplyAdd: [253, 133, 2], end: [11] };
const ZERO = [...OPCODES.constant, ...new Array<number>(16).fill(0)];

/** Functions that only an engine with the feature takes: instructions that leave a vector. */
const PROBES: Readonly<Record<string, readonly number[]>> = {
  simd128: ZERO,
  'relaxed-simd': [...ZERO, ...ZERO, ...ZERO, ...OPCODES.relaxedMultiplyAdd],
};

/** The features that are there. */
export function features(): string[] {
  if (typeof WebAssembly !== 'object') return [];
  return Object.keys(PROBES).filter((name) => WebAssembly.validate(moduleOf(PROBES[name] ?? [])));
}

/** A module with one function, which has no parameters and returns a vector. */
function moduleOf(instructions: readonly number[]): Uint8Array<ArrayBuffer> {
  const body = [0, ...instructions, ...OPCODES.end]; // no locals
  const [type, functions] = [
    [1, 96, 0, 1, 123],
    [1, 0],
  ];
  const code = [1, body.length, ...body];
  const sections = [
    [1, type],
    [3, functions],
    [10, code],
  ] as const;
  return Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, ...sections.flatMap(([id, content]) => [id, content.length, ...content]));
}
