/**
 * From a name to verified files: what runs before every load.
 *
 * Reading takes no lock: every document is replaced by rename, blobs never change, and a blob that vanished under a reader
 * (another process replaced the artifact) makes it start again from the index.
 */

import { fileURLToPath } from 'node:url';
import type { Considered } from './choice.js';
import * as choice from './choice.js';
import { type Blob, type Files, type Json, NAME, select, tagOf, titleOf, type Variant } from './documents.js';
import { ResolverError } from './errors.js';
import { checkFile, missing, openRegular } from './files.js';
import { home, registries } from './home.js';
import { detect, type Host } from './host.js';
import { holdsIndex, inRegistry, type Layout, openFolder } from './layout.js';
import { DEFAULT_TAG, parse, Reference } from './names.js';
import { type PackedFile, packed } from './packed.js';
import { isRecorded, record } from './records.js';
import { nearNames } from './registry.js';

const ATTEMPTS = 5; // an artifact would have to be replaced this often while it is being read

/** When weights are read in full: where their record is missing, or always. */
export type Verify = 'once' | 'always';

export interface ResolveOptions {
  /** The registry folder to ask, alone; else MODELET_REGISTRY and then the local one. */
  registry?: string | undefined;
  verify?: Verify | undefined;
  host?: Host | undefined;
}

/** A variant whose files were verified when it was made. */
export interface Resolved {
  /** `@owner/name`, or the layout's path if it carries no name. */
  readonly name: string;
  /** The canonical name with the digest that pins it. */
  readonly reference: string;
  readonly variant: Variant;
  /** The path to load. */
  readonly library: string;
  readonly libraryDigest: string;
  /** Paths by file name. */
  readonly weights: Readonly<Record<string, string>>;
  /** Those of them that were packed on this machine, with their digests. */
  readonly packed: Readonly<Record<string, PackedFile>>;
  /** The same files as the artifact has them: digests and sizes. */
  readonly files: Files;
  /** The modelet's manifest, read when it is asked for. */
  manifest(): Promise<Json>;
}

/** A name found in a registry, or a layout folder, before anything is chosen. */
export interface Located {
  readonly layout: Layout;
  readonly entry: Blob;
  readonly name: string;
  readonly reference: string;
}

/** Finds a name's binary for this host and checks its files. A URL (`file:`) is the path of a layout folder. */
export async function resolve(name: string | URL, options: ResolveOptions = {}): Promise<Resolved> {
  const { verify = 'once', host = detect() } = options;
  if (verify !== 'once' && verify !== 'always') {
    throw new ResolverError('invalid_option', `verify is ${JSON.stringify(verify)}; it must be 'once' or 'always'.`);
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await resolveOnce(name, options.registry, verify, host);
    } catch (error) {
      if (attempt === ATTEMPTS || !(error instanceof ResolverError && error.missing)) throw error;
    }
  }
}

async function resolveOnce(name: string | URL, registry: string | undefined, verify: Verify, host: Host): Promise<Resolved> {
  const found = await locate(name, registry);
  const { layout } = found;
  const variant = choice.choose(found.name, await layout.variants(found.entry), host);
  const files = await layout.files(variant);
  await checkFile(layout.path(files.library.digest), files.library.digest, files.library.size);
  for (const blob of files.weights) await checkWeights(layout.path(blob.digest), blob, verify);
  const made = await Promise.all(files.recipes.map(async (blob) => [titleOf(blob), await packed(blob, verify === 'always')] as const));
  return {
    name: found.name,
    reference: found.reference,
    variant,
    library: layout.path(files.library.digest),
    libraryDigest: files.library.digest,
    weights: Object.fromEntries([
      ...files.weights.map((blob) => [titleOf(blob), layout.path(blob.digest)] as const),
      ...made.map(([title, file]) => [title, file.path] as const),
    ]),
    packed: Object.fromEntries(made),
    files,
    manifest: () => layout.read(files.config),
  };
}

/** Checks one weights file against its record, or in full. */
async function checkWeights(path: string, blob: Blob, verify: Verify): Promise<void> {
  const opened = await openRegular(path);
  if (opened === undefined) throw missing(path);
  await opened.file.close();
  const { status } = opened;
  if (verify === 'once' && status.size === BigInt(blob.size) && (await isRecorded(home(), blob.digest, status))) return;
  await record(home(), blob.digest, await checkFile(path, blob.digest, blob.size));
}

/** Every variant of a name with why it was taken or left, in the index's order. Loads nothing. */
export async function explain(name: string | URL, options: Omit<ResolveOptions, 'verify'> = {}): Promise<Considered[]> {
  const found = await locate(name, options.registry);
  return choice.explain(await found.layout.variants(found.entry), options.host ?? detect());
}

/** Finds the index that a name means, choosing nothing. */
export async function locate(name: string | URL, registry?: string): Promise<Located> {
  const reference = name instanceof URL ? new Reference({ path: fileURLToPath(name) }) : parse(name, holdsIndex);
  if (reference.path !== undefined) return locateFolder(reference, reference.path);
  if (reference.host !== undefined) {
    const problem = `${reference} lives on another host. This version reads registries that are folders.`;
    throw new ResolverError('unsupported_registry', problem);
  }
  const tags = new Set<string>();
  for (const folder of registries(registry)) {
    const layout = inRegistry(folder, reference.owner, reference.name);
    const entries = (await layout.entries()) ?? [];
    const entry = select(entries, reference.tag, reference.digest);
    if (entry !== undefined) return located(layout, entry, reference.repository, reference.tag);
    for (const tag of entries.map(tagOf)) if (tag !== undefined) tags.add(tag);
  }
  throw await notFound(reference, [...tags].sort(), registry);
}

function located(layout: Layout, entry: Blob, name: string, tag: string | undefined): Located {
  return { layout, entry, name, reference: `${name}${tag === undefined ? '' : `:${tag}`}@${entry.digest}` };
}

async function locateFolder(reference: Reference, path: string): Promise<Located> {
  const layout = openFolder(path);
  const entries = await layout.entries();
  if (entries === undefined) {
    throw new ResolverError('model_not_found', `The layout at ${JSON.stringify(path)} was removed while it was read.`);
  }
  const entry = select(entries, undefined, undefined);
  if (entry === undefined) {
    const tags = entries.map(tagOf).filter((tag) => tag !== undefined);
    const problem = `The layout at ${JSON.stringify(path)} has no artifact tagged ${DEFAULT_TAG}; its tags: ${tags.join(', ') || 'none'}.`;
    throw new ResolverError('model_not_found', problem);
  }
  return located(layout, entry, entry.annotations[NAME] ?? layout.folder, reference.tag ?? tagOf(entry));
}

/** Slow and rare: looks at all names for the ones that are nearly this one. */
async function notFound(reference: Reference, tags: readonly string[], registry: string | undefined): Promise<ResolverError> {
  if (tags.length > 0) {
    const near = tags.map((tag) => `${reference.repository}:${tag}`);
    const problem = `${reference} was not found, and ${reference.repository} has the tags ${tags.join(', ')}.`;
    return new ResolverError('model_not_found', problem, { near });
  }
  const near = await nearNames(reference, registry);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : '`modelet ls` lists what is there.';
  return new ResolverError('model_not_found', `${reference} was not found in ${registries(registry).join(', ')}. ${hint}`, { near });
}
