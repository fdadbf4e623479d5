/** Folders that hold artifacts, and what their documents say (`documents.ts`). */

import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Blob, entriesOf, type Files, filesOf, isObject, type Json, parseDocument, type Variant, variantsOf } from './documents.js';
import { malformed, ResolverError } from './errors.js';
import { readBlob, readDocument } from './files.js';
import { expandUser } from './home.js';

/** A folder with an `index.json`, and the folder of its blobs: its own, or that of the registry it stands in. */
export class Layout {
  constructor(
    readonly folder: string,
    readonly blobs: string,
  ) {}

  /** Where the bytes of a digest are; the digest has been checked. */
  path(digest: string): string {
    return join(this.blobs, digest.slice('sha256:'.length));
  }

  /** The indexes that `index.json` names; undefined when there is no such file. */
  async entries(): Promise<Blob[] | undefined> {
    const path = join(this.folder, 'index.json');
    const data = await readDocument(path);
    return data === undefined ? undefined : entriesOf(data, path);
  }

  /** The checked bytes of a document blob, parsed. */
  async read(blob: Blob): Promise<Json> {
    const path = this.path(blob.digest);
    const value = parseDocument(await this.bytes(blob), path);
    if (!isObject(value)) throw malformed(`${path} is not a JSON object.`);
    return value;
  }

  /** What an index offers, in its order. */
  async variants(index: Blob): Promise<Variant[]> {
    return variantsOf(await this.bytes(index), this.path(index.digest));
  }

  /** What a variant consists of. */
  async files(variant: Variant): Promise<Files> {
    return filesOf(await this.bytes(variant.blob), this.path(variant.blob.digest));
  }

  private bytes(blob: Blob): Promise<Uint8Array> {
    return readBlob(this.path(blob.digest), blob.digest, blob.size);
  }
}

/** The layout at a path that a user named. Throws `model_not_found`. */
export function openFolder(path: string): Layout {
  const folder = resolve(expandUser(path));
  if (!holdsIndex(folder)) {
    const hint = 'the folder has no index.json. A name without a folder is @owner/name.';
    throw new ResolverError('model_not_found', `There is no modelet layout at ${JSON.stringify(path)}: ${hint}`);
  }
  const own = join(folder, 'blobs', 'sha256');
  const shared = join(dirname(dirname(folder)), 'blobs', 'sha256'); // <registry>/<owner>/<name>
  return new Layout(folder, !isFolder(own) && isFolder(shared) ? shared : own);
}

/** Whether a text is the path of a folder with an `index.json`. */
export function holdsIndex(text: string): boolean {
  return isFile(join(text, 'index.json'));
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Where a registry folder keeps a name, whether it is there or not. */
export function inRegistry(registry: string, owner: string, name: string): Layout {
  return new Layout(join(registry, owner, name), join(registry, 'blobs', 'sha256'));
}
