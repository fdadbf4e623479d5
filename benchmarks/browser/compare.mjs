// node compare.mjs WORK CLIENT ROUNDS: serves both, and times them in fresh pages, one after the other. Prints JSON.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join, normalize } from 'node:path';

const [, , work, client, rounds] = process.argv;
const { chromium } = createRequire(join(client, 'package.json'))('playwright-core');
const TYPES = { html: 'text/html', js: 'text/javascript', mjs: 'text/javascript', json: 'application/json', wasm: 'application/wasm' };
const FOLDERS = [
  ['/client/', join(client, 'dist')],
  ['/', work],
];

const server = createServer(async (request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname));
  if (path === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>compare</title>');
  const [prefix, folder] = FOLDERS.find(([start]) => path.startsWith(start));
  const file = join(folder, path.slice(prefix.length));
  const status = await stat(file).catch(() => undefined);
  if (!status?.isFile()) return response.writeHead(404).end();
  const type = TYPES[file.split('.').at(-1)] ?? 'application/octet-stream';
  response.writeHead(200, { 'content-type': type, 'content-length': status.size });
  createReadStream(file).pipe(response);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://localhost:${server.address().port}/`;

const browser = await chromium.launch({
  executablePath: process.env.MODELET_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync'],
});

/** In the page: seconds to the first vector and for all texts, and the vectors. */
const CONTENDERS = {
  async modelet(texts) {
    const began = performance.now();
    const { OpenAI } = await import('/client/modelet.js');
    const client = new OpenAI({ registry: '/models/' });
    const embed = async (input) => (await client.embeddings.create({ model: '@local/minilm', input })).data.map(({ embedding }) => embedding);
    await embed(['a short question']);
    const first = performance.now();
    const vectors = await embed(texts);
    return { first: (first - began) / 1000, texts: (performance.now() - first) / 1000, vectors };
  },
  async 'transformers.js'(texts) {
    const began = performance.now();
    const { env, pipeline } = await import('/node_modules/@huggingface/transformers/dist/transformers.min.js');
    env.allowRemoteModels = false;
    env.allowLocalModels = true;
    env.localModelPath = '/hub/';
    env.useBrowserCache = false;
    env.backends.onnx.wasm.wasmPaths = '/node_modules/onnxruntime-web/dist/';
    env.backends.onnx.wasm.numThreads = 1;
    const extract = await pipeline('feature-extraction', 'minilm', { dtype: 'fp32', device: 'wasm' });
    const embed = async (input) => (await extract(input, { pooling: 'mean', normalize: true })).tolist();
    await embed(['a short question']);
    const first = performance.now();
    // The best it can be given: batches of texts of nearly one length.
    const order = texts.map((_, index) => index).sort((left, right) => texts[left].length - texts[right].length);
    const vectors = [];
    for (let at = 0; at < order.length; at += 16) {
      const chosen = order.slice(at, at + 16);
      const found = await embed(chosen.map((index) => texts[index]));
      for (const [place, index] of chosen.entries()) vectors[index] = found[place];
    }
    return { first: (first - began) / 1000, texts: (performance.now() - first) / 1000, vectors };
  },
};

const seen = Object.fromEntries(Object.keys(CONTENDERS).map((name) => [name, { first: [], texts: [] }]));
const vectors = {};
for (let round = 0; round < Number(rounds); round += 1) {
  for (const [name, contender] of Object.entries(CONTENDERS)) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(url);
    const texts = await page.evaluate(async () => (await fetch('/texts.json')).json());
    const body = contender.toString();
    const source = `(${body.startsWith('async function') ? body : body.replace(/^async ('[^']*'|\w+)/, 'async function')})`;
    const result = await page.evaluate(`(${source})(${JSON.stringify(texts)})`);
    seen[name].first.push(result.first);
    seen[name].texts.push(result.texts);
    vectors[name] = result.vectors;
    await context.close();
  }
}
const cosine = (left, right) => left.reduce((sum, value, index) => sum + value * right[index], 0);
const [ours, theirs] = [vectors.modelet, vectors['transformers.js']];
console.log(JSON.stringify({ ...seen, least_cosine: Math.min(...ours.map((vector, index) => cosine(vector, theirs[index]))) }));
await browser.close();
server.close();
