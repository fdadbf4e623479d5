/** `load(name).call({…})`: values both ways, generators, errors, memory. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as modelet from 'modelet';
import { Catalog } from '../dist/catalog.js';
import { answerTo, Control } from '../dist/engine.js';
import type { JsonValue } from '../dist/json.js';
import { decode, encode } from '../dist/values.js';
import { HOME, rejection, vectors } from './home.js';

type Raised = { class: string; message: string };
type Case = {
  name: string;
  function: string;
  arguments: Record<string, JsonValue>;
  value?: JsonValue;
  yields?: JsonValue[];
  raises?: Raised;
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const catalog = new Catalog();

/** Collects garbage until `done`, as long as a test may take. */
async function collectUntil(done: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 200; round += 1) {
    collect();
    await turn();
    if (await done()) return;
  }
  assert.fail('something is still in use');
}

async function stats(name: string): Promise<{ calls: { running: number }; memory: { used: number } }> {
  return (await answerTo(await catalog.instance(name), '{"control":"stats"}', [], new Control())).json() as never;
}

const running = async (name: string) => (await stats(name)).calls.running - 1; // the question itself

describe('a shared call gives what every language gets', () => {
  const { model, cases } = vectors<{ model: string; cases: Case[] }>('tests/shapes/calls.json');
  const compiled = modelet.load(model);
  const same = (json: string) => JSON.parse(json) as unknown; // 1.0 is 1 here

  for (const item of cases) {
    it(item.name, async () => {
      const values = Object.fromEntries(Object.entries(item.arguments).map(([name, value]) => [name, decode(value, [])]));
      const yielded: unknown[] = [];
      let [value, raised]: [unknown, Raised | undefined] = [undefined, undefined];
      try {
        value = await compiled.function(item.function).call(values);
        if (item.yields !== undefined) for await (const part of value as AsyncIterable<unknown>) yielded.push(part);
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        raised = { class: error.name, message: error.message };
      }
      assert.deepEqual(raised, item.raises);
      assert.deepEqual(yielded, item.yields ?? []);
      if (item.value !== undefined) assert.deepEqual(same(encode(value, [])), item.value);
    });
  }
});

describe('a function', () => {
  it('gives and takes tensors without a change', async () => {
    const value = [
      new modelet.Tensor('int16', [2, 3], Int16Array.from([1, 2, 3, 4, 5, 6])),
      new modelet.Tensor('float16', [2, 0, 3], new Uint16Array(0)),
      Float64Array.of(1.5),
    ];
    const back = (await modelet.load('engine').function('echo').call({ value })) as { value: modelet.Tensor[] };
    assert.deepEqual(back.value.slice(0, 2), value.slice(0, 2));
    assert.deepEqual(back.value[2], modelet.Tensor.of(value[2] as Float64Array));
  });

  it('is described by its manifest', async () => {
    const compiled = modelet.load('compiled');
    assert.deepEqual(await compiled.functions(), ['shout', 'half', 'check', 'same', 'lookup', 'spell']);
    assert.deepEqual(
      (await compiled.parameters()).map(({ name, required }) => [name, required]),
      [
        ['text', true],
        ['times', false],
      ],
    );
    assert.equal((await compiled.manifest()).name, '@local/compiled');
    await assert.rejects(compiled.function('none').call(), /shout, half/);
  });

  it('is found in a layout folder', async () => {
    const folder = `${HOME}/registry/local/fake`;
    assert.deepEqual(await modelet.load(folder).call({ value: 1 }), { value: 1 });
    assert.deepEqual(await modelet.load(pathToFileURL(folder)).call({ value: 1 }), { value: 1 });
  });

  it('is opened once for each set of options', async () => {
    const other = new Catalog();
    assert.equal(await catalog.instance('fake'), await other.instance('@local/fake:latest'));
    assert.notEqual(await catalog.instance('fake'), await new Catalog({ seed: 3 }).instance('fake'));
    await assert.rejects(modelet.load('engine', { seed: -1 }).call({ texts: [] }), { name: 'BadRequestError', code: 'invalid_options' });
  });

  it('that needs more memory than allowed raises MemoryError', async () => {
    const limited = modelet.load('engine', { memoryLimit: 4096 }).function('echo');
    await assert.rejects(limited.call({ value: new Float64Array(10_000) }), { name: 'MemoryError' });
    assert.deepEqual(await limited.call({ value: 1 }), { value: 1 });
  });

  it('raises an exception of Python with its class', async () => {
    const error = await rejection<modelet.FunctionError>(modelet.load('fake').function('raise').call());
    assert.ok(error instanceof modelet.FunctionError);
    assert.deepEqual([error.name, error.pythonClass, error.message], ['KeyError', 'KeyError', "'missing'"]);
  });
});

