/** What a program and the thread that holds a sandboxed library say to each other. */

import type { ErrorObject } from '../errors.js';

/** A tensor as it crosses between threads. */
export interface PlainTensor {
  dtype: string;
  shape: readonly number[];
  bytes: ArrayBuffer;
}

/** An answer, copied out of the library's memory. */
export interface PlainMessage {
  text: string;
  tensors: PlainTensor[];
}

/** A file of an artifact: where it is, and what its bytes must be. */
export interface RemoteFile {
  readonly name: string;
  readonly url: string;
  readonly digest: string;
  readonly size: number;
}

/** Everything that opening a library takes. */
export interface Opening {
  readonly library: RemoteFile;
  readonly weights: readonly RemoteFile[];
  /** Options of modelet_open beside the weights. */
  readonly options: Readonly<Record<string, unknown>>;
}

export type Question =
  | { id: number; kind: 'open'; opening: Opening }
  | { id: number; kind: 'start'; request: string; tensors: PlainTensor[] }
  | { id: number; kind: 'next'; call: number }
  | { id: number; kind: 'cancel'; call: number }
  | { id: number; kind: 'finish'; call: number };

/** How far a download or the reading of a kept file has come, and whether a file could be kept: that is said when the library works already. */
export type Progress =
  | { kind: 'load'; file: string; loaded: number; total: number; from: 'network' | 'storage' | 'disk' }
  | { kind: 'kept'; file: string }
  | { kind: 'not-kept'; file: string; code: 'storage_unavailable' | 'storage_full'; message: string };

export type Answer =
  | { id: number; kind: 'opened'; manifest: unknown }
  | { id: number; kind: 'started'; call: number }
  | { id: number; kind: 'message'; message: PlainMessage }
  | { id: number; kind: 'end' }
  | { id: number; kind: 'done' }
  | { id: number; kind: 'failed'; status: number; error: ErrorObject }
  | { id: number; kind: 'progress'; progress: Progress };
