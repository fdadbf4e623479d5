/** Cancelling a call from outside: by an AbortSignal, or when its time is up. */

import { Control } from './engine.js';
import { APIConnectionTimeoutError, APIUserAbortError, Failure } from './errors.js';

export interface Limits {
  /** Cancels the call. */
  signal?: AbortSignal | null | undefined;
  /** Milliseconds until the call is cancelled; of a stream, for each part. Opening a library has as long. The default is none. */
  timeout?: number | undefined;
}

/** Opens a library, or waits for one that is being opened, as long as the limits let it. */
export function opened<T>({ signal, timeout }: Limits, open: () => Promise<T>): Promise<T> {
  return limited({ signal, timeout }, (control) => control.wait(open()));
}

/** Runs `work` with a control that its limits cancel; when they did, the error says so. */
export async function limited<T>({ signal, timeout }: Limits, work: (control: Control) => Promise<T>, control = new Control()): Promise<T> {
  if (signal?.aborted) throw new APIUserAbortError();
  let late = false;
  const abort = () => control.cancel();
  const expire = () => {
    late = true;
    abort();
  };
  const timer = timeout === undefined ? undefined : setTimeout(expire, timeout);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await work(control);
  } catch (error) {
    if (!(error instanceof Failure && error.body.code === 'cancelled')) throw error;
    if (signal?.aborted) throw new APIUserAbortError();
    throw late ? new APIConnectionTimeoutError() : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
