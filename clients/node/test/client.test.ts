/** `OpenAI` on the shared modelets. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as modelet from 'modelet';
import { given, rejection, SHAPES, type Shape, vectors, withoutIdentity } from './home.js';

const client = new modelet.OpenAI();
const blocked = modelet.load('fake').function('block');

/** Asks what a vector asks. */
function ask({ endpoint, body }: Shape): Promise<object> {
  switch (endpoint) {
    case 'chat.completions':
      return client.chat.completions.create(body as modelet.ChatCompletionCreateParams);
    default:
      return client.embeddings.create(body as modelet.EmbeddingCreateParams);
  }
}

describe('a shared request gives what every language gets', () => {
  for (const shape of SHAPES) {
    it(`${shape.endpoint}: ${shape.name}`, async () => {
      const steps: unknown[] = [];
      let answer: unknown;
      let refused: modelet.APIError | undefined;
      try {
        answer = await ask(shape);
        if (shape.steps !== undefined) for await (const step of answer as modelet.Stream<unknown>) steps.push(withoutIdentity(step));
      } catch (error) {
        assert.ok(error instanceof modelet.APIError, String(error));
        refused = error;
      }
      const { type, code, param } = refused ?? {};
      assert.deepEqual(refused && { type, code, param }, shape.error);
      assert.equal(refused?.status, shape.status);
      assert.deepEqual(steps, shape.steps ?? []);
      if (shape.answer !== undefined) assert.equal(JSON.stringify(withoutIdentity(answer)), JSON.stringify(shape.answer));
    });
  }
});

describe('embeddings', () => {
  it('are lists of numbers, and one tensor over the same memory', async () => {
    const response = await client.embeddings.create({ model: 'fake', input: ['a', 'b'] });
    assert.deepEqual(
      response.data.map(({ embedding }) => embedding),
      [
        [0, 1, 2],
        [1, 1, 2],
      ],
    );
    const tensor = response.toTensor();
    assert.deepEqual([tensor.dtype, tensor.shape], ['float32', [2, 3]]);
    assert.deepEqual(tensor.row(1).data, Float32Array.of(1, 1, 2));
    assert.equal(tensor.row(1).data.buffer, tensor.data.buffer);
    assert.deepEqual({ ...response.data[0] }, { object: 'embedding', index: 0, embedding: [0, 1, 2] });
  });

  it('have no tensor as base64', async () => {
    const response = await client.embeddings.create({ model: 'fake', input: 'a', encoding_format: 'base64' });
    assert.equal(response.data[0]?.embedding, 'AAAAAAAAgD8AAABA');
    assert.throws(() => response.toTensor(), TypeError);
  });

  it('take token ids in a typed array', async () => {
    const input = Uint32Array.of(2, 3);
    const [typed, list] = await Promise.all([
      client.embeddings.create({ model: 'engine', input }),
      client.embeddings.create({ model: 'engine', input: [...input] }),
    ]);
    assert.deepEqual(typed.data, list.data);
  });

  it('are refused for a lone surrogate, which the error finds', async () => {
    const create = client.embeddings.create({ model: 'fake', input: ['a', 'bc\ud800'] });
    await assert.rejects(create, /input\[1\] holds the lone surrogate U\+D800 at character 2/);
    const pair = await client.embeddings.create({ model: 'fake', input: 'a backslash: \\ud800 \u{1f600}' });
    assert.equal(pair.data.length, 1);
  });

  it('of ten megabytes pass', async () => {
    assert.equal((await client.embeddings.create({ model: 'fake', input: 'x'.repeat(10_000_000) })).data.length, 1);
  });

  it('of 400 large requests at the same time pass', async () => {
    const input = 'x'.repeat(20_000);
    const answers = await Promise.all(Array.from({ length: 400 }, () => client.embeddings.create({ model: 'fake', input })));
    assert.equal(answers.length, 400);
  });

  it('of more than 2,048 texts are refused', async () => {
    const create = client.embeddings.create({ model: 'engine', input: new Array<string>(2049).fill('a') });
    await assert.rejects(create, { name: 'BadRequestError', code: 'array_above_max_length' });
  });

  it('are the same alone, together and beside each other', async () => {
    const texts = Array.from({ length: 64 }, (_, index) => `text ${index}`);
    const together = await client.embeddings.create({ model: 'engine', input: texts });
    const alone = await Promise.all(texts.map((input) => client.embeddings.create({ model: 'engine', input })));
    assert.deepEqual(
      alone.map(({ data }) => data[0]?.embedding),
      together.data.map(({ embedding }) => embedding),
    );
  });

  it('of a sentence model are of length 1', async () => {
    const { data } = await client.embeddings.create({ model: '@local/minilm', input: ['a cat', 'a kitten', 'an invoice'] });
    const [cat = [], kitten = [], invoice = []] = data.map(({ embedding }) => embedding);
    const dot = (left: number[], right: number[]) => left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
    assert.ok(Math.abs(dot(cat, cat) - 1) < 1e-5);
    assert.ok(dot(cat, kitten) > dot(cat, invoice) + 0.2);
  });
});

