/** Names to opened libraries, and the requests of endpoints: what the client, `load` and `fetch` share. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Instance, Source } from './engine.js';
import { invalidRequest } from './errors.js';
import { openInstance } from './native.js';
import { SANDBOXED } from './resolver/choice.js';
import { type Blob, titleOf } from './resolver/documents.js';
import { rejectAsFailure } from './resolver/failure.js';
import { listNames } from './resolver/registry.js';
import { locate, type Resolved, resolve, type Verify } from './resolver/resolution.js';
import { openSandboxed } from './sandbox/instance.js';
import type { Opening } from './sandbox/protocol.js';
import type { Model } from './types.js';

/** How names are found and libraries are opened. */
export interface Options {
  /** The registry folder to ask, alone; else MODELET_REGISTRY and then the local one. */
  registry?: string | undefined;
  /** `always` reads the weights in full at every open. */
  verify?: Verify | undefined;
  /** Threads that may compute at once; the default is the number of processors. */
  threads?: number | undefined;
  /** Bytes that calls and answers may hold beyond the weights. */
  memoryLimit?: number | undefined;
  /** `read` copies the weights into memory instead of mapping them, for storage where others may shorten files. */
  weightsAccess?: 'map' | 'read' | undefined;
  /** Where the random state of every call begins. */
  seed?: number | undefined;
}

/** Opens each name once. */
export class Catalog implements Source {
  private readonly instances = new Map<string, Promise<Instance>>();

  constructor(private readonly options: Options = {}) {}

  /** The opened library of a name, or of a layout folder (a path or a `file:` URL). */
  instance(name: unknown): Promise<Instance> {
    if (!(name instanceof URL) && (typeof name !== 'string' || name === '')) {
      const shown = String(JSON.stringify(name)).slice(0, 80);
      return Promise.reject(
        invalidRequest(`\`model\` must be the name of a modelet, such as @owner/name; it is ${shown}`, 'invalid_name', 'model'),
      );
    }
    const key = String(name);
    let instance = this.instances.get(key);
    if (instance === undefined) {
      instance = this.open(name);
      this.instances.set(key, instance);
      instance.catch(() => this.instances.delete(key)); // the next one looks again
    }
    return instance;
  }

  private async open(name: string | URL): Promise<Instance> {
    const { registry, verify, threads, memoryLimit, weightsAccess, seed } = this.options;
    const found = await resolve(name, { registry, verify }).catch(rejectAsFailure);
    if (found.variant.triple === SANDBOXED) return openSandboxed(sandboxed(found, { memory_limit: memoryLimit, seed }));
    const weights = Object.fromEntries(
      Object.entries(found.weights).map(([file, path]) => [file, { path, sha256: found.packed[file]?.sha256 }]),
    );
    const options = { weights, threads, memory_limit: memoryLimit, weights_access: weightsAccess, seed };
    return openInstance(found.library, options, found.libraryDigest);
  }

  /** Every name of the registries, as the official list has it. */
  async models(): Promise<Model[]> {
    const listed = (await listNames(this.options.registry).catch(rejectAsFailure)).filter((item) => item.problem === undefined);
    return Promise.all(
      listed.map(({ name, tag, registry }) => {
        const id = tag === undefined || tag === 'latest' ? name : `${name}:${tag}`;
        return modelObject(id, join(registry, ...name.slice(1).split('/')));
      }),
    );
  }

  /** One name as the official model object. */
  async model(name: string): Promise<Model> {
    const found = await locate(name, this.options.registry).catch(rejectAsFailure);
    return modelObject(name, found.layout.folder);
  }
}

/** Found files as a thread takes them. */
function sandboxed({ library, weights, packed, files }: Resolved, options: Record<string, unknown>): Opening {
  const at = (blob: Blob, path: string) => ({ name: titleOf(blob), url: pathToFileURL(path).href, digest: blob.digest, size: blob.size });
  return {
    library: at(files.library, library),
    weights: [
      ...files.weights.map((blob) => at(blob, weights[titleOf(blob)] as string)),
      ...Object.entries(packed).map(([name, { path, sha256, size }]) => ({
        name,
        url: pathToFileURL(path).href,
        digest: `sha256:${sha256}`,
        size,
      })),
    ],
    options,
  };
}

async function modelObject(id: string, folder: string): Promise<Model> {
  const status = await stat(join(folder, 'index.json')).catch(() => undefined);
  const owner = id.startsWith('@') ? (id.slice(1).split('/', 1)[0] ?? '') : 'local';
  return { id, created: Math.floor((status?.mtimeMs ?? 0) / 1000), object: 'model', owned_by: owner };
}
