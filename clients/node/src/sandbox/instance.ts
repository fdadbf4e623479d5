/** Sandboxed libraries of this process: what runs where an artifact has no native variant for the host (resolver/SPEC.md, "Choice"). */

import type { Call, Control, Instance, Manifest } from '../engine.js';
import type { Tensor } from '../tensor.js';
import type { Opening } from './protocol.js';
import { openRemote, type RemoteInstance } from './remote.js';
import { startWorker } from './thread.js';

const WORKER = new URL('./worker.js', import.meta.url);

const instances = new Map<string, Promise<SandboxedInstance>>();

/** The sandboxed instance of this library with these options; one for each pair in a thread, kept until it ends. */
export function openSandboxed(opening: Opening): Promise<Instance> {
  const key = `${opening.library.digest} ${JSON.stringify(opening.options)}`;
  let instance = instances.get(key);
  if (instance === undefined) {
    instance = SandboxedInstance.open(opening);
    instances.set(key, instance);
    instance.catch(() => instances.delete(key)); // the next one tries again
  }
  return instance;
}

/** A library in a worker thread, opened anew by the first call after that has ended. */
class SandboxedInstance implements Instance {
  private constructor(
    private readonly opening: Opening,
    private remote: Promise<RemoteInstance>,
    readonly manifest: Manifest,
  ) {}

  static async open(opening: Opening): Promise<SandboxedInstance> {
    const remote = await openAnew(opening);
    return new SandboxedInstance(opening, Promise.resolve(remote), remote.manifest);
  }

  async start(request: string, tensors: readonly Tensor[], control: Control): Promise<Call> {
    const known = this.remote;
    const running = await known.then(({ ended }) => ended === undefined).catch(() => false);
    if (!running && this.remote === known) this.remote = openAnew(this.opening);
    return (await this.remote).start(request, tensors, control);
  }
}

async function openAnew(opening: Opening): Promise<RemoteInstance> {
  return openRemote(await startWorker(WORKER), opening, () => undefined);
}
