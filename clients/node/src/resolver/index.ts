/** Finds the right binary for a name, and verifies it (resolver/SPEC.md). */

export type { Considered } from './choice.js';
export type { Variant } from './documents.js';
export { ResolverError } from './errors.js';
export { detect, Host } from './host.js';
export { type Listed, listNames } from './registry.js';
export { explain, type Resolved, type ResolveOptions, resolve, type Verify } from './resolution.js';
