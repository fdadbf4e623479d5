/** Answers that come one after the other. */

import { type Limits, limited } from './control.js';
import { type Call, Control, type Instance, type Message } from './engine.js';
import type { Tensor } from './tensor.js';

/** Calls whose stream was forgotten are freed as if it had been closed. */
const forgotten = new FinalizationRegistry<() => void>((free) => free());

/**
 * Ends a call, as its signal does also while nobody waits for an answer. It is made outside of the stream: a function keeps all that is
 * used by any other one made beside it, and would keep the stream from being forgotten.
 */
function finishing(call: Call, signal: AbortSignal | null | undefined): () => void {
  const finish = () => call.finish();
  signal?.addEventListener('abort', finish, { once: true });
  return () => {
    signal?.removeEventListener('abort', finish);
    finish();
  };
}

/**
 * What a call yields, once. Leaving a `for await` loop, `close()`, `controller.abort()` or forgetting the stream cancels the call
 * and frees it.
 */
export class Stream<Item> implements AsyncIterable<Item> {
  /** Aborting it ends the stream, as in the official SDK. */
  readonly controller = new AbortController();
  private first: Promise<Message | undefined> | undefined;
  private closed = false;
  private readonly free: () => void;

  private constructor(
    private readonly call: Call,
    private readonly control: Control,
    first: Message | undefined,
    private readonly limits: Limits,
    private readonly read: (message: Message) => Item,
    /** What to throw for an error; undefined where the stream just ends. */
    private readonly explain: (error: unknown) => unknown,
  ) {
    this.first = Promise.resolve(first);
    this.free = finishing(call, limits.signal);
    forgotten.register(this, this.free, this);
    this.controller.signal.addEventListener('abort', () => this.close(), { once: true });
  }

  /** Starts a request and waits for its first answer, so that an error of the request is an error here. */
  static async start<Item>(
    instance: Instance,
    request: string,
    tensors: readonly Tensor[],
    limits: Limits,
    read: (message: Message) => Item,
    explain: (error: unknown) => unknown,
  ): Promise<Stream<Item>> {
    const control = new Control();
    const begin = async () => {
      const call = await instance.start(request, tensors, control);
      try {
        return { call, first: await call.next() };
      } catch (error) {
        call.finish();
        throw error;
      }
    };
    const { call, first } = await limited(limits, begin, control);
    return new Stream(call, control, first, limits, read, explain);
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    try {
      while (!this.closed) {
        const message = await this.next();
        if (message === undefined) return;
        yield this.read(message);
      }
    } catch (error) {
      const explained = this.explain(error);
      if (!this.closed && explained !== undefined) throw explained; // a stream that was closed just ends
    } finally {
      this.close();
    }
  }

  private next(): Promise<Message | undefined> {
    const { first } = this;
    this.first = undefined;
    return first ?? limited(this.limits, () => this.call.next(), this.control);
  }

  /** Ends the call. Any number of times. */
  close(): void {
    this.closed = true;
    forgotten.unregister(this);
    this.free();
  }

  /** The items as lines of JSON, as the official SDK has it. */
  toReadableStream(): ReadableStream<Uint8Array> {
    const items = this[Symbol.asyncIterator]();
    return new ReadableStream({
      async pull(controller) {
        const { done, value } = await items.next();
        if (done) controller.close();
        else controller.enqueue(new TextEncoder().encode(`${JSON.stringify(value)}\n`));
      },
      cancel: () => this.close(),
    });
  }
}
