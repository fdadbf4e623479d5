/**
 * Files that are kept for the next visit, in the browser's origin private file system, by digest. A file has its name once its bytes were
 * verified; what is being written is called `.part`, and is taken up by the next download of the same file. Only workers can write there.
 */

import { errorObject, Failure } from '../../node/src/errors.js';

const FOLDER = 'modelet';

/** The folder of kept files. Throws `Failure` for this one where the browser has none, as in some private windows, or no room. */
export async function storage(name: string): Promise<FileSystemDirectoryHandle> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: true });
  } catch (error) {
    throw refusal(error, name);
  }
}

/** A kept file of the size that it must have. */
export async function kept(folder: FileSystemDirectoryHandle, name: string, size: number): Promise<File | undefined> {
  try {
    const file = await (await folder.getFileHandle(name)).getFile();
    return file.size === size ? file : undefined;
  } catch {
    return undefined;
  }
}

/** What lies in the storage. */
export interface Stored {
  readonly digest: string;
  readonly bytes: number;
  /** When it was downloaded. */
  readonly date: Date;
  /** All of it is there; else it is what a download left, and the next one goes on from there. */
  readonly isWhole: boolean;
  /** Removes it. The next visit that needs it downloads it again; whoever has it open goes on with it. */
  remove(): Promise<void>;
}

/** Files by digest. None where the browser keeps nothing. */
export async function stored(): Promise<Stored[]> {
  const folder = await storage('what is kept').catch(() => undefined);
  const found: Stored[] = [];
  if (folder === undefined) return found;
  for await (const { name } of entriesOf(folder)) {
    const file = await folder.getFileHandle(name).then(
      (handle) => handle.getFile(),
      () => undefined, // it has just gone
    );
    if (file === undefined) continue;
    const digest = name.replace(PART, '').replace('-', ':');
    const remove = () => folder.removeEntry(name).catch((error) => gone(error, name));
    found.push({ digest, bytes: file.size, date: new Date(file.lastModified), isWhole: !name.endsWith(PART), remove });
  }
  return found;
}

/** What is removed already needs no removing; what another page is writing cannot be removed. */
function gone(error: unknown, name: string): void {
  if (error instanceof DOMException && error.name === 'NotFoundError') return;
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  throw new Failure(409, errorObject(`${name} cannot be removed now: ${reason}`, 'server_error', 'storage_unavailable'));
}

function entriesOf(folder: FileSystemDirectoryHandle): AsyncIterable<FileSystemHandle> {
  return (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values();
}

interface Access {
  read(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  write(bytes: Uint8Array<ArrayBuffer>, options: { at: number }): number;
  getSize(): number;
  flush(): void;
  close(): void;
}

interface Handle extends FileSystemFileHandle {
  createSyncAccessHandle(): Promise<Access>;
  move?(name: string): Promise<void>;
}

/** Bytes whose memory may move. */
interface Source {
  view(): Uint8Array<ArrayBuffer>;
}

const PART = '.part';
const PIECE_BYTES = 4 << 20; // written at once; between two pieces the thread works for whoever asks
const ABANDONED_MILLISECONDS = 7 * 24 * 3600 * 1000;

/** A file on its way into the storage, which one thread at a time writes. */
export class Part {
  private constructor(
    private readonly folder: FileSystemDirectoryHandle,
    private readonly name: string,
    private readonly handle: Handle,
    private readonly access: Access,
    /** How many of its bytes are there. */
    public bytes: number,
  ) {}

  /** The part that an earlier download left, or with `create` a new one. Throws `Failure` (`storage_full`, `storage_unavailable`). */
  static async open(folder: FileSystemDirectoryHandle, name: string, create: boolean): Promise<Part | undefined> {
    try {
      const handle = (await folder.getFileHandle(name + PART, { create })) as Handle;
      const access = await handle.createSyncAccessHandle();
      return new Part(folder, name, handle, access, access.getSize());
    } catch (error) {
      if (!create && error instanceof DOMException && error.name === 'NotFoundError') return undefined;
      throw refusal(error, name);
    }
  }

  /** Reads what is there into the beginning of a destination. */
  read(to: Source): void {
    let at = 0;
    while (at < this.bytes) {
      const count = this.access.read(to.view().subarray(at, this.bytes), { at });
      if (!(count > 0 && count <= this.bytes - at))
        throw refusal(new DOMException('a part is shorter than it was', 'InvalidStateError'), this.name);
      at += count;
    }
  }

  /** Adds what is not yet there of the first `until` bytes. Throws `Failure`, after which there is no part any more. */
  async write(from: Source, until: number): Promise<void> {
    try {
      while (this.bytes < until) {
        const piece = from.view().subarray(this.bytes, Math.min(until, this.bytes + PIECE_BYTES));
        const written = this.access.write(piece, { at: this.bytes });
        if (!(written > 0 && written <= piece.length)) throw new DOMException('nothing more could be written', 'QuotaExceededError');
        this.bytes += written;
        await new Promise((resume) => setTimeout(resume));
      }
    } catch (error) {
      await this.drop();
      throw refusal(error, this.name);
    }
  }

  /** Gives the file its name: all bytes are there, and were verified. Throws `Failure`. */
  async finish(): Promise<void> {
    try {
      this.access.flush();
      const size = this.access.getSize();
      this.access.close();
      if (size !== this.bytes) throw new DOMException('not everything was written', 'QuotaExceededError');
      if (this.handle.move === undefined) throw new DOMException('files cannot be renamed', 'NotSupportedError');
      await this.handle.move(this.name);
    } catch (error) {
      await this.drop();
      throw refusal(error, this.name);
    }
    await sweep(this.folder);
  }

  /** Leaves it to the next download. */
  leave(): void {
    this.access.flush();
    this.access.close();
  }

  /** Removes it. */
  async drop(): Promise<void> {
    this.access.close();
    await this.folder.removeEntry(this.name + PART).catch(() => undefined);
  }
}

/** Removes parts that nobody has come back for; what another page is writing is locked. */
async function sweep(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const entry of entriesOf(folder)) {
    if (!entry.name.endsWith(PART)) continue;
    const file = await (entry as FileSystemFileHandle).getFile().catch(() => undefined);
    if (file !== undefined && Date.now() - file.lastModified < ABANDONED_MILLISECONDS) continue;
    await folder.removeEntry(entry.name).catch(() => undefined);
  }
}

function refusal(error: unknown, name: string): Failure {
  if (error instanceof Failure) return error;
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const full = error instanceof Error && error.name === 'QuotaExceededError';
  const busy = error instanceof Error && error.name === 'NoModificationAllowedError';
  const none = error instanceof TypeError || (error instanceof Error && error.name === 'SecurityError');
  const why = full
    ? 'the storage that the browser gives this site is full'
    : busy
      ? 'another page, or another client of this one, is keeping it'
      : none
        ? 'this browser, or this window, gives sites no file system of their own'
        : `the browser's storage refused it (${reason})`;
  const problem = `${name} is used but not kept: ${why}`;
  return new Failure(full ? 507 : 500, errorObject(problem, 'server_error', full ? 'storage_full' : 'storage_unavailable'));
}
