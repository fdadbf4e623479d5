/** The bytes of an artifact's files: kept ones, else downloaded and kept; from disk in Node.js. Verified by digest, also those that were kept. */

import { Failure } from '../../node/src/errors.js';
import { corrupt, type Destination, progressOf, readFromDisk, verify } from '../../node/src/sandbox/files.js';
import type { Progress, RemoteFile } from '../../node/src/sandbox/protocol.js';
import { download } from './download.js';
import { kept, Part, storage } from './storage.js';

type Report = (progress: Progress) => void;

/**
 * Fills a destination with a file, and verifies it. What came over the network is kept by the function that is returned, at a time that
 * suits. Throws `Failure`: `offline`, `download_failed`, `corrupt_artifact`.
 */
export async function read(file: RemoteFile, to: Destination, report: Report): Promise<() => Promise<void>> {
  if (file.url.startsWith('file:')) return readFromDisk(file, to, report);
  const told = (from: 'network' | 'storage') => (loaded: number) => report({ kind: 'load', ...progressOf(file, loaded), from });
  const place = await storage(file.name).catch((failure: Failure) => failure);
  if (!(place instanceof Failure) && (await restore(place, file, to, told('storage')))) return async () => undefined;
  const open = async (create: boolean) => {
    if (place instanceof Failure) throw place;
    return Part.open(place, nameOf(file), create);
  };
  const part = await download(file, to, open, told('network'));
  return () => keep(file, to, part ?? (() => open(true)), report);
}

/** Fills a destination with the file that was kept. False when there is none, or another one, which is kept no longer. */
async function restore(folder: FileSystemDirectoryHandle, file: RemoteFile, to: Destination, report: (loaded: number) => void) {
  const found = await kept(folder, nameOf(file), file.size);
  if (found === undefined) return false;
  try {
    await fill(file, found, to, report);
    await verify(file, to.view());
    return true;
  } catch (error) {
    if (error instanceof Failure) await folder.removeEntry(nameOf(file)).catch(() => undefined);
    return false; // as when another page has just replaced it
  }
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
    if (part === undefined) return;
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
