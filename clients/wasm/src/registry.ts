/**
 * Names and URLs to opened libraries. A registry is any static web server (or, in Node.js, a folder) with
 * `<owner>/<name>/index.json` over one store of blobs (resolver/SPEC.md); documents are kept, so that a second visit needs no network.
 */

import type { Instance, Source } from '../../node/src/engine.js';
import { errorObject, Failure, invalidRequest } from '../../node/src/errors.js';
import { choose, type Host, SANDBOXED } from '../../node/src/resolver/choice.js';
import { type Blob, entriesOf, type Files, filesOf, select, titleOf, type Variant, variantsOf } from '../../node/src/resolver/documents.js';
import { rejectAsFailure } from '../../node/src/resolver/failure.js';
import { parse, type Reference } from '../../node/src/resolver/names.js';
import { verify } from '../../node/src/sandbox/files.js';
import type { Progress, RemoteFile } from '../../node/src/sandbox/protocol.js';
import { openRemote, type RemoteInstance } from '../../node/src/sandbox/remote.js';
import type { Model } from '../../node/src/types.js';
import { request } from './download.js';
import { features } from './features.js';
import { startThread } from './thread.js';

/** How names are found and libraries are opened. */
export interface Options {
  /** The URL of the registry that names are looked up in; relative ones are relative to the page. URLs of layouts need none. */
  registry?: string | URL | undefined;
  /** Told while files are downloaded or read, and when one could not be kept. */
  progress?: ((progress: Progress) => void) | undefined;
  /** Bytes that calls and answers may hold beyond the weights. */
  memoryLimit?: number | undefined;
  /** Where the random state of every call begins. */
  seed?: number | undefined;
}

const CACHE = 'modelet';
const DIGEST_PREFIX = 'sha256:';

/** The host that a WebAssembly engine is. */
export function host(): Host {
  const found = features();
  return { triple: SANDBOXED, sandbox: false, has: (feature) => found.includes(feature) };
}

/** Opens each name once, and anew when its thread has ended. */
export class Registry implements Source {
  private readonly instances = new Map<string, Promise<RemoteInstance>>();

  constructor(private readonly options: Options = {}) {}

  async instance(name: unknown): Promise<Instance> {
    if (!(name instanceof URL) && (typeof name !== 'string' || name === '')) {
      const shown = String(JSON.stringify(name)).slice(0, 80);
      throw invalidRequest(
        `\`model\` must be the name of a modelet, such as @owner/name, or the URL of a layout; it is ${shown}`,
        'invalid_name',
        'model',
      );
    }
    const key = String(name);
    const opening = this.instances.get(key) ?? this.opening(key);
    const instance = await opening;
    if (instance.ended === undefined) return instance;
    if (this.instances.get(key) === opening) this.instances.delete(key);
    return this.instance(name);
  }

  private opening(key: string): Promise<RemoteInstance> {
    const opening = this.open(key).catch(rejectAsFailure);
    this.instances.set(key, opening);
    opening.catch(() => this.instances.delete(key)); // the next one tries again
    return opening;
  }

  private async open(name: string): Promise<RemoteInstance> {
    secure();
    const { memoryLimit, seed, progress } = this.options;
    const found = await this.locate(name);
    const variant = choose(found.name, await found.layout.variants(found.entry), host());
    const files = await found.layout.files(variant);
    if (files.recipes.length > 0) {
      const problem = `${found.name} is made of weights that are published elsewhere, which a browser does not pack: compile it with its weights`;
      throw new Failure(422, errorObject(problem, 'invalid_request_error', 'weights_not_fetched', 'model'));
    }
    const opening = {
      library: found.layout.remote(files.library),
      weights: files.weights.map((blob) => found.layout.remote(blob)),
      options: { memory_limit: memoryLimit, seed },
    };
    return openRemote(await startThread(), opening, progress ?? (() => undefined));
  }

  private async locate(name: string): Promise<{ layout: Layout; entry: Blob; name: string }> {
    const url = layoutUrl(name);
    const reference = url === undefined ? parse(name, () => false) : undefined;
    const layout = await Layout.at(url ?? this.folder(reference as Reference), url === undefined);
    const entry = select(layout.entries, reference?.tag, reference?.digest);
    if (entry !== undefined) return { layout, entry, name: reference?.repository ?? name };
    throw new Failure(404, errorObject(`${name} was not found at ${layout.url}`, 'invalid_request_error', 'model_not_found', 'model'));
  }

  private folder({ owner, name }: Reference): URL {
    const { registry } = this.options;
    if (registry !== undefined) return new URL(`${owner}/${name}/`, withSlash(new URL(registry, base())));
    const advice = 'pass the URL of one (new OpenAI({ registry })), or the URL of a layout as the model';
    throw invalidRequest(`@${owner}/${name} is looked up in a registry: ${advice}`, 'unsupported_registry', 'model');
  }

  /** A web server does not say what it has: those that were opened here. */
  async models(): Promise<Model[]> {
    return [...this.instances.keys()].map(modelObject);
  }

