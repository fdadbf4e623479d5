/** A registry as a whole: what is in it. Not on the way of a load. */

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Blob, tagOf } from './documents.js';
import { ResolverError, systemCode } from './errors.js';
import { registries } from './home.js';
import { inRegistry, type Layout } from './layout.js';
import { isComponent, type Reference } from './names.js';
import { likeness } from './similar.js';

/** One tagged artifact; `problem` says why it cannot be read, when it cannot. */
export interface Listed {
  readonly name: string;
  readonly tag?: string;
  readonly digest: string;
  readonly registry: string;
  readonly problem?: string;
}

/** Every artifact of the registries, by name and tag; what an earlier registry has hides the same name of a later one. */
export async function listNames(registry?: string): Promise<Listed[]> {
  const found = new Map<string, Listed>();
  for (const root of registries(registry)) {
    for (const [owner, name] of await repositories(root)) {
      for (const item of await listed(inRegistry(root, owner, name), `@${owner}/${name}`, root)) {
        const key = `${item.name}:${item.tag ?? ''}`;
        if (!found.has(key)) found.set(key, item);
      }
    }
  }
  return [...found.values()].sort((left, right) => order(left.name, right.name) || order(left.tag ?? '', right.tag ?? ''));
}

function order(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

async function listed(layout: Layout, name: string, registry: string): Promise<Listed[]> {
  try {
    const entries = await layout.entries();
    return await Promise.all((entries ?? []).map((entry) => describe(layout, entry, name, registry)));
  } catch (error) {
    return [{ name, digest: '', registry, problem: problemOf(error) }];
  }
}

async function describe(layout: Layout, entry: Blob, name: string, registry: string): Promise<Listed> {
  const tag = tagOf(entry);
  const item = { name, digest: entry.digest, registry, ...(tag !== undefined && { tag }) };
  try {
    for (const variant of await layout.variants(entry)) await layout.files(variant);
    return item;
  } catch (error) {
    return { ...item, problem: problemOf(error) };
  }
}

function problemOf(error: unknown): string {
  if (error instanceof ResolverError) return error.message;
  throw error;
}

/** [owner, name] of everything in a registry folder, sorted. */
async function repositories(root: string): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const owner of (await names(root)).filter((name) => isComponent(name) && name !== 'blobs')) {
    for (const name of (await names(join(root, owner))).filter(isComponent)) {
      if (await isFile(join(root, owner, name, 'index.json'))) found.push([owner, name]);
    }
  }
  return found;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (status) => status.isFile(),
    () => false,
  );
}

async function names(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new ResolverError('unreadable', `Cannot list ${folder}: ${code}.`);
  }
}

/** At most three names of the registries that look like this one, best first. */
export async function nearNames(reference: Reference, registry?: string): Promise<string[]> {
  const known: { full: string; name: string }[] = [];
  for (const root of registries(registry)) {
    for (const [owner, name] of await repositories(root)) known.push({ full: `@${owner}/${name}`, name });
  }
  const near = known.filter(({ name }) => likeness(name, reference.name) >= 0.6);
  near.sort((left, right) => likeness(right.name, reference.name) - likeness(left.name, reference.name));
  return [...new Set(near.map(({ full }) => full))].slice(0, 3);
}
