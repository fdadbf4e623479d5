/**
 * Which variant a host takes, and why each of the others was left (resolver/SPEC.md, "Choice").
 *
 * Pure: decides from an index's annotations and a description of the host; nothing is opened or loaded.
 */

import type { Variant } from './documents.js';
import { ResolverError } from './errors.js';

export const ABI_VERSION = 1;
/** The triple of variants that run in a WebAssembly engine, on any host that has one. */
export const SANDBOXED = 'wasm32-wasi';
const SANDBOX_FEATURES: readonly string[] = ['simd128'];

/** A machine, as far as the choice depends on it. */
export interface Host {
  /** architecture-system-libc, as variants name it. */
  readonly triple: string;
  /** Whether the client can run WebAssembly beside native code. */
  readonly sandbox: boolean;
  /** Whether the host meets a feature. */
  has(feature: string): boolean;
}

/** A variant with the verdict: `taken` for one of them, and the reason, a sentence for people. */
export interface Considered {
  readonly variant: Variant;
  readonly taken: boolean;
  readonly reason: string;
}

/** The variant to load. Throws `no_variant`, or `abi_mismatch` when only the version of the interface is wrong. */
export function choose(name: string, variants: readonly Variant[], host: Host): Variant {
  const best = bestOf(variants, host);
  if (best !== undefined) return best;
  const reasons = explain(variants, host).map((item) => `\n  ${item.variant.triple}: ${item.reason}`);
  const code = variants.some((variant) => hasOtherAbi(variant, host)) ? 'abi_mismatch' : 'no_variant';
  const why = reasons.join('') || ' The artifact has no variants.';
  throw new ResolverError(code, `Nothing in ${name} runs on this host (${host.triple}).${why}`);
}

/** Every variant with its verdict, in the index's order. Of equal entries the first is taken. */
export function explain(variants: readonly Variant[], host: Host): Considered[] {
  const best = bestOf(variants, host);
  const fitting = variants.filter((variant) => obstacle(variant, host) === undefined).length;
  return variants.map((variant) => ({
    variant,
    taken: variant === best,
    reason: obstacle(variant, host) ?? ranking(variant, variant === best, fitting, host),
  }));
}

function bestOf(variants: readonly Variant[], host: Host): Variant | undefined {
  let best: Variant | undefined;
  for (const variant of variants) {
    if (obstacle(variant, host) === undefined && (best === undefined || isBefore(variant, best, host))) best = variant;
  }
  return best;
}

/** Why a variant cannot run on a host; undefined if it can. */
function obstacle(variant: Variant, host: Host): string | undefined {
  if (variant.triple !== host.triple && !isFallback(variant, host))
    return `it is built for ${variant.triple}, and this host is ${host.triple}`;
  const absent = variant.required.filter((feature) => !has(variant, host, feature));
  if (absent.length > 0) return `it needs ${absent.join(', ')}, which this host lacks`;
  if (variant.abi !== ABI_VERSION) {
    return `it speaks version ${variant.abi} of the C interface, and this client version ${ABI_VERSION}`;
  }
  return undefined;
}

function hasOtherAbi(variant: Variant, host: Host): boolean {
  const runs = variant.triple === host.triple || isFallback(variant, host);
  return runs && variant.required.every((feature) => has(variant, host, feature)) && variant.abi !== ABI_VERSION;
}

function isFallback(variant: Variant, host: Host): boolean {
  return host.sandbox && variant.triple === SANDBOXED && host.triple !== SANDBOXED;
}

function has(variant: Variant, host: Host, feature: string): boolean {
  return isFallback(variant, host) ? SANDBOX_FEATURES.includes(feature) : host.has(feature);
}

/** Native ones first, then most preferred features present, then highest priority, then the smaller digest, so that all agree. */
function isBefore(left: Variant, right: Variant, host: Host): boolean {
  const order =
    Number(isFallback(left, host)) - Number(isFallback(right, host)) ||
    present(right, host) - present(left, host) ||
    right.priority - left.priority;
  return order === 0 ? left.blob.digest < right.blob.digest : order < 0;
}

function present(variant: Variant, host: Host): number {
  return variant.preferred.filter((feature) => has(variant, host, feature)).length;
}

function ranking(variant: Variant, isBest: boolean, fitting: number, host: Host): string {
  const sandboxed = isFallback(variant, host) ? 'in a sandbox; ' : '';
  const count = `${sandboxed}${present(variant, host)} of its ${variant.preferred.length} preferred features, priority ${variant.priority}`;
  if (!isBest) return `it fits, and ranks behind the one taken: ${count}`;
  return fitting === 1 ? `the only one that fits: ${count}` : `the best of ${fitting} that fit: ${count}`;
}
