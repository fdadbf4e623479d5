/** The official SDKs over `modelet.fetch` give the objects that modelet's own client gives. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import * as modelet from 'modelet';
import openai from 'openai';
import { Catalog } from '../dist/catalog.js';
import { answerTo, Control } from '../dist/engine.js';
import { given, rejection, SHAPES, withoutIdentity } from './home.js';

const official = new openai.OpenAI({ apiKey: 'unused', fetch: modelet.fetch });
const own = new modelet.OpenAI();
const catalog = new Catalog();

/** Calls that have not finished. */
async function running(name: string): Promise<number> {
  const stats = (await answerTo(await catalog.instance(name), '{"control":"stats"}', [], new Control())).json() as {
    calls: { running: number };
  };
  return stats.calls.running - 1; // the question itself
}

describe('a shared request over fetch gives what every language gets', () => {
  for (const shape of SHAPES) {
    it(`${shape.endpoint}: ${shape.name}`, async () => {
      const path = shape.endpoint.replace('.', '/');
      const answer = await modelet.fetch(`http://modelet/v1/${path}`, { method: 'POST', body: JSON.stringify(shape.body) });
      assert.equal(answer.status, shape.status ?? 200);
      assert.match(answer.headers.get('x-request-id') ?? '', /^req_[0-9a-f]{32}$/);
      assert.equal(answer.headers.get('request-id'), answer.headers.get('x-request-id'));
      const text = await answer.text();
      const events =
        shape.steps === undefined ? [text] : text.split('\n\n').flatMap((event) => (event === '' ? [] : [event.slice('data: '.length)]));
      if (shape.steps !== undefined && shape.error === undefined) assert.equal(events.pop(), '[DONE]');
      const parts = events.map((event) => JSON.parse(event) as { error?: object });
      const errors = parts.flatMap(({ error }) => (error === undefined ? [] : [error]));
      assert.deepEqual(
        errors.map((error) => ({ ...error, message: '' })),
        shape.error === undefined ? [] : [{ ...shape.error, message: '' }],
      );
      const answers = parts.filter(({ error }) => error === undefined).map(withoutIdentity);
      assert.equal(JSON.stringify(answers), JSON.stringify(shape.steps ?? [shape.answer].filter((whole) => whole !== undefined)));
    });
  }
});

describe('the official SDK', () => {
  const bodies = [
    { model: 'engine', input: ['a', 'b', 'é\u{1f600}', ' '] },
    { model: 'engine', input: 'one text', encoding_format: 'float' as const },
    { model: 'fake', input: 'one text', encoding_format: 'base64' as const },
    {
      model: 'engine',
      input: [
        [2, 3],
        [0, 4, 1],
      ],
    },
  ];
  for (const body of bodies) {
    it(`gives equal objects: ${JSON.stringify(body)}`, async () => {
      const [theirs, ours] = await Promise.all([official.embeddings.create(body), own.embeddings.create(body)]);
      assert.equal(JSON.stringify(ours), JSON.stringify(theirs));
    });
  }

  it('gives equal chat completions, whole and in steps', async () => {
    const body = { model: 'chat', messages: [{ role: 'user' as const, content: 'Hel|lo |wor|ld' }], logprobs: true, n: 2 };
    const [theirs, ours] = await Promise.all([official.chat.completions.create(body), own.chat.completions.create(body)]);
    assert.equal(JSON.stringify(withoutIdentity(ours)), JSON.stringify(withoutIdentity(theirs)));
    const collect = async (stream: AsyncIterable<unknown>) => {
      const steps: unknown[] = [];
      for await (const step of stream) steps.push(withoutIdentity(step));
      return JSON.stringify(steps);
    };
    const streams = [
      await official.chat.completions.create({ ...body, stream: true }),
      await own.chat.completions.create({ ...body, stream: true }),
    ];
    const [theirSteps, ourSteps] = await Promise.all(streams.map(collect));
    assert.equal(ourSteps, theirSteps);
  });

  it('gives an equal error in the middle of a stream', async () => {
    const body = { model: 'chat', messages: [{ role: 'user' as const, content: 'a|boom' }], stream: true as const };
    const drain = async (stream: AsyncIterable<unknown>) => {
      for await (const _ of stream);
    };
    const theirs = await rejection<InstanceType<typeof openai.APIError>>(drain(await official.chat.completions.create(body)));
    const ours = await rejection<modelet.APIError>(drain(await own.chat.completions.create(body)));
    assert.equal(ours.constructor.name, theirs.constructor.name);
    for (const field of ['message', 'status', 'code', 'param', 'type', 'error'] as const)
      assert.deepEqual(ours[field], theirs[field], field);
  });

  it('leaves nothing running when its stream is left', async () => {
    const body = { model: 'chat', messages: [{ role: 'user' as const, content: 'endless' }], stream: true as const };
    assert.equal(await given(await official.chat.completions.create(body), 5, () => true), 5);
    assert.equal(await running('chat'), 0);
  });

  it('gives equal errors, without a retry', async () => {
    let asked = 0;
    const counted: typeof fetch = (input, init) => {
      asked += 1;
      return modelet.fetch(input, init);
    };
    const client = new openai.OpenAI({ apiKey: 'unused', fetch: counted, maxRetries: 5 });
    const refused = [
      { model: 'fakke', input: 'a' },
      { model: 'engine', input: 'crash' },
      { model: 'future', input: 'a' },
      { model: 'engine', input: [] },
    ];
    for (const body of refused) {
      const theirs = await rejection<InstanceType<typeof openai.APIError>>(client.embeddings.create(body));
      const ours = await rejection<modelet.APIError>(own.embeddings.create(body));
      assert.equal(ours.constructor.name, theirs.constructor.name);
      for (const field of ['message', 'status', 'code', 'param', 'type', 'error'] as const)
        assert.deepEqual(ours[field], theirs[field], field);
    }
    assert.equal(asked, refused.length);
  });

  it('lists and retrieves models', async () => {
    const ids: string[] = [];
    for await (const model of official.models.list()) ids.push(model.id);
    assert.deepEqual(
      ids,
      (await own.models.list()).data.map(({ id }) => id),
    );
    assert.deepEqual({ ...(await official.models.retrieve('@local/fake')) }, await own.models.retrieve('@local/fake'));
  });

  it('is aborted by its signal and its timeout', async () => {
    const block: typeof fetch = async (input, init) => {
      const { signal } = new Request(input, init);
      await modelet.load('fake').function('block').call({}, { signal });
      return assert.fail();
    };
    const client = new openai.OpenAI({ apiKey: 'unused', fetch: block, maxRetries: 0 });
    const body = { model: 'fake', input: 'a' };
    await assert.rejects(client.embeddings.create(body, { timeout: 30 }));
    await assert.rejects(official.embeddings.create(body, { signal: AbortSignal.abort() }), {
      name: 'Error',
      message: 'Request was aborted.',
    });
  });

  it('of Anthropic gets its own exception class', async () => {
    const client = new Anthropic({ apiKey: 'unused', fetch: modelet.fetch });
    const create = client.messages.create({ model: 'engine', max_tokens: 1, messages: [{ role: 'user', content: 'a' }] });
    await assert.rejects(create, (error) => error instanceof Anthropic.NotFoundError && error.type === 'not_found_error');
  });
});