describe('a stream', () => {
  const count = modelet.load('engine').function('count');

  it('ends by itself, and frees its call when it is left', async () => {
    const all: unknown[] = [];
    for await (const value of (await count.call({ stop: 4 })) as modelet.Stream<unknown>) all.push(value);
    assert.deepEqual(all, [0, 1, 2, 3]);
    for await (const value of (await count.call({ stop: 10 ** 9 })) as modelet.Stream<unknown>) if (value === 2) break;
    assert.equal(await running('engine'), 0);
  });

  it('ends when it is closed or its controller aborts', async () => {
    const stream = (await count.call({ stop: 10 ** 9 })) as modelet.Stream<number>;
    const seen: number[] = [];
    for await (const value of stream) {
      seen.push(value);
      if (value === 3) stream.controller.abort();
    }
    assert.deepEqual(seen, [0, 1, 2, 3]);
    assert.equal(await running('engine'), 0);
  });

  it('is cancelled by the signal of its call', async () => {
    const controller = new AbortController();
    const stream = (await count.call({ stop: 10 ** 9 }, { signal: controller.signal })) as modelet.Stream<number>;
    const read = async () => {
      for await (const value of stream) if (value === 3) controller.abort();
    };
    await assert.rejects(read(), { name: 'APIUserAbortError' });
    assert.equal(await running('engine'), 0);
  });

  it('that is forgotten frees its call', async () => {
    await (async () => void (await count.call({ stop: 10 ** 9 })))();
    await collectUntil(async () => (await running('engine')) === 0);
  });

  it('is one of 32 at the same time', async () => {
    const sum = async (stop: number) => {
      let total = 0;
      for await (const value of (await count.call({ stop })) as modelet.Stream<number>) total += value;
      return total;
    };
    const totals = await Promise.all(Array.from({ length: 32 }, (_, index) => sum(20 + index)));
    assert.deepEqual(
      totals,
      Array.from({ length: 32 }, (_, index) => ((20 + index) * (19 + index)) / 2),
    );
  });

  it('is a ReadableStream of lines as well', async () => {
    const stream = (await count.call({ stop: 3 })) as modelet.Stream<number>;
    assert.equal(await new Response(stream.toReadableStream()).text(), '0\n1\n2\n');
  });
});

describe('a tensor of an answer', () => {
  it('outlives its call, is no copy, and gives its memory back', async () => {
    const embed = modelet.load('engine2').function('embed');
    await embed.call({ texts: ['a'] });
    await collectUntil(async () => (await stats('engine2')).memory.used === 0);
    let view: modelet.Tensor | undefined = ((await embed.call({ texts: new Array(1000).fill('a') })) as modelet.Tensor).row(10);
    collect();
    await turn();
    assert.ok((await stats('engine2')).memory.used >= 24_000);
    const alone = (await embed.call({ texts: ['a'] })) as modelet.Tensor;
    assert.deepEqual(view.data, alone.data);
    view = undefined;
    await collectUntil(async () => (await stats('engine2')).memory.used <= 24);
  });

  it('cannot be taken away by another thread', async () => {
    const tensor = (await modelet.load('engine').call({ texts: ['a', 'b'] })) as modelet.Tensor;
    const buffer = tensor.data.buffer as ArrayBuffer;
    const copy = Float32Array.from(tensor.data as Float32Array);
    try {
      structuredClone(buffer, { transfer: [buffer] });
    } catch {
      // newer releases of Node refuse, older ones copy
    }
    assert.throws(() => (buffer as ArrayBuffer & { transfer(): void }).transfer(), TypeError);
    assert.deepEqual(tensor.data, copy);
  });
});
