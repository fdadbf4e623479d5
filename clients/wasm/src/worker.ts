/** The thread of one library, in whichever kind of worker this is. */

import { Library, type Port } from '../../node/src/sandbox/holder.js';
import type { Question } from '../../node/src/sandbox/protocol.js';
import { read } from './files.js';

/** Begins to listen, in whichever kind of thread this is. */
async function listen(): Promise<void> {
  if (typeof WorkerGlobalScope === 'function' && self instanceof WorkerGlobalScope) {
    const scope = self as unknown as Port & { onmessage: (event: { data: Question }) => void };
    const library = new Library(scope, read);
    scope.onmessage = ({ data }) => void library.answer(data);
    return;
  }
  const { parentPort } = await import('node:worker_threads');
  if (parentPort === null) return;
  const library = new Library(parentPort, read);
  parentPort.on('message', (question: Question) => void library.answer(question));
}

declare const WorkerGlobalScope: unknown;

await listen();
