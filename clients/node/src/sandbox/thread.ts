/** The thread of a sandboxed library, as the one that started it sees it. */

import { errorObject, Failure } from '../errors.js';
import type { Answer, Question } from './protocol.js';

/** A worker with one way to hear of its end. */
export interface Thread {
  post(question: Question, transfer: ArrayBuffer[]): void;
  onanswer: (answer: Answer) => void;
  /** Called once when the thread has ended or never began. */
  onend: (failure: Failure) => void;
  terminate(): void;
  /** Called when nobody waits for the thread. */
  idle?: () => void;
}

/** A worker of Node.js that runs the module at `url`. While it has nothing to do, it keeps no program alive. */
export async function startWorker(url: URL): Promise<Thread> {
  const { Worker } = await import('node:worker_threads'); // browsers take this module too
  const worker = new Worker(url, { execArgv: [] }); // flags of the program, such as --input-type, are not the thread's
  const thread: Thread = {
    post(question, transfer) {
      worker.ref();
      worker.postMessage(question, transfer);
    },
    onanswer: () => undefined,
    onend: () => undefined,
    terminate: () => void worker.terminate(),
    idle: () => worker.unref(),
  };
  worker.on('message', (answer: Answer) => thread.onanswer(answer));
  worker.on('error', (error: Error) => thread.onend(ended(error.message)));
  worker.on('exit', () => thread.onend(ended('it was ended')));
  worker.unref();
  return thread;
}

function ended(reason: string): Failure {
  const problem = `the thread of the library has ended (${reason}); the next call opens it anew`;
  return new Failure(500, errorObject(problem, 'server_error', 'trapped'));
}
