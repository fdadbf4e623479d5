/** The same library in Node.js: from a folder, in a worker thread. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type * as Internals from './internals.js';
import { expected, observe, observeCall } from './observe.js';
import { CALLS, REGISTRY, SHAPES } from './vectors.js';

const modelet = (await import(new URL('./bundle/internals.js', import.meta.url).href)) as typeof Internals;
const client = new modelet.OpenAI({ registry: REGISTRY });

describe('a shared request gives what every language gets', () => {
  for (const shape of SHAPES) {
    it(`${shape.endpoint}: ${shape.name}`, async () => assert.deepEqual(await observe(modelet, client, shape), expected(shape)));
  }
});

describe('a shared call gives what every language gets', () => {
  const compiled = modelet.load(CALLS.model, { registry: REGISTRY });
  for (const item of CALLS.cases) {
    it(item.name, async () => {
      const { arguments: _, function: __, ...wanted } = item;
      assert.deepEqual(await observeCall(modelet, compiled, item), wanted);
    });
  }
});

describe('a call', () => {
  const engine = modelet.load('engine', { registry: REGISTRY });

  it('gives and takes tensors without a change', async () => {
    const value = [
      new modelet.Tensor('int16', [2, 3], Int16Array.from([1, 2, 3, 4, 5, 6])),
      new modelet.Tensor('float16', [2, 0, 3], new Uint16Array(0)),
    ];
    const back = (await engine.function('echo').call({ value })) as { value: Internals.Tensor[] };
    assert.deepEqual(back.value, value);
  });

  it('ends when its signal is aborted, between two answers', async () => {
    const abort = new AbortController();
    const stream = (await engine.function('count').call({ stop: 1000 }, { signal: abort.signal })) as Internals.Stream<number>;
    const seen: number[] = [];
    const reading = (async () => {
      for await (const number of stream) {
        seen.push(number);
        if (number === 3) abort.abort();
      }
    })();
    await assert.rejects(reading, modelet.APIUserAbortError);
    assert.deepEqual(seen, [0, 1, 2, 3]);
  });

  it('for a whole answer ends when its signal is aborted, and leaves the library free', async () => {
    const ask = (content: string, signal?: AbortSignal) =>
      client.chat.completions.create({ model: 'chat', messages: [{ role: 'user', content }] }, { signal });
    assert.equal((await ask('a|b')).choices[0]?.message.content, 'ab');
    await assert.rejects(ask('endless', AbortSignal.timeout(100)), modelet.APIUserAbortError);
    assert.equal((await ask('c|d', AbortSignal.timeout(5000))).choices[0]?.message.content, 'cd');
  });

  it('that hears of nothing is given up with its thread, and the next one opens the library anew', async () => {
    await assert.rejects(engine.function('work').call({}, { signal: AbortSignal.timeout(100) }), modelet.APIUserAbortError);
    const late = engine.function('echo').call({ value: 1 }, { signal: AbortSignal.timeout(1000) });
    await assert.rejects(late, modelet.APIUserAbortError); // it waited for the same thread
    await new Promise((resume) => setTimeout(resume, 5500));
    assert.deepEqual(await engine.function('echo').call({ value: 1 }, { signal: AbortSignal.timeout(20_000) }), { value: 1 });
  });

  it('runs beside others of the same library', async () => {
    const collect = async () => {
      const seen: unknown[] = [];
      for await (const number of (await engine.function('count').call({ stop: 20 })) as AsyncIterable<number>) seen.push(number);
      return seen.length;
    };
    assert.deepEqual(await Promise.all(Array.from({ length: 8 }, collect)), new Array(8).fill(20));
  });

  it('is refused for a name that is not there, and for a path', async () => {
    await assert.rejects(client.embeddings.create({ model: '@local/nobody', input: 'a' }), modelet.NotFoundError);
    await assert.rejects(new modelet.OpenAI().embeddings.create({ model: '@local/engine', input: 'a' }), { code: 'unsupported_registry' });
  });
});

describe('a library that traps', () => {
  it('is a typed error of its calls, and the next call opens it anew', async () => {
    const compiled = modelet.load('compiled', { registry: REGISTRY });
    const vast = compiled.function('shout').call({ text: 'a'.repeat(1 << 20), times: 1_000_000 });
    await assert.rejects(vast, (error: Error) => error.name === 'MemoryError' || (error as Internals.APIError).code === 'trapped');
    assert.equal(await compiled.function('shout').call({ text: 'ab', times: 2 }), 'ABAB');
  });
});

describe('a download', () => {
  const stalling = (pieces: number) => {
    let left = pieces;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(1)) : new Promise(() => undefined)),
      cancel: () => {
        isCancelled = true;
      },
    });
    return { body, ended: () => isCancelled };
  };

  it('that goes silent has stalled, after what came', async () => {
    const { body } = stalling(3);
    let stopped = 0;
    const seen: number[] = [];
    const reading = (async () => {
      for await (const piece of modelet.alive(body, 100, () => (stopped += 1)) as unknown as AsyncIterable<Uint8Array>)
        seen.push(piece.length);
    })();
    await assert.rejects(
      reading,
      (error: Error) => error instanceof modelet.Stalled && /no bytes came for 0.1 seconds/.test(error.message),
    );
    assert.deepEqual([seen, stopped], [[1, 1, 1], 1]);
  });

  it('that is given up is given up there too', async () => {
    const { body, ended } = stalling(1);
    await modelet.alive(body, 1000, () => undefined).cancel();
    assert.ok(ended());
  });

  it('from a server that never answers has stalled', async () => {
    const { createServer } = await import('node:net');
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await assert.rejects(modelet.fetchAlive(`http://127.0.0.1:${port}/`, undefined, 100), modelet.Stalled);
    server.close();
  });
});

describe('what is kept', () => {
  it('is nothing where there is no browser', async () => assert.deepEqual(await modelet.keptFiles(), []));
});
