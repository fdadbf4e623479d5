/** A library in a thread of its own, as the client's seam (`engine.ts`) has it. */

import type { Call, Control, Instance, Manifest, Message } from '../engine.js';
import { cancelled, errorObject, Failure } from '../errors.js';
import { Tensor } from '../tensor.js';
import type { Answer, Opening, PlainMessage, Progress, Question } from './protocol.js';
import type { Thread } from './thread.js';

type Asked = Question extends infer One ? (One extends Question ? Omit<One, 'id'> : never) : never;

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (failure: Failure) => void;
}

const STUCK_MILLISECONDS = 5000;

/** Questions to a thread, and who waits for their answers. */
class Line {
  private readonly waiting = new Map<number, Waiting>();
  private asked = 0;
  private wanted = 0;
  ended: Failure | undefined;

  constructor(
    private readonly thread: Thread,
    private readonly report: (progress: Progress) => void,
  ) {
    thread.onanswer = (answer) => this.take(answer);
    thread.onend = (failure) => this.end(failure);
  }

  ask(question: Asked, transfer: ArrayBuffer[] = []): Promise<Answer> {
    if (this.ended !== undefined) return Promise.reject(this.ended);
    return new Promise((resolve, reject) => {
      this.asked += 1;
      this.waiting.set(this.asked, { resolve, reject });
      this.thread.post({ ...question, id: this.asked } as Question, transfer);
    });
  }

  /** Waits for what a caller wants, rather than for the end of what it no longer does. */
  async want<T>(answer: Promise<T>): Promise<T> {
    this.wanted += 1;
    try {
      return await answer;
    } finally {
      this.wanted -= 1;
    }
  }

  /** Ends a thread that does not come to an answer for seconds, while nobody wants anything of it. */
  expect(answer: Promise<unknown>): void {
    const ending = setTimeout(() => {
      if (this.wanted === 0) this.end(stuck());
    }, STUCK_MILLISECONDS);
    const heard = () => clearTimeout(ending);
    answer.then(heard, heard);
  }

  private take(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (answer.kind === 'progress') {
      this.report(answer.progress);
      return;
    }
    this.waiting.delete(answer.id);
    if (this.waiting.size === 0) this.thread.idle?.();
    if (answer.kind !== 'failed') {
      waiting?.resolve(answer);
      return;
    }
    const failure = new Failure(answer.status, answer.error);
    waiting?.reject(failure);
    if (answer.error.code === 'trapped') this.end(failure);
  }

  /** Ends the thread: whoever waits is told, and nothing can be asked any more. */
  end(failure: Failure): void {
    if (this.ended !== undefined) return;
    this.ended = failure;
    this.thread.terminate();
    for (const { reject } of this.waiting.values()) reject(failure);
    this.waiting.clear();
  }
}

function stuck(): Failure {
  const problem = `the thread of the library was ended, which did not leave a call that was cancelled for ${STUCK_MILLISECONDS / 1000} seconds; the next call opens it anew`;
  return new Failure(500, errorObject(problem, 'server_error', 'trapped'));
}

/** Opens a library in a thread that was started for it. */
export async function openRemote(thread: Thread, opening: Opening, report: (progress: Progress) => void): Promise<RemoteInstance> {
  const line = new Line(thread, report);
  try {
    const answer = await line.ask({ kind: 'open', opening });
    if (answer.kind === 'opened') return new RemoteInstance(line, answer.manifest as Manifest);
    throw new Failure(500, errorObject('the thread of the library answered something else', 'server_error', 'internal'));
  } catch (error) {
    line.end(error as Failure);
    throw error;
  }
}

/** An opened library. `ended` says why its thread is gone, once it is. */
export class RemoteInstance implements Instance {
  constructor(
    private readonly line: Line,
    readonly manifest: Manifest,
  ) {}

  get ended(): Failure | undefined {
    return this.line.ended;
  }

  async start(request: string, tensors: readonly Tensor[], control: Control): Promise<Call> {
    const plain = tensors.map(({ dtype, shape, data }) => ({ dtype, shape, bytes: data.slice().buffer as ArrayBuffer }));
    const asked = this.line.ask(
      { kind: 'start', request, tensors: plain },
      plain.map(({ bytes }) => bytes),
    );
    const started = asked.then((answer) => new RemoteCall(this.line, answer.kind === 'started' ? answer.call : 0));
    try {
      const call = await this.line.want(control.wait(started));
      control.attach(call);
      return call;
    } catch (error) {
      this.line.expect(started.then((call) => call.finish()));
      throw error;
    }
  }
}

class RemoteCall implements Call {
  private running: ((failure: Failure) => void) | undefined;
  private isCancelled = false;
  private finished = false;

  constructor(
    private readonly line: Line,
    private readonly call: number,
  ) {}

  async next(): Promise<Message | undefined> {
    if (this.running !== undefined) throw refusal('somebody is waiting for this call already', 'busy');
    if (this.finished) throw refusal('this call has finished', 'finished');
    if (this.isCancelled) throw cancelled();
    const ended = new Promise<never>((_, reject) => {
      this.running = reject;
    });
    try {
      const answer = await this.line.want(Promise.race([this.line.ask({ kind: 'next', call: this.call }), ended]));
      return answer.kind === 'message' ? messageOf(answer.message) : undefined;
    } finally {
      this.running = undefined;
    }
  }

  /** Whoever waits is told at once; the thread hears of it when its step is done. */
  cancel(): void {
    if (this.isCancelled || this.finished) return;
    this.isCancelled = true;
    this.line.expect(this.line.ask({ kind: 'cancel', call: this.call }));
    this.running?.(cancelled());
  }

  finish(): void {
    if (this.finished) return;
    this.cancel();
    this.finished = true;
    this.line.ask({ kind: 'finish', call: this.call }).catch(() => undefined);
  }
}

function refusal(message: string, code: string): Failure {
  return new Failure(409, errorObject(message, 'invalid_request_error', code));
}

function messageOf({ text, tensors }: PlainMessage): Message {
  return {
    text,
    tensors: tensors.map(({ dtype, shape, bytes }) => Tensor.over(dtype, shape, bytes)),
    json: () => JSON.parse(text),
  };
}
