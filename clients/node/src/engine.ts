/**
 * What a client talks to: opened libraries, wherever they run. `native.ts` has those of this process.
 *
 *     Source    where a client finds them by name
 *     Instance  an opened library: any number of calls
 *     Call      one request and its answers, driven by whoever waits for them
 *     Message   one answer
 */

import { cancelled, errorObject, Failure } from './errors.js';
import type { Tensor } from './tensor.js';
import type { Model } from './types.js';

/** Opens each name once. */
export interface Source {
  instance(name: unknown): Promise<Instance>;
  /** Every name, as the official list has it. */
  models(): Promise<Model[]>;
  /** One name as the official model object. */
  model(name: string): Promise<Model>;
}

/** An opened library. */
export interface Instance {
  readonly manifest: Manifest;
  /** Checks a request and makes its call; `control` may cancel it from then on. The tensors are copied. */
  start(request: string, tensors: readonly Tensor[], control: Control): Promise<Call>;
}

/** One request on its way. */
export interface Call {
  /** Waits for the next answer; undefined at the end. */
  next(): Promise<Message | undefined>;
  /** Makes the running and every later `next` end with the error `cancelled`. At any time. */
  cancel(): void;
  /** Frees the call; cancels it first when somebody still waits for it. Any number of times. */
  finish(): void;
}

/** One answer. */
export interface Message {
  readonly text: string;
  readonly tensors: readonly Tensor[];
  json(): unknown;
}

/** What a library says about itself (resolver/manifest.schema.json). */
export interface Manifest {
  abi?: unknown;
  name?: string;
  engine?: string;
  functions?: FunctionDescription[];
  endpoints?: { name: string; function: string }[];
}

export interface FunctionDescription {
  name: string;
  parameters: ParameterDescription[];
  returns?: unknown;
  generator?: boolean;
}

export interface ParameterDescription {
  name: string;
  schema?: Record<string, unknown>;
  required?: boolean;
  default?: unknown;
}

/** What ends a call from outside: it may be cancelled before it exists, while it runs and when it is over. */
export class Control {
  private work: Pick<Call, 'cancel'> | undefined;
  cancelled = false;

  /** Says which call it is, or what else is to be ended. */
  attach(work: Pick<Call, 'cancel'>): void {
    this.work = work;
    if (this.cancelled) work.cancel();
  }

  cancel(): void {
    this.cancelled = true;
    this.work?.cancel();
  }

  /** Waits for what others may wait for too, such as a library that is opened: it goes on when this waiting is cancelled. */
  async wait<T>(shared: Promise<T>): Promise<T> {
    const ended = new Promise<never>((_, reject) => this.attach({ cancel: () => reject(cancelled()) }));
    return Promise.race([shared, ended]);
  }
}

/** Runs a request that has one answer. */
export async function answerTo(instance: Instance, request: string, tensors: readonly Tensor[], control: Control): Promise<Message> {
  const call = await instance.start(request, tensors, control);
  try {
    const message = await call.next();
    if (message === undefined) throw new Failure(500, errorObject('the library answered nothing', 'server_error', 'no_answer'));
    return message;
  } finally {
    call.finish();
  }
}
