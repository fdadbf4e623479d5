/** What can go wrong between a name and a file. resolver/SPEC.md lists the codes. */

const STATUS = {
  invalid_name: 400,
  invalid_option: 400,
  unsupported_registry: 400,
  unreadable: 403,
  model_not_found: 404,
  no_variant: 422,
  abi_mismatch: 422,
  malformed_artifact: 422,
  corrupt_artifact: 422,
  weights_not_fetched: 422,
} as const;

export type ResolverCode = keyof typeof STATUS;

/** An error with a `message` for people, a stable `code` for programs and an HTTP-like `status`. */
export class ResolverError extends Error {
  override readonly name = 'ResolverError';
  readonly status: number;
  /** `model_not_found`: names that look like the one asked for, best first. */
  readonly near: readonly string[];
  /** `corrupt_artifact`: the file is not there at all, as when another process has just replaced the artifact. */
  readonly missing: boolean;

  constructor(
    readonly code: ResolverCode,
    message: string,
    details: { near?: readonly string[]; missing?: boolean } = {},
  ) {
    super(message);
    this.status = STATUS[code];
    this.near = details.near ?? [];
    this.missing = details.missing ?? false;
  }
}

export function malformed(message: string): ResolverError {
  return new ResolverError('malformed_artifact', message);
}

export function corrupt(message: string): ResolverError {
  return new ResolverError('corrupt_artifact', message);
}

/** A value for a message, never long. */
export function shown(value: unknown): string {
  const text = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? String(value));
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}

/** The code of an error of the operating system, such as `ENOENT`. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
