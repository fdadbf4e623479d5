/** Artifacts without a native variant for this host: Node.js runs the one for WebAssembly. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as modelet from 'modelet';
import { explain } from 'modelet/resolver';
import { given, ROOT, rejection, runNode, SHAPES, withoutIdentity } from './home.js';

const REGISTRY = fileURLToPath(new URL('build/wasm-home/registry', ROOT));
const client = new modelet.OpenAI({ registry: REGISTRY });
const BUILT = ['engine', 'chat', 'talk', 'words']; // of the vectors, what tests/registry.py builds for WebAssembly

describe('a modelet without a native variant', () => {
  it('is taken in a sandbox, and says so', async () => {
    const [considered] = await explain('@local/engine', { registry: REGISTRY });
    assert.equal(considered?.taken, true);
    assert.match(considered?.reason ?? '', /in a sandbox/);
  });

  for (const shape of SHAPES.filter(({ body, steps }) => BUILT.includes(body.model) && steps === undefined)) {
    it(`gives what every language gets: ${shape.endpoint}: ${shape.name}`, async () => {
      const asked =
        shape.endpoint === 'chat.completions'
          ? client.chat.completions.create(shape.body as modelet.ChatCompletionCreateParams)
          : client.embeddings.create(shape.body as modelet.EmbeddingCreateParams);
      if (shape.error === undefined) {
        assert.deepEqual(JSON.parse(JSON.stringify(withoutIdentity(await asked))), shape.answer);
        return;
      }
      const { type, code, param, status } = await rejection<modelet.APIError>(asked);
      assert.deepEqual({ type, code, param, status }, { ...shape.error, status: shape.status });
    });
  }

  it('streams, and stops when it is told to', async () => {
    const abort = new AbortController();
    const stream = (await modelet
      .load('engine', { registry: REGISTRY })
      .function('count')
      .call({ stop: 1e6 }, { signal: abort.signal })) as modelet.Stream<number>;
    assert.equal(await given(stream, 3, () => true), 3);
    const messages = [{ role: 'user' as const, content: 'Hel|lo| world' }];
    let said = '';
    for await (const chunk of await client.chat.completions.create({ model: 'chat', messages, stream: true }))
      said += chunk.choices[0]?.delta.content ?? '';
    assert.equal(said, 'Hello world');
  });

  it('that traps is a typed error of its calls, and the next call opens it anew', async () => {
    const compiled = modelet.load('compiled', { registry: REGISTRY });
    const vast = compiled.function('shout').call({ text: 'a'.repeat(1 << 20), times: 1_000_000 });
    await assert.rejects(vast, (error: Error) => error.name === 'MemoryError' || (error as modelet.APIError).code === 'trapped');
    assert.equal(await compiled.function('shout').call({ text: 'ab', times: 2 }), 'ABAB');
  });

  it('keeps no process alive that has nothing more to do', async () => {
    const ended = await runNode(`
      const client = new modelet.OpenAI({ registry: ${JSON.stringify(REGISTRY)} });
      console.log((await client.embeddings.create({ model: 'engine', input: ['a'] })).data.length);`);
    assert.deepEqual(ended, { code: 0, signal: null, output: '1\n' });
  });
});
