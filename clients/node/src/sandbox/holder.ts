/** In the thread that holds a library: opens it, and works on its calls one step at a time, so that it hears of a cancellation between two. */

import { errorObject, Failure } from '../errors.js';
import { type Reader, verify } from './files.js';
import type { Answer, Opening, Progress, Question, RemoteFile } from './protocol.js';
import { Sandbox, type SandboxCall } from './sandbox.js';

/** The other end of a thread: `self` of a browser's worker, `parentPort` of one in Node.js. */
export interface Port {
  postMessage(answer: Answer, transfer: ArrayBuffer[]): void;
}

/** Answers the questions of whoever started the thread. */
export class Library {
  private sandbox: Sandbox | undefined;
  private readonly calls = new Map<number, SandboxCall>();
  private made = 0;

  constructor(
    private readonly port: Port,
    private readonly read: Reader,
  ) {}

  /** Answers one question; never throws. */
  async answer(question: Question): Promise<void> {
    const { id } = question;
    try {
      await this.work(question);
    } catch (error) {
      const failure = error instanceof Failure ? error : unexpected(error);
      this.post({ id, kind: 'failed', status: failure.status, error: failure.body });
    }
  }

  private async work(question: Question): Promise<void> {
    const { id } = question;
    switch (question.kind) {
      case 'open':
        return this.open(id, question.opening);
      case 'start':
        this.made += 1;
        this.calls.set(this.made, this.opened().start(question.request, question.tensors));
        return this.post({ id, kind: 'started', call: this.made });
      case 'next':
        return this.next(id, question.call);
      case 'cancel':
        this.opened().cancel(this.call(question.call));
        return this.post({ id, kind: 'done' });
      case 'finish':
        this.opened().finish(this.call(question.call));
        this.calls.delete(question.call);
        return this.post({ id, kind: 'done' });
    }
  }

  private async open(id: number, { library, weights, options }: Opening): Promise<void> {
    const report = (progress: Progress) => this.post({ id, kind: 'progress', progress });
    const { module, keep } = await compile(library, this.read, report);
    const keeping = [keep];
    const sandbox = await Sandbox.create(module, console.warn);
    const lent: Record<string, { address: number; bytes: number }> = {};
    for (const file of weights) {
      const address = sandbox.allocate(file.size);
      keeping.push(await this.read(file, { view: () => sandbox.view(address, file.size) }, report));
      lent[file.name] = { address, bytes: file.size };
    }
    sandbox.open({ ...options, weights: lent });
    this.sandbox = sandbox;
    this.post({ id, kind: 'opened', manifest: sandbox.manifest() });
    for (const one of keeping) await one();
  }

  private async next(id: number, call: number): Promise<void> {
    for (;;) {
      const step = this.opened().next(this.call(call));
      if (step.kind === 'message') {
        return this.post(
          { id, kind: 'message', message: step.message },
          step.message.tensors.map(({ bytes }) => bytes),
        );
      }
      if (step.kind === 'end') return this.post({ id, kind: 'end' });
      await turn();
    }
  }

  private opened(): Sandbox {
    if (this.sandbox === undefined) throw new Error('the library is not open');
    return this.sandbox;
  }

  private call(number: number): SandboxCall {
    const call = this.calls.get(number);
    if (call === undefined) {
      throw new Failure(409, errorObject('this call has finished', 'invalid_request_error', 'finished'));
    }
    return call;
  }

  private post(answer: Answer, transfer: ArrayBuffer[] = []): void {
    this.port.postMessage(answer, transfer);
  }
}

/** Lets others say something meanwhile. A timer, which is made in turn after turn, would wait for four milliseconds in a browser. */
function turn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resume) => {
    (port1 as unknown as { onmessage: () => void }).onmessage = () => {
      port1.close();
      resume();
    };
    port2.postMessage(null);
  });
}

interface Compiled {
  readonly module: WebAssembly.Module;
  readonly keep: () => Promise<void>;
}

/** Compiles the library, whose digest is checked at every opening. */
async function compile(library: RemoteFile, read: Reader, report: (progress: Progress) => void): Promise<Compiled> {
  const bytes = new Uint8Array(library.size);
  const keep = await read(library, { view: () => bytes }, report);
  await verify(library, bytes);
  try {
    return { module: await WebAssembly.compile(bytes), keep };
  } catch (error) {
    await checkAllowed();
    const problem = `${library.name} cannot be loaded as a modelet: ${error instanceof Error ? error.message : error}`;
    throw new Failure(422, errorObject(problem, 'invalid_request_error', 'library_not_loadable'));
  }
}

/** Throws where the policy of a page forbids WebAssembly as a whole: not even a module without anything is compiled. */
async function checkAllowed(): Promise<void> {
  try {
    await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    const problem = `the browser does not let the library run (${reason}): a Content-Security-Policy must allow script-src 'wasm-unsafe-eval', also the one that comes with worker.js`;
    throw new Failure(500, errorObject(problem, 'server_error', 'worker_blocked'));
  }
}

function unexpected(error: unknown): Failure {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new Failure(500, errorObject(`a defect of Modelet: ${text}`, 'server_error', 'internal'));
}
