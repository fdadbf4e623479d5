/** The foreign function interface, with the stacks that compiled code counts on. */

import koffi, { type LibraryHandle } from 'koffi';
import { OpenAIError } from './errors.js';

/** koffi runs calls on stacks of its own; compiled code may use 256 KiB below whoever calls it, and kernels somewhat more. */
const STACK_BYTES = 1 << 20;

let configured = false;

/** Opens a dynamic library; null is the process itself. */
export function openLibrary(path: string | null): LibraryHandle {
  if (!configured) configure();
  return koffi.load(path);
}

function configure(): void {
  if ((koffi.config().async_stack_size ?? 0) < STACK_BYTES) {
    try {
      koffi.config({ async_stack_size: STACK_BYTES });
    } catch {
      const advice = `call koffi.config({ async_stack_size: ${STACK_BYTES} }) before, or use modelet first`;
      throw new OpenAIError(`koffi has loaded a library before modelet, and its stacks are too small by default: ${advice}`);
    }
  }
  configured = true;
}
