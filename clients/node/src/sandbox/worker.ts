/** The thread of one sandboxed library in Node.js. */

import { parentPort } from 'node:worker_threads';
import { readFromDisk } from './files.js';
import { Library } from './holder.js';
import type { Question } from './protocol.js';

if (parentPort !== null) {
  const library = new Library(parentPort, readFromDisk);
  parentPort.on('message', (question: Question) => void library.answer(question));
}