describe('an error', () => {
  it('has the class and fields of the official SDK', async () => {
    const error = await rejection<modelet.APIError>(client.embeddings.create({ model: 'fake', input: [] }));
    assert.ok(error instanceof modelet.BadRequestError && error instanceof modelet.OpenAIError);
    assert.equal(error.message, '400 input must be 1 to 2048 items');
    assert.deepEqual(error.error, {
      message: 'input must be 1 to 2048 items',
      type: 'invalid_request_error',
      param: 'input',
      code: 'invalid_input',
    });
  });

  it('of an unknown name says what is near, and is forgotten when the name is there', async () => {
    await assert.rejects(client.embeddings.create({ model: 'fakke', input: 'a' }), /Did you mean @local\/fake/);
    await assert.rejects(client.models.retrieve('fakke'), { name: 'NotFoundError', status: 404 });
  });

  const cases = vectors<{ cases: { name: string; status: number; code: string; words: string }[] }>('tests/shapes/loading.json').cases;
  for (const { name, status, code, words } of cases) {
    it(`says why ${name} cannot be loaded, and the process goes on`, async () => {
      const error = await rejection<modelet.APIError>(modelet.load(name).call({}));
      assert.ok(error instanceof modelet.APIError, String(error));
      assert.deepEqual([error.status, error.code], [status, code], error.message);
      assert.ok(error.message.includes(words), error.message);
    });
  }

  it('says that a server is not for this client', () => {
    assert.throws(() => new modelet.OpenAI({ baseURL: 'http://localhost' } as modelet.ClientOptions), /openai\.OpenAI/);
  });

  it('of an endpoint that the modelet lacks lists those it has', async () => {
    const create = client.chat.completions.create({ model: 'engine', messages: [{ role: 'user', content: 'a' }] });
    await assert.rejects(create, { name: 'NotFoundError', code: 'unknown_endpoint' });
  });
});

describe('chat completions', () => {
  const body = { model: 'chat', messages: [{ role: 'user' as const, content: 'one| two| three' }] };

  it('are a whole answer or a stream, as their types say', async () => {
    const whole = await client.chat.completions.create(body);
    assert.equal(whole.choices[0]?.message.content, 'one two three');
    const parts: string[] = [];
    for await (const chunk of await client.chat.completions.create({ ...body, stream: true }))
      parts.push(chunk.choices[0]?.delta.content ?? '');
    assert.equal(parts.join(''), 'one two three');
  });

  it('stream 32 at a time, each its own', async () => {
    const say = async (text: string) => {
      let said = '';
      const messages = [{ role: 'user' as const, content: text }];
      for await (const chunk of await client.chat.completions.create({ model: 'chat', messages, stream: true }))
        said += chunk.choices[0]?.delta.content ?? '';
      return said;
    };
    const texts = Array.from({ length: 32 }, (_, index) => `${index}|`.repeat(20));
    assert.deepEqual(
      await Promise.all(texts.map(say)),
      texts.map((text) => text.replaceAll('|', '')),
    );
  });

  it('end when they are aborted, by signal and by controller', async () => {
    const endless = { ...body, messages: [{ role: 'user' as const, content: 'endless' }], stream: true as const };
    const controller = new AbortController();
    const signalled = await client.chat.completions.create(endless, { signal: controller.signal });
    assert.equal(await given(signalled, 5, () => controller.abort()), 5);
    const stream = await client.chat.completions.create(endless);
    assert.equal(await given(stream, 5, () => stream.controller.abort()), 5);
  });
});

describe('models', () => {
  it('are listed, with and without await', async () => {
    const page = await client.models.list();
    const ids: string[] = [];
    for await (const model of client.models.list()) ids.push(model.id);
    assert.deepEqual(
      page.data.map(({ id }) => id),
      ids,
    );
    assert.ok(ids.includes('@local/minilm'));
    assert.equal(page.hasNextPage(), false);
    const model = await client.models.retrieve('@local/fake');
    assert.deepEqual([model.object, model.owned_by, model.created > 0], ['model', 'local', true]);
  });
});

describe('a call', () => {
  it('is cancelled by its signal, at once when that was aborted before', async () => {
    const controller = new AbortController();
    const call = blocked.call({}, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await assert.rejects(call, { name: 'APIUserAbortError' });
    await assert.rejects(blocked.call({}, { signal: AbortSignal.abort() }), { name: 'APIUserAbortError' });
    await assert.rejects(client.embeddings.create({ model: 'fake', input: 'a' }, { signal: AbortSignal.abort() }), {
      name: 'APIUserAbortError',
    });
  });

  it('is cancelled when its time is up', async () => {
    await assert.rejects(blocked.call({}, { timeout: 20 }), { name: 'APIConnectionTimeoutError', message: 'Request timed out.' });
  });

  it('that waits for a thread can be cancelled, and the loop goes on meanwhile', async () => {
    const controller = new AbortController();
    const calls = Array.from({ length: 8 }, () => blocked.call({}, { signal: controller.signal }));
    const settled = Promise.allSettled(calls);
    await assert.rejects(blocked.call({}, { timeout: 20 }), { name: 'APIConnectionTimeoutError' });
    const { readFile } = await import('node:fs/promises');
    assert.ok((await readFile(new URL(import.meta.url))).length > 0); // needs a thread of the same pool
    controller.abort();
    for (const { status } of await settled) assert.equal(status, 'rejected');
    assert.deepEqual(await modelet.load('fake').call({ value: 1 }), { value: 1 });
  });
});
