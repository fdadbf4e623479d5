/** The thread of a library in a page: a worker of the browser. */

import { errorObject, Failure } from '../../node/src/errors.js';
import type { Answer } from '../../node/src/sandbox/protocol.js';
import { startWorker, type Thread } from '../../node/src/sandbox/thread.js';

/** Starts a thread, where this is no browser one of Node.js. Throws `worker_blocked` when the page does not allow it. */
export async function startThread(): Promise<Thread> {
  const url = new URL('./worker.js', import.meta.url);
  return typeof Worker === 'function' ? inBrowser(url) : startWorker(url);
}

function blocked(reason: string): Failure {
  const problem = `the browser does not start the worker that a library runs in (${reason}). Its file must come from the page's own origin, and a Content-Security-Policy must allow worker-src 'self' and script-src 'wasm-unsafe-eval'`;
  return new Failure(500, errorObject(problem, 'server_error', 'worker_blocked'));
}

function inBrowser(url: URL): Thread {
  let worker: Worker;
  try {
    worker = new Worker(url, { type: 'module', name: 'modelet' });
  } catch (error) {
    throw blocked(error instanceof Error ? error.message : String(error));
  }
  const thread: Thread = {
    post: (question, transfer) => worker.postMessage(question, transfer),
    onanswer: () => undefined,
    onend: () => undefined,
    terminate: () => worker.terminate(),
  };
  worker.onmessage = ({ data }: MessageEvent<Answer>) => thread.onanswer(data);
  worker.onerror = (event) => {
    event.preventDefault();
    thread.onend(blocked(event.message || 'no reason is given'));
  };
  return thread;
}