describe('a stream that is aborted', () => {
  const body = { model: 'chat', messages: [{ role: 'user' as const, content: 'a|'.repeat(20_000) }], stream: true as const };

  /** Waits until no call of the model has more to do. */
  async function freed(): Promise<void> {
    for (const end = Date.now() + 5000; (await running('chat')) > 0; ) {
      assert.ok(Date.now() < end, 'the call still runs');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  it('just ends for the official SDK, at whatever moment', async () => {
    for (const milliseconds of [0, 1, 5, 20]) {
      const controller = new AbortController();
      const stream = await official.chat.completions.create(body, { signal: controller.signal });
      setTimeout(() => controller.abort(), milliseconds);
      let seen = 0;
      for await (const _ of stream) seen += 1;
      assert.ok(seen < 20_000);
      await freed();
    }
  });

  it('fails with the reason of its signal for who reads the answer of fetch', async () => {
    const controller = new AbortController();
    const request = { method: 'POST', body: JSON.stringify(body), signal: controller.signal };
    const reader = (await modelet.fetch('http://modelet/v1/chat/completions', request)).body?.getReader();
    await reader?.read();
    const reason = new Error('no longer wanted');
    controller.abort(reason);
    await assert.rejects(async () => reader?.read(), reason);
    await freed();
  });

  it('is freed while nobody reads it', async () => {
    const controller = new AbortController();
    const stream = await own.chat.completions.create(body, { signal: controller.signal });
    assert.equal(await running('chat'), 1);
    controller.abort();
    await freed();
    for await (const _ of stream) break;
  });
});

describe('fetch', () => {
  for (const base of ['http://localhost/v1', 'http://localhost:8000/openai/v1/', 'http://localhost', 'http://localhost/proxy']) {
    it(`serves any base URL: ${base}`, async () => {
      const client = new openai.OpenAI({ apiKey: 'unused', baseURL: base, fetch: modelet.fetch });
      assert.equal((await client.embeddings.create({ model: 'fake', input: 'a' })).data.length, 1);
    });
  }

  const wrong: [string, string, string | null, number, string][] = [
    ['POST', '/v1/embeddings', '{', 400, 'invalid_json'],
    ['POST', '/v1/embeddings', '[1]', 400, 'invalid_json'],
    ['POST', '/v1/embeddings', 'null', 400, 'invalid_json'],
    ['POST', '/v1/embeddings', '{}', 400, 'missing_required_parameter'],
    ['POST', '/v1/embeddings', '{"model": null, "input": "a"}', 400, 'invalid_name'],
    ['POST', '/v1/embeddings', '{"model":"engine","input":"\\ud800"}', 400, 'invalid_json'],
    ['GET', '/v1/embeddings', null, 404, 'unknown_url'],
    ['DELETE', '/v1/models/fake', null, 404, 'unknown_url'],
    ['GET', '/', null, 404, 'unknown_url'],
    ['GET', '/v1/models/fakke', null, 404, 'model_not_found'],
    ['GET', '/v1/models/%ZZ', null, 400, 'invalid_name'],
  ];
  for (const [method, path, body, status, code] of wrong) {
    it(`answers a malformed request with an error object: ${method} ${path} ${body ?? ''}`, async () => {
      const answer = await modelet.fetch(`http://modelet${path}`, { method, body });
      assert.equal(answer.status, status);
      const { error } = (await answer.json()) as { error: Record<string, unknown> };
      assert.equal(error.code, code);
      assert.deepEqual(Object.keys(error).sort(), ['code', 'message', 'param', 'type']);
      assert.equal(answer.headers.get('x-should-retry'), 'false');
    });
  }
});
