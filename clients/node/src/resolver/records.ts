/**
 * What this user has already verified, so that opening weights does not mean reading them (resolver/SPEC.md, "Trust").
 *
 * `<home>/verified/<hex digest>` holds lines of "inode size mtime_ns". A lost or broken record costs one full check, and a
 * record that cannot be written costs it every time, nothing else. The files are those that every other client writes.
 */

import type { BigIntStats } from 'node:fs';
import { mkdir, rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readDocument } from './files.js';

const KEPT = 16; // copies of the same file that are remembered

/** Whether the file with this status was verified before and has not changed since. */
export async function isRecorded(home: string, digest: string, status: BigIntStats): Promise<boolean> {
  return (await linesOf(pathOf(home, digest))).includes(lineOf(status));
}

/** Remembers a verified file, atomically, where that is possible. */
export async function record(home: string, digest: string, status: BigIntStats): Promise<void> {
  const path = pathOf(home, digest);
  const others = (await linesOf(path)).filter((line) => line !== '' && !line.startsWith(`${status.ino} `));
  const part = `${path}.part`; // without the process's number, so that the next writer takes a dead one's place
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(
      part,
      [lineOf(status), ...others]
        .slice(0, KEPT)
        .map((line) => `${line}\n`)
        .join(''),
    );
    await rename(part, path);
  } catch {
    await unlink(part).catch(() => undefined);
  }
}

function pathOf(home: string, digest: string): string {
  return join(home, 'verified', digest.slice('sha256:'.length));
}

function lineOf(status: BigIntStats): string {
  return `${status.ino} ${status.size} ${status.mtimeNs}`;
}

async function linesOf(path: string): Promise<string[]> {
  try {
    return (await readDocument(path))?.toString('latin1').split('\n') ?? [];
  } catch {
    return [];
  }
}
