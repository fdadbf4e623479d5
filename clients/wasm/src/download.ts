/**
 * Downloads. One that breaks off is taken up where it ended, at once and by a later visit, where the server offers ranges: what takes
 * long, or fails, is left in the storage as far as it came.
 */

import { errorObject, Failure } from '../../node/src/errors.js';
import { corrupt, type Destination, verify } from '../../node/src/sandbox/files.js';
import type { RemoteFile } from '../../node/src/sandbox/protocol.js';
import { fetchAlive, Stalled } from './stall.js';
import type { Part } from './storage.js';

const LONG_MILLISECONDS = 2000; // a shorter download is not worth writing before it is whole
const SAVED_BYTES = 4 << 20;
const RESUMPTIONS = 8;
const PAUSE_MILLISECONDS = 250;

/** Opens the part that an earlier download left, or with `create` a new one; undefined where nothing can be kept. */
type Open = (create: boolean) => Promise<Part | undefined>;

/** Fills a destination with a file and verifies it. The part that was begun meanwhile, if any, is to be finished or dropped. */
export async function download(file: RemoteFile, to: Destination, open: Open, report: (loaded: number) => void): Promise<Part | undefined> {
  const download = new Download(file, to, open, report);
  const resumed = await download.restore();
  await download.run();
  try {
    await verify(file, to.view());
  } catch (error) {
    await download.forget();
    if (!resumed) throw error;
    await download.run(); // what was left was of another file: once more, from the beginning
    await verify(file, to.view());
  }
  return download.part;
}

class Download {
  part: Part | undefined;
  private loaded = 0;
  private isKeeping = true;
  private readonly begun = performance.now();

  constructor(
    private readonly file: RemoteFile,
    private readonly to: Destination,
    private readonly open: Open,
    private readonly report: (loaded: number) => void,
  ) {}

  /** Takes what an earlier download left. False when there is nothing. */
  async restore(): Promise<boolean> {
    this.part = await this.open(false).catch(() => undefined);
    if (this.part === undefined || this.part.bytes === 0 || this.part.bytes > this.file.size) {
      await this.forget();
      return false;
    }
    this.part.read(this.to);
    this.loaded = this.part.bytes;
    return true;
  }

  /** Forgets everything that has come. */
  async forget(): Promise<void> {
    await this.part?.drop();
    this.part = undefined;
    this.loaded = 0;
  }

  /** Downloads what is missing. */
  async run(): Promise<void> {
    this.report(this.loaded);
    for (let resumption = 0; this.loaded < this.file.size; resumption += 1) {
      const before = this.loaded;
      try {
        await this.take(await this.rest());
      } catch (error) {
        const goesOn = error instanceof BrokenOff && this.loaded > before && resumption < RESUMPTIONS;
        if (!goesOn) {
          await this.leave();
          throw error;
        }
        await new Promise((resume) => setTimeout(resume, PAUSE_MILLISECONDS));
      }
    }
  }

  /** The rest of the file, or from a server without ranges the whole. */
  private async rest(): Promise<ReadableStream<Uint8Array>> {
    const { name, url } = this.file;
    let response: Response | undefined;
    if (this.loaded > 0) {
      response = await request(url, name, { headers: { range: `bytes=${this.loaded}-` } }).catch((error: Failure) => {
        if (error.status === 503) throw error; // no server, rather than one that knows no ranges
        return undefined;
      });
    }
    if (response?.status !== 206 || !this.begins(response)) {
      if (this.loaded > 0) await this.forget();
      if (response?.status !== 200) response = await request(url, name);
    }
    if (response.body === null) throw new Failure(502, errorObject(`${name} came without a body`, 'server_error', 'download_failed'));
    return response.body;
  }

  /** Whether a part of the file begins where this one ended; of another origin's answer that may be hidden. */
  private begins(response: Response): boolean {
    const range = response.headers.get('content-range');
    return range === null || range.startsWith(`bytes ${this.loaded}-`);
  }

  private async take(stream: ReadableStream<Uint8Array>): Promise<void> {
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read().catch((error: Error) => {
        throw new BrokenOff(this.file, error);
      });
      if (done) break;
      if (this.loaded + value.length > this.file.size) throw await this.ended(reader);
      this.to.view().set(value, this.loaded);
      this.loaded += value.length;
      this.report(this.loaded);
      const unsaved = this.loaded - (this.part?.bytes ?? 0);
      if (unsaved >= SAVED_BYTES && performance.now() - this.begun > LONG_MILLISECONDS) await this.save();
    }
    if (this.loaded === this.file.size) return;
    const loaded = this.loaded;
    await this.forget();
    throw corrupt(this.file, `it has ${loaded} bytes, and the artifact says ${this.file.size}`);
  }

  private async ended(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Failure> {
    await reader.cancel();
    await this.forget();
    return corrupt(this.file, `it has more than the ${this.file.size} bytes that the artifact says`);
  }

  /** Writes what has come; where nothing can be kept, the download goes on all the same. */
  private async save(): Promise<void> {
    if (!this.isKeeping) return;
    try {
      this.part ??= await this.open(true);
      await this.part?.write(this.to, this.loaded);
    } catch {
      this.part = undefined;
      this.isKeeping = false;
    }
  }

  /** Leaves what has come to a later visit. */
  private async leave(): Promise<void> {
    if (this.loaded === 0) return;
    await this.save();
    this.part?.leave();
  }
}

class BrokenOff extends Failure {
  constructor({ name }: RemoteFile, error: Error) {
    const problem = `${name} broke off while it was downloaded: ${error.message}`;
    super(503, errorObject(problem, 'server_error', error instanceof Stalled ? 'download_stalled' : 'download_failed'));
  }
}

/** A server that went silent: what came is kept, and whoever asks again goes on. */
export function stalled(name: string, error: Stalled): Failure {
  return new Failure(503, errorObject(`${name} stalled while it was downloaded: ${error.message}`, 'server_error', 'download_stalled'));
}

/**
 * A response with a good status. Throws `offline` when there is no network, `download_stalled`
 * where nothing comes, `download_failed` otherwise.
 */
export async function request(url: string, name: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetchAlive(url, init);
  } catch (error) {
    if (error instanceof Stalled) throw stalled(name, error);
    const offline = globalThis.navigator?.onLine === false;
    const reason = error instanceof Error ? error.message : String(error);
    const problem = offline
      ? `${name} is not kept yet, and there is no network to get it over: ${url}`
      : `${name} cannot be downloaded from ${url}: ${reason}. A server of another origin must allow it (CORS)`;
    throw new Failure(503, errorObject(problem, 'server_error', offline ? 'offline' : 'download_failed'));
  }
  if (response.ok) return response;
  const problem = `${name} cannot be downloaded from ${url}: the server says ${response.status} ${response.statusText}`;
  const missing = response.status === 404;
  throw new Failure(
    missing ? 404 : 502,
    errorObject(problem, missing ? 'invalid_request_error' : 'server_error', missing ? 'model_not_found' : 'download_failed'),
  );
}
