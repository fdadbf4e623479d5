/**
 * Reading files that somebody else wrote: regular files only, bounded, with their digest.
 *
 * A registry may hold anything: links, pipes that would block, files without end. Nothing here follows a link in the last
 * component, blocks, or reads more than it was told to expect.
 */

import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { LARGEST_DOCUMENT } from './documents.js';
import { corrupt, malformed, ResolverError, systemCode } from './errors.js';

const NO_FOLLOW: number | undefined = constants.O_NOFOLLOW; // absent on Windows
const FLAGS = constants.O_RDONLY | (NO_FOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const CHUNK = 1 << 20;
const ADVICE = 'Compile or pull it again.';

/** An open regular file and its status; undefined when there is none. Throws `corrupt_artifact` (a link, pipe, …) or `unreadable`. */
export async function openRegular(path: string): Promise<{ file: FileHandle; status: BigIntStats } | undefined> {
  const file = await openUnfollowed(path);
  if (file === undefined) return undefined;
  const status = await file.stat({ bigint: true });
  if (status.isFile()) return { file, status };
  await file.close();
  throw corrupt(`${path} is not a regular file.`);
}

async function openUnfollowed(path: string): Promise<FileHandle | undefined> {
  try {
    if (NO_FOLLOW === undefined && (await lstat(path)).isSymbolicLink()) throw link(path);
    return await open(path, FLAGS);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'ELOOP') throw link(path);
    throw error instanceof ResolverError ? error : unreadable(path, error);
  }
}

function link(path: string): ResolverError {
  return corrupt(`${path} is a symbolic link; an artifact holds files only.`);
}

function unreadable(path: string, error: unknown): ResolverError {
  return new ResolverError('unreadable', `Cannot read ${path}: ${error instanceof Error ? error.message : error}.`);
}

/** The bytes of a small file; undefined when there is none. Throws `malformed_artifact` when it is too large. */
export async function readDocument(path: string): Promise<Buffer | undefined> {
  const opened = await openRegular(path);
  if (opened === undefined) return undefined;
  const { file, status } = opened;
  try {
    if (status.size > LARGEST_DOCUMENT) {
      throw malformed(`${path} has ${status.size} bytes; a document has at most ${LARGEST_DOCUMENT}.`);
    }
    const parts: Buffer[] = [];
    for await (const part of chunks(file, LARGEST_DOCUMENT)) parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  } catch (error) {
    throw error instanceof ResolverError ? error : unreadable(path, error);
  } finally {
    await file.close();
  }
}

/** A file's bytes up to a limit, in pieces that are valid until the next one. */
async function* chunks(file: FileHandle, limit: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK, limit));
  for (let left = limit; left > 0; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, left));
    if (bytesRead === 0) return;
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** A small blob, checked. Throws `corrupt_artifact`, `malformed_artifact` or `unreadable`. */
export async function readBlob(path: string, digest: string, size: number): Promise<Buffer> {
  const data = await readDocument(path);
  if (data === undefined) throw missing(path);
  checkSize(path, data.length, size);
  checkDigest(path, createHash('sha256').update(data).digest('hex'), digest);
  return data;
}

/** Reads a whole file and compares size and digest. Gives the status of what was read. */
export async function checkFile(path: string, digest: string, size: number): Promise<BigIntStats> {
  const opened = await openRegular(path);
  if (opened === undefined) throw missing(path);
  const { file, status } = opened;
  try {
    checkSize(path, Number(status.size), size);
    const state = createHash('sha256');
    for await (const part of chunks(file, size + 1)) state.update(part);
    checkDigest(path, state.digest('hex'), digest);
  } catch (error) {
    throw error instanceof ResolverError ? error : unreadable(path, error);
  } finally {
    await file.close();
  }
  return status;
}

function checkSize(path: string, found: number, expected: number): void {
  if (found === expected) return;
  const what = found < expected ? 'is truncated' : 'is too long';
  throw corrupt(`${path} ${what}: it has ${found} bytes, and the artifact says ${expected}. ${ADVICE}`);
}

function checkDigest(path: string, found: string, expected: string): void {
  if (`sha256:${found}` === expected) return;
  throw corrupt(`${path} was changed: its digest is sha256:${found}, and the artifact says ${expected}. ${ADVICE}`);
}

/** The error for a blob that an artifact names and the registry lacks. */
export function missing(path: string): ResolverError {
  return new ResolverError('corrupt_artifact', `${path} is missing, though the artifact names it. ${ADVICE}`, { missing: true });
}
