/** What must not end a process: workers that are killed, streams that are open at the end, and a loop that may not stop. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runNode } from './home.js';

describe('a process', () => {
  it('ends while streams and calls are open', async () => {
    const ended = await runNode(`
      const stream = await modelet.load('engine').function('count').call({ stop: 1e9 });
      for (let index = 0; index < 8; index += 1) modelet.load('engine').function('work').call().catch(() => undefined);
      for await (const value of stream) if (value === 5) { console.log('open'); process.exit(7); }`);
    assert.deepEqual(ended, { code: 7, signal: null, output: 'open\n' });
  });

  it('ends by itself with a stream that nobody reads', async () => {
    const ended = await runNode(`await modelet.load('engine').function('count').call({ stop: 1e9 }); console.log('open');`);
    assert.deepEqual(ended, { code: 0, signal: null, output: 'open\n' });
  });

  it('goes on when a worker is killed in the middle of streams', async () => {
    const ended = await runNode(`
      import { Worker } from 'node:worker_threads';
      const source = \`
        import { parentPort } from 'node:worker_threads';
        const modelet = await import(\${JSON.stringify(import.meta.resolve ? ${JSON.stringify(import.meta.resolve('modelet'))} : '')});
        const count = modelet.load('engine').function('count');
        const read = async () => { for await (const value of await count.call({ stop: 1e9 })) if (value === 50) parentPort.postMessage(value); };
        await Promise.all(Array.from({ length: 8 }, read));\`;
      for (let round = 0; round < 5; round += 1) {
        const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(source)));
        await new Promise((resolve, reject) => { worker.once('message', resolve); worker.once('error', reject); });
        await worker.terminate();
      }
      const answer = await modelet.load('engine').call({ texts: ['a'] });
      console.log('alive', answer.shape);`);
    assert.deepEqual(ended, { code: 0, signal: null, output: 'alive [ 1, 6 ]\n' });
  });

  it('opens different modelets in several workers with one host table', async () => {
    const ended = await runNode(`
      import { Worker } from 'node:worker_threads';
      const source = \`
        import { parentPort, workerData, getEnvironmentData } from 'node:worker_threads';
        const modelet = await import(workerData.modelet);
        const { data } = await new modelet.OpenAI().embeddings.create({ model: workerData.name, input: ['a', 'b'] });
        const [host] = new BigInt64Array(getEnvironmentData('modelet.host'));
        parentPort.postMessage({ host, vectors: JSON.stringify(data) });\`;
      const ask = (name) => new Promise((resolve, reject) => {
        const workerData = { name, modelet: ${JSON.stringify(import.meta.resolve('modelet'))} };
        const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(source)), { workerData });
        worker.once('message', resolve); worker.once('error', reject);
      });
      const answers = await Promise.all(['engine', 'engine2', 'engine', 'engine2'].map(ask));
      console.log(new Set(answers.map(({ host }) => host)).size, answers[0].host !== 0n, new Set(answers.map(({ vectors }) => vectors)).size);`);
    assert.deepEqual(ended, { code: 0, signal: null, output: '1 true 1\n' });
  });

  it('keeps its loop turning while calls compute', async () => {
    const ended = await runNode(`
      let turns = 0, done = false;
      const spin = () => { turns += 1; if (!done) setImmediate(spin); };
      spin();
      const input = Array.from({ length: 64 }, (_, index) => 'a sentence that takes some time, number ' + index);
      await new modelet.OpenAI().embeddings.create({ model: 'minilm', input });
      done = true;
      console.log(turns > 100);`);
    assert.deepEqual(ended, { code: 0, signal: null, output: 'true\n' });
  });

  const mapped = { skip: process.platform !== 'linux' }; // which says what a process has mapped
  for (const [access, outcome] of [
    ['map', 'mapped'],
    ['read', 'copied'],
  ]) {
    it(`has its weights ${outcome} with weightsAccess ${access}`, mapped, async () => {
      const ended = await runNode(`
        import { readFileSync } from 'node:fs';
        const client = new modelet.OpenAI({ weightsAccess: '${access}' });
        const { data } = await client.embeddings.create({ model: 'minilm', input: 'a' });
        const isLarge = (line) => {
          const [start, end] = line.split(' ')[0].split('-').map((bound) => parseInt(bound, 16));
          return line.includes('/blobs/') && end - start > 10e6;
        };
        console.log(data[0].embedding.length, readFileSync('/proc/self/maps', 'utf8').split('\\n').some(isLarge) ? 'mapped' : 'copied');`);
      assert.deepEqual(ended, { code: 0, signal: null, output: `384 ${outcome}\n` });
    });
  }

  it('refuses another access to weights than there is', async () => {
    const ended = await runNode(`
      const client = new modelet.OpenAI({ weightsAccess: 'copy' });
      await client.embeddings.create({ model: 'minilm', input: 'a' }).catch(({ status, code, param }) => console.log(status, code, param));`);
    assert.deepEqual(ended, { code: 0, signal: null, output: '400 invalid_options weights_access\n' });
  });

  it('says so when koffi was given small stacks before', async () => {
    const ended = await runNode(`
      import koffi from ${JSON.stringify(import.meta.resolve('koffi'))};
      koffi.load(null);
      await modelet.load('engine').call({ texts: ['a'] }).catch((error) => console.log(error.name, error.message.includes('async_stack_size')));`);
    assert.deepEqual(ended, { code: 0, signal: null, output: 'OpenAIError true\n' });
  });
});
