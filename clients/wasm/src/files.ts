/** The bytes of an artifact's files: kept ones, else downloaded and kept; from disk in Node.js. Verified by digest whenever they come over a network. */

import { errorObject, Failure } from '../../node/src/errors.js';
import { corrupt, type Destination, progressOf, readFromDisk } from '../../node/src/sandbox/files.js';
import type { Progress, RemoteFile } from '../../node/src/sandbox/protocol.js';
import { download } from './download.js';
import { kept, Part, storage } from './storage.js';

type Report = (progress: Progress) => void;

/**
 * Fills a destination with a file. What comes over the network is verified, and kept by the function that is returned, at a time that
 * suits. Throws `Failure`: `offline`, `download_failed`, `corrupt_artifact`.
 */
export async function read(file: RemoteFile, to: Destination, report: Report): Promise<() => Promise<void>> {
  if (file.url.startsWith('file:')) return readFromDisk(file, to, report);
  const told = (from: 'network' | 'storage') => (loaded: number) => report({ kind: 'load', ...progressOf(file, loaded), from });
  const folder = await storage();
  const found = folder === undefined ? undefined : await kept(folder, nameOf(file), file.size);
  if (found !== undefined) {
    await fill(file, found, to, told('storage'));
    return async () => undefined;
  }
  const open = async (create: boolean) => (folder === undefined ? undefined : Part.open(folder, nameOf(file), create));
  const part = await download(file, to, open, told('network'));
  return () => keep(file, to, part ?? (() => open(true)), report);
}

async function fill(file: RemoteFile, from: Blob, to: Destination, report: (loaded: number) => void): Promise<void> {
  const reader = from.stream().getReader();
  let loaded = 0;
  report(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    to.view().set(value, loaded);
    loaded += value.length;
    report(loaded);
  }
  if (loaded !== file.size) throw corrupt(file, `it has ${loaded} bytes, and the artifact says ${file.size}`);
}

/** Keeps bytes that have been verified, as far as the browser keeps anything. */
async function keep(file: RemoteFile, from: Destination, begun: Part | (() => Promise<Part | undefined>), report: Report): Promise<void> {
  try {
    const part = typeof begun === 'function' ? await begun() : begun;
    if (part === undefined) throw unavailable(file);
    await part.write(from, file.size);
    await part.finish();
    report({ kind: 'kept', file: file.name });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    report({ kind: 'not-kept', file: file.name, code: error.body.code as 'storage_full', message: error.message });
  }
}

function nameOf({ digest }: RemoteFile): string {
  return digest.replace(':', '-');
}

function unavailable({ name }: RemoteFile): Failure {
  const problem = `${name} is used but not kept: this browser, or this window, gives sites no file system of their own`;
  return new Failure(500, errorObject(problem, 'server_error', 'storage_unavailable'));
}
