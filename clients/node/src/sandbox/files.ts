/** The bytes of an artifact's files, which a thread reads into the memory of its library. */

import { errorObject, Failure } from '../errors.js';
import type { Progress, RemoteFile } from './protocol.js';

/** Where a file's bytes go. The view is asked for again for each part, since the memory below it may move. */
export interface Destination {
  view(): Uint8Array<ArrayBuffer>;
}

/** Fills a destination with a file. What is returned keeps the file for the next time, where that is to be done. Throws `Failure`. */
export type Reader = (file: RemoteFile, to: Destination, report: (progress: Progress) => void) => Promise<() => Promise<void>>;

const PART_BYTES = 16 << 20;

/** Reads a file of a registry folder, whose digest was compared when its name was resolved, in large parts. */
export const readFromDisk: Reader = async (file, to, report) => {
  const { open } = await import('node:fs/promises'); // browsers, which have no disk, take this module too
  const handle = await open(new URL(file.url)).catch((error: Error) => {
    throw corrupt(file, `it cannot be opened: ${error.message}`);
  });
  try {
    let loaded = 0;
    while (loaded < file.size) {
      const { bytesRead } = await handle.read(to.view(), loaded, Math.min(PART_BYTES, file.size - loaded), loaded);
      if (bytesRead === 0) throw corrupt(file, `it has ${loaded} bytes, and the artifact says ${file.size}`);
      loaded += bytesRead;
      report({ kind: 'load', ...progressOf(file, loaded), from: 'disk' });
    }
    return async () => undefined;
  } finally {
    await handle.close();
  }
};

/** Compares a file's bytes with its digest. Throws `corrupt_artifact`. */
export async function verify(file: Pick<RemoteFile, 'name' | 'digest'>, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const found = `sha256:${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  if (found !== file.digest) throw corrupt(file, `its digest is ${found}, and the artifact says ${file.digest}`);
}

/** `corrupt_artifact`, with what was found. */
export function corrupt({ name }: Pick<RemoteFile, 'name'>, reason: string): Failure {
  return new Failure(422, errorObject(`${name} is damaged or another file: ${reason}`, 'invalid_request_error', 'corrupt_artifact'));
}

/** How far a file has come. */
export function progressOf({ name, size }: RemoteFile, loaded: number) {
  return { file: name, loaded, total: size };
}
