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
import type { Opening, Progress, RemoteFile } from '../../node/src/sandbox/protocol.js';
import { openRemote, type RemoteInstance } from '../../node/src/sandbox/remote.js';
import type { Model } from '../../node/src/types.js';
import { request, stalled } from './download.js';
import { features } from './features.js';
import { Stalled } from './stall.js';
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
const ELSEWHERE: readonly number[] = [404, 422]; // a file that is not there, for which some servers send a page

/** The host that a WebAssembly engine is. */
export function host(): Host {
  const found = features();
  return { triple: SANDBOXED, sandbox: false, has: (feature) => found.includes(feature) };
}

/** A library of this page that is opened, or will be. */
interface Shared {
  readonly remote: Promise<RemoteInstance>;
  readonly listeners: Set<(progress: Progress) => void>;
  isOpen: boolean;
}

const shared = new Map<string, Shared>();

/** The library of this page with these files and options: one thread and one copy of its weights, whichever clients ask for it. */
async function openShared(opening: Opening, progress: ((progress: Progress) => void) | undefined): Promise<RemoteInstance> {
  const key = JSON.stringify([opening.library.digest, opening.weights.map(({ digest }) => digest), opening.options]);
  const known = shared.get(key) ?? share(key, opening);
  if (progress !== undefined && !known.isOpen) known.listeners.add(progress);
  const remote = await known.remote;
  known.isOpen = true;
  if (remote.ended === undefined) return remote;
  if (shared.get(key) === known) shared.delete(key);
  return openShared(opening, progress);
}

function share(key: string, opening: Opening): Shared {
  const listeners = new Set<(progress: Progress) => void>();
  const report = (progress: Progress) => {
    for (const listener of listeners) listener(progress);
  };
  const known = { remote: startThread().then((thread) => openRemote(thread, opening, report)), listeners, isOpen: false };
  shared.set(key, known);
  known.remote.catch(() => shared.delete(key)); // the next one tries again
  return known;
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
    return openShared(opening, progress);
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
    const entries = await newestEntries(new URL('index.json', url));
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
        if (!(error instanceof Failure && ELSEWHERE.includes(error.status))) throw error;
        missing ??= error;
      }
    }
    throw missing;
  }

  private async document(blob: Blob): Promise<Uint8Array> {
    return unchanging(this.at(blob), { name: blob.digest, digest: blob.digest });
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

/** What a layout has now: by the server's document, or where there is no server by the one that was kept. */
async function newestEntries(url: URL): Promise<Blob[]> {
  if (url.protocol === 'file:') return entriesOf(await fromDisk(url), url.href);
  try {
    const bytes = await bytesOf(noPage(await request(url.href, 'index.json', { cache: 'no-cache' })));
    const entries = entriesOf(bytes, url.href);
    await keepDocument(url, bytes);
    return entries;
  } catch (error) {
    const known = error instanceof Failure && error.status >= 500 ? await keptDocument(url) : undefined;
    if (known === undefined) throw error;
    return entriesOf(await bytesOf(known), url.href);
  }
}

/** Networks that want a sign-in answer everything with a page, and some servers what they do not have. */
function noPage(response: Response): Response {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/html')) return response;
  const advice = 'is this the address of a registry or layout, and does the network want a sign-in?';
  const problem = `index.json cannot be downloaded from ${response.url}: the server answers with a web page; ${advice}`;
  throw new Failure(502, errorObject(problem, 'server_error', 'download_failed'));
}

/** A document that is named by its digest: the one that was kept, or the server's. */
async function unchanging(url: URL, named: { name: string; digest: string }): Promise<Bytes> {
  if (url.protocol === 'file:') return verified(named, await fromDisk(url));
  const known = await keptDocument(url);
  const kept = known && (await verified(named, await bytesOf(known)).catch(() => undefined));
  if (kept !== undefined) return kept;
  const bytes = await verified(named, await bytesOf(await request(url.href, named.name)));
  await keepDocument(url, bytes);
  return bytes;
}

async function verified(named: { name: string; digest: string }, bytes: Bytes): Promise<Bytes> {
  await verify(named, bytes);
  return bytes;
}

/** Keeps a document that was found good, as far as the browser keeps anything. */
async function keepDocument(url: URL, bytes: Bytes): Promise<void> {
  await (await documents())?.put(url, new Response(bytes)).catch(() => undefined);
}

async function keptDocument(url: URL): Promise<Response | undefined> {
  return (await documents())?.match(url);
}

/** The documents that are kept. */
export async function documents(): Promise<Cache | undefined> {
  try {
    return await globalThis.caches?.open(CACHE);
  } catch {
    return undefined; // a browser that keeps nothing
  }
}

async function bytesOf(response: Response): Promise<Bytes> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw error instanceof Stalled ? stalled(response.url, error) : error;
  }
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