  async model(name: string): Promise<Model> {
    await this.locate(name).catch(rejectAsFailure);
    return modelObject(name);
  }
}

function modelObject(id: string): Model {
  return { id, created: 0, object: 'model', owned_by: /^@([^/]+)/.exec(id)?.[1] ?? 'local' };
}

/** Digests are computed by the browser, which offers that to secure pages only. */
function secure(): void {
  if (globalThis.crypto?.subtle !== undefined) return;
  const problem = 'this page is not secure, and files could not be verified: serve it over https, or from localhost';
  throw new Failure(403, errorObject(problem, 'invalid_request_error', 'insecure_context'));
}

/** What relative URLs are relative to. */
function base(): string | undefined {
  return globalThis.location?.href;
}

function withSlash(url: URL): URL {
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** The URL that a name is, if it is one: absolute, or a relative path. */
function layoutUrl(name: string): URL | undefined {
  return /^[a-z]+:\/\//.test(name) || /^\.{0,2}\//.test(name) ? withSlash(new URL(name, base())) : undefined;
}

/** A folder at a URL with an `index.json`, and where its blobs are: below it, or two levels up, where a registry has them. */
class Layout {
  private constructor(
    readonly url: URL,
    readonly entries: Blob[],
    private readonly places: readonly URL[],
    private blobs: URL,
  ) {}

  static async at(url: URL, inRegistry: boolean): Promise<Layout> {
    const index = new URL('index.json', url);
    const entries = entriesOf(await newest(index), index.href);
    const [shared, own] = [new URL('../../blobs/sha256/', url), new URL('blobs/sha256/', url)];
    return inRegistry ? new Layout(url, entries, [shared, own], shared) : new Layout(url, entries, [own, shared], own);
  }

  async variants(index: Blob): Promise<Variant[]> {
    return variantsOf(await this.firstDocument(index), index.digest);
  }

  async files(variant: Variant): Promise<Files> {
    return filesOf(await this.document(variant.blob), variant.blob.digest);
  }

  /** A file of an artifact, to be read elsewhere. */
  remote(blob: Blob): RemoteFile {
    return { name: titleOf(blob), url: this.at(blob).href, digest: blob.digest, size: blob.size };
  }

  private at(blob: Blob): URL {
    return new URL(blob.digest.slice(DIGEST_PREFIX.length), this.blobs);
  }

  /** Finds the place of the blobs: where this one is kept from, else where the server has it. */
  private async firstDocument(blob: Blob): Promise<Uint8Array> {
    for (this.blobs of this.places) {
      if ((await keptDocument(this.at(blob))) !== undefined) return this.document(blob);
    }
    let missing: unknown;
    for (this.blobs of this.places) {
      try {
        return await this.document(blob);
      } catch (error) {
        if (!(error instanceof Failure && error.status === 404)) throw error;
        missing = error;
      }
    }
    throw missing;
  }

  private async document(blob: Blob): Promise<Uint8Array> {
    const bytes = await unchanging(this.at(blob));
    await verify({ name: blob.digest, digest: blob.digest }, bytes);
    return bytes;
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** A document that may change: the server's, or without a network the one that was kept. */
async function newest(url: URL): Promise<Bytes> {
  if (url.protocol === 'file:') return fromDisk(url);
  const cache = await documents();
  try {
    const response = await request(url.href, 'index.json', { cache: 'no-cache' });
    await cache?.put(url, response.clone()).catch(() => undefined);
    return bytesOf(response);
  } catch (error) {
    const known = error instanceof Failure && error.status === 503 ? await cache?.match(url) : undefined;
    if (known === undefined) throw error;
    return bytesOf(known);
  }
}

/** A document that is named by its digest: the one that was kept, or the server's. */
async function unchanging(url: URL): Promise<Bytes> {
  if (url.protocol === 'file:') return fromDisk(url);
  const known = await keptDocument(url);
  if (known !== undefined) return bytesOf(known);
  const response = await request(url.href, url.pathname.split('/').at(-1) ?? '');
  await (await documents())?.put(url, response.clone()).catch(() => undefined);
  return bytesOf(response);
}

async function keptDocument(url: URL): Promise<Response | undefined> {
  return (await documents())?.match(url);
}

async function documents(): Promise<Cache | undefined> {
  try {
    return await globalThis.caches?.open(CACHE);
  } catch {
    return undefined; // a browser that keeps nothing
  }
}

async function bytesOf(response: Response): Promise<Bytes> {
  return new Uint8Array(await response.arrayBuffer());
}

/** In Node.js: a document of a registry folder. */
async function fromDisk(url: URL): Promise<Bytes> {
  const { readFile } = await import('node:fs/promises');
  try {
    return new Uint8Array(await readFile(url));
  } catch (error) {
    const problem = `${url.href} cannot be read: ${error instanceof Error ? error.message : error}`;
    throw new Failure(404, errorObject(problem, 'invalid_request_error', 'model_not_found', 'model'));
  }
}
