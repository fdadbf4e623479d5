/** In Chromium: the shared vectors, what is kept, what goes wrong, and the demo. Screenshots are left in build/screenshots. */

import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type * as Internals from './internals.js';
import { expected } from './observe.js';
import { type Site, startBrowser, startSite } from './site.js';
import { CALLS, REGISTRY, ROOT, SHAPES } from './vectors.js';

const SCREENSHOTS = fileURLToPath(new URL('build/screenshots/', ROOT));

let browser: Browser;
let site: Site;

before(async () => {
  browser = await startBrowser();
});
after(() => browser.close());
beforeEach(async () => {
  site = await startSite();
});
afterEach(() => site.close());

/** By the folder that a page is in. */
const POLICIES: Readonly<Record<string, string>> = { strict: "worker-src 'none'", plain: "script-src 'self'" };

interface Outcome {
  status?: number | undefined;
  code?: string | null | undefined;
  message: string;
}

/** A page with nothing on it, in a profile of its own. */
async function blank(context: BrowserContext, path = 'test/blank.html'): Promise<Page> {
  const { intercept } = site;
  site.intercept = (asked, response, range) => {
    if (!asked.endsWith('/blank.html')) return intercept?.(asked, response, range) ?? false;
    const policy = POLICIES[asked.split('/').at(-2) ?? ''];
    response
      .writeHead(200, { 'content-type': 'text/html', ...(policy && { 'content-security-policy': policy }) })
      .end('<!doctype html><title>blank</title>');
    return true;
  };
  const page = await context.newPage();
  await page.goto(site.url + path);
  return page;
}

/** Embeds one text; what came, or what went wrong, and what was said meanwhile. */
function embed(page: Page, model = '@local/engine'): Promise<{ vector?: number[]; error?: Outcome; events: Internals.Progress[] }> {
  return page.evaluate(async (name) => {
    const modelet = (await import(`${location.origin}/test/bundle/internals.js`)) as typeof Internals;
    const events: Internals.Progress[] = [];
    const client = new modelet.OpenAI({ registry: '/models/', progress: (event) => events.push(event) });
    try {
      const { data } = await client.embeddings.create({ model: name, input: 'a' });
      const downloaded = new Set(events.flatMap((event) => (event.kind === 'load' && event.from === 'network' ? [event.file] : [])));
      while (events.filter(({ kind }) => kind !== 'load').length < downloaded.size) await new Promise((resume) => setTimeout(resume, 10));
      return { vector: data[0]?.embedding as number[], events };
    } catch (error) {
      if (!(error instanceof modelet.APIError)) throw error;
      return { error: { status: error.status, code: error.code, message: error.message }, events };
    }
  }, model);
}

const sources = (events: Internals.Progress[]) => [
  ...new Set(events.map((event) => (event.kind === 'load' ? event.from : event.kind === 'kept' ? 'kept' : event.code))),
];

describe('a page', () => {
  it('gets what every language gets, from requests and from calls', async () => {
    const page = await blank(await browser.newContext());
    const seen = await page.evaluate(
      async ({ shapes, calls }) => {
        const modelet = (await import(`${location.origin}/test/bundle/internals.js`)) as typeof Internals;
        const { observe, observeCall } = (await import(`${location.origin}/test/observe.js`)) as typeof import('./observe.js');
        const client = new modelet.OpenAI({ registry: '/models/' });
        const compiled = modelet.load(calls.model, { registry: '/models/' });
        const [answers, values] = [[] as unknown[], [] as unknown[]];
        for (const shape of shapes) answers.push(await observe(modelet, client, shape));
        for (const item of calls.cases) values.push(await observeCall(modelet, compiled, item));
        return { answers, values };
      },
      { shapes: SHAPES, calls: CALLS },
    );
    assert.deepEqual(seen.answers, SHAPES.map(expected));
    assert.deepEqual(
      seen.values,
      CALLS.cases.map(({ arguments: _, function: __, ...wanted }) => wanted),
    );
    await page.context().close();
  });

  it('lists what it keeps, and removes what no artifact names any more', async () => {
    const page = await blank(await browser.newContext());
    const { events } = await embed(page);
    const list = (isNewer: boolean) =>
      page.evaluate(async (isNewer) => {
        const { keptFiles } = (await import(`${location.origin}/test/bundle/internals.js`)) as typeof Internals;
        const cache = await caches.open('modelet');
        const index = (await cache.keys()).find(({ url }) => url.endsWith('/index.json'));
        const [mediaType, schemaVersion] = ['application/vnd.oci.image.index.v1+json', 2];
        if (isNewer && index) await cache.put(index, new Response(JSON.stringify({ schemaVersion, mediaType, manifests: [] })));
        const files = await keptFiles();
        for (const file of files) if (file.isSuperseded) await file.remove();
        return {
          files: files.map(({ digest, bytes, isWhole, isSuperseded }) => ({ digest, bytes, isWhole, isSuperseded })),
          left: (await keptFiles()).length,
        };
      }, isNewer);
    const kept = await list(false);
    assert.equal(kept.files.length, events.filter(({ kind }) => kind === 'kept').length);
    assert.ok(kept.files.length > 0 && kept.files.every(({ isWhole, isSuperseded }) => isWhole && !isSuperseded));
    assert.equal(kept.left, kept.files.length);
    const later = await list(true);
    assert.deepEqual(later, { files: kept.files.map((file) => ({ ...file, isSuperseded: true })), left: 0 });
    await page.context().close();
  });

  it('knows what its engine can do', async () => {
    const page = await blank(await browser.newContext());
    const found = await page.evaluate(async () => {
      const modelet = (await import(`${location.origin}/test/bundle/internals.js`)) as typeof Internals;
      return modelet.features();
    });
    assert.deepEqual(found, ['simd128', 'relaxed-simd']);
    await page.context().close();
  });

  it('takes the library for relaxed SIMD where its engine has that, and gets the same', async () => {
    const found: { ids: number[]; libraries: string[] }[] = [];
    for (const relaxed of [true, false]) {
      const page = await blank(await browser.newContext());
      if (!relaxed) {
        await page.evaluate(() => {
          const { validate } = WebAssembly;
          WebAssembly.validate = (bytes) => !(bytes as Uint8Array).includes(133) && validate(bytes); // its instruction's number
        });
      }
      site.asked.length = 0;
      const ids = await page.evaluate(async () => {
        const modelet = (await import(`${location.origin}/test/bundle/internals.js`)) as typeof Internals;
        const prompt = Array.from({ length: 40 }, (_, index) => 2 + ((index * 7) % 50));
        return JSON.stringify(await modelet.load('nibbles', { registry: '/models/' }).call({ prompt }));
      });
      found.push({ ids: JSON.parse(ids) as number[], libraries: site.asked.filter((path) => path.startsWith('/models/blobs/')) });
      await page.context().close();
    }
    assert.equal(found[0]?.ids.length, 32);
    assert.deepEqual(found[1]?.ids, found[0]?.ids);
    assert.notDeepEqual(found[1]?.libraries, found[0]?.libraries);
  });

  it('ends a stream when its signal is aborted', async () => {
    const page = await blank(await browser.newContext());
    const seen = await page.evaluate(async () => {
      const modelet = (await import(`${location.origin}/test/bundle/internals.js`)) as typeof Internals;
      const abort = new AbortController();
      const count = modelet.load('engine', { registry: '/models/' }).function('count');
      const numbers: unknown[] = [];
      try {
        for await (const number of (await count.call({ stop: 1e6 }, { signal: abort.signal })) as AsyncIterable<number>) {
          numbers.push(number);
          if (numbers.length === 3) abort.abort();
        }
      } catch (error) {
        numbers.push((error as Error).name);
      }
      return numbers;
    });
    assert.deepEqual(seen, [0, 1, 2, 'APIUserAbortError']);
    await page.context().close();
  });
});

describe('a second visit', () => {
  it('needs no network, and reads what was kept', async () => {
    const context = await browser.newContext();
    const first = await embed(await blank(context), '@local/minilm');
    assert.deepEqual(sources(first.events), ['network', 'kept']);
    const page = await blank(context);
    site.intercept = (asked, response) => (asked.startsWith('/models/') ? broken(response) : false);
    const second = await embed(page, '@local/minilm');
    assert.equal(second.error, undefined, second.error?.message);
    assert.deepEqual(sources(second.events), ['storage']);
    assert.deepEqual(second.vector, first.vector);
    assert.equal(second.vector?.length, 384);
    await context.close();
  });
});

/** Does something to a file that was kept, as only a defect or another script of the site can. */
function tamper(page: Page, changed: 'library' | 'weights'): Promise<number> {
  return page.evaluate(async (which) => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('modelet');
    const files: [size: number, handle: FileSystemFileHandle][] = [];
    for await (const handle of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values())
      files.push([(await handle.getFile()).size, handle]);
    files.sort(([left], [right]) => left - right);
    const [size, handle] = files.at(which === 'library' ? 0 : -1) as [number, FileSystemFileHandle];
    const writer = await handle.createWritable({ keepExistingData: true });
    await writer.write({ type: 'write', position: size - 100, data: new Uint8Array(50).fill(7) });
    await writer.close();
    return files.length;
  }, changed);
}

describe('what was kept and is damaged', () => {
  for (const changed of ['library', 'weights'] as const) {
    it(`is downloaded anew: ${changed}`, async () => {
      const context = await browser.newContext();
      const page = await blank(context);
      const first = await embed(page, '@local/minilm');
      assert.equal(await tamper(page, changed), 2);
      const second = await embed(await blank(context), '@local/minilm');
      assert.deepEqual(second.vector, first.vector, second.error?.message);
      assert.deepEqual(sources(second.events).sort(), ['kept', 'network', 'storage']);
      assert.deepEqual(sources((await embed(await blank(context), '@local/minilm')).events), ['storage']);
      await context.close();
    });
  }

  it('is no document, which a server once had in the place of another', async () => {
    const context = await browser.newContext();
    const page = await blank(context);
    site.intercept = (asked, response) => asked.startsWith('/models/blobs/') && answered(response, '{}');
    assert.equal((await embed(page)).error?.code, 'corrupt_artifact');
    site.intercept = undefined;
    const { vector, error } = await embed(await blank(context));
    assert.equal(vector?.length, 6, error?.message);
    await context.close();
  });
});

function answered(response: ServerResponse, text: string, type = 'application/json', status = 200): true {
  response.writeHead(status, { 'content-type': type }).end(text);
  return true;
}

describe('a server that answers everything with a page', () => {
  const page = (asked: string, response: ServerResponse) =>
    asked.startsWith('/models/') && answered(response, '<!doctype html><title>Sign in</title>', 'text/html; charset=utf-8');

  it('is said to do so at the first visit', async () => {
    const blankPage = await blank(await browser.newContext());
    site.intercept = page;
    const { error } = await embed(blankPage);
    assert.deepEqual([error?.code, error?.status], ['download_failed', 502]);
    assert.match(error?.message ?? '', /answers with a web page.*sign-in/);
    await blankPage.context().close();
  });

  it('does no harm to what is kept, nor does one that fails', async () => {
    const context = await browser.newContext();
    const first = await embed(await blank(context));
    for (const intercept of [
      page,
      (asked: string, response: ServerResponse) => asked.startsWith('/models/') && answered(response, '', '', 500),
    ]) {
      const next = await blank(context);
      site.intercept = intercept;
      const { vector, error } = await embed(next);
      assert.deepEqual(vector, first.vector, error?.message);
      site.intercept = undefined;
    }
    await context.close();
  });
});

describe('pages that work at the same time', () => {
  it('each get their answer, and one keeps the files', async () => {
    const context = await browser.newContext();
    const pages = [await blank(context), await blank(context), await blank(context)];
    const found = await Promise.all(pages.map((page) => embed(page, '@local/minilm')));
    for (const { vector, error } of found) assert.equal(vector?.length, 384, error?.message);
    const next = await embed(await blank(context), '@local/minilm');
    assert.deepEqual(sources(next.events), ['storage']);
    assert.deepEqual(next.vector, found[0]?.vector);
    await context.close();
  });

  it('and clients of one page share a worker', async () => {
    const page = await blank(await browser.newContext());
    const vectors = await page.evaluate(async () => {
      const modelet = (await import(`${location.origin}/test/bundle/internals.js`)) as typeof Internals;
      const ask = async () => (await modelet.load('engine', { registry: '/models/' }).call({ texts: ['a'] })) as Internals.Tensor;
      const together = await Promise.all([ask(), ask(), ask()]);
      return [...together, await ask()].map(({ data }) => Array.from(data as Float32Array));
    });
    assert.equal(new Set(vectors.map(String)).size, 1);
    assert.equal(page.workers().length, 1);
    await page.context().close();
  });
});

describe('a download that breaks off', () => {
  /** Lets the server break off in the middle of the weights, so many times, and says which ranges were asked of it. */
  const interrupted = (times: number, ranges: boolean) => {
    const asked: (string | undefined)[] = [];
    site.intercept = (path, response, range) => {
      const file = fileURLToPath(new URL(`.${path.slice('/models'.length)}`, REGISTRY));
      if (!path.startsWith('/models/blobs/') || statSync(file).size < 10e6) return false;
      asked.push(range);
      if (asked.length > times) return !ranges && range !== undefined ? whole(file, response) : false;
      const start = ranges ? Number(/[0-9]+/.exec(range ?? '0')?.[0]) : 0;
      const bytes = readFileSync(file);
      response.writeHead(start > 0 ? 206 : 200, { 'content-length': bytes.length - start });
      response.write(bytes.subarray(start, start + 20e6), () => setTimeout(() => response.destroy(), 300));
      return true;
    };
    return asked;
  };
  const whole = (file: string, response: ServerResponse): true => {
    response.writeHead(200).end(readFileSync(file));
    return true;
  };

  it('goes on where it ended', async () => {
    const page = await blank(await browser.newContext());
    const asked = interrupted(2, true);
    const { vector, error, events } = await embed(page, '@local/minilm');
    assert.equal(vector?.length, 384, error?.message);
    assert.deepEqual(sources(events), ['network', 'kept']);
    assert.equal(asked.length, 3);
    const starts = asked.map((range) => Number(/[0-9]+/.exec(range ?? '0')?.[0]));
    assert.ok(starts[0] === 0 && (starts[1] ?? 0) > 0 && (starts[2] ?? 0) > (starts[1] ?? 0), String(asked));
    await page.context().close();
  });

  it('begins anew where the server has no ranges', async () => {
    const page = await blank(await browser.newContext());
    const asked = interrupted(1, false);
    const { vector, error } = await embed(page, '@local/minilm');
    assert.equal(vector?.length, 384, error?.message);
    assert.equal(asked.length, 2);
    await page.context().close();
  });

  it('because its page is closed is taken up by the next one', async () => {
    const context = await browser.newContext();
    const page = await blank(context);
    const asked: (string | undefined)[] = [];
    site.intercept = (path, response, range) => {
      const file = fileURLToPath(new URL(`.${path.slice('/models'.length)}`, REGISTRY));
      if (!path.startsWith('/models/blobs/') || statSync(file).size < 10e6) return false;
      asked.push(range);
      if (asked.length > 1) return false;
      const bytes = readFileSync(file);
      response.writeHead(200, { 'content-length': bytes.length });
      const slowly = (at: number) => {
        if (at < bytes.length && !response.destroyed) response.write(bytes.subarray(at, at + 5e6), () => setTimeout(slowly, 400, at + 5e6));
      };
      slowly(0);
      return true;
    };
    const left = embed(page, '@local/minilm').catch(() => undefined);
    await new Promise((resume) => setTimeout(resume, 5000));
    await page.close();
    await left;
    const { vector, error, events } = await embed(await blank(context), '@local/minilm');
    assert.equal(vector?.length, 384, error?.message);
    assert.match(asked[1] ?? '', /^bytes=[1-9][0-9]*-$/);
    assert.deepEqual(sources(events), ['network', 'kept']);
    await context.close();
  });

  it('is not waited for by a call that is aborted, and goes on for the next one', async () => {
    const page = await blank(await browser.newContext());
    let release = () => undefined as unknown;
    const released = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    site.intercept = (path, response) => {
      const file = fileURLToPath(new URL(`.${path.slice('/models'.length)}`, REGISTRY));
      if (!path.startsWith('/models/blobs/') || statSync(file).size < 10e6) return false;
      void released.then(() => response.writeHead(200).end(readFileSync(file)));
      return true;
    };
    await page.exposeFunction('release', () => release());
    const seen = await page.evaluate(async () => {
      const modelet = (await import(`${location.origin}/test/bundle/internals.js`)) as typeof Internals;
      const client = new modelet.OpenAI({ registry: '/models/' });
      const names: string[] = [];
      const body = { model: '@local/minilm', input: 'a' };
      const named = (error: Error) => names.push(error.name);
      await client.embeddings.create(body, { signal: AbortSignal.timeout(300) }).catch(named);
      await client.embeddings.create(body, { timeout: 100 }).catch(named);
      const compiled = modelet.load('@local/minilm', { registry: '/models/' });
      await compiled.call({ texts: ['a'] }, { signal: AbortSignal.timeout(100) }).catch(named);
      const fetched = modelet.createFetch({ registry: '/models/' });
      const request = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(100) };
      await fetched('http://modelet/v1/embeddings', request).catch(named);
      await (window as unknown as { release(): Promise<void> }).release();
      const { data } = await client.embeddings.create(body);
      return [...names, data[0]?.embedding.length];
    });
    assert.deepEqual(seen, ['APIUserAbortError', 'APIConnectionTimeoutError', 'APIUserAbortError', 'TimeoutError', 384]);
    assert.equal(page.workers().length, 1);
    await page.context().close();
  });

  it('is taken up by the next visit', async () => {
    const context = await browser.newContext();
    const page = await blank(context);
    const asked = interrupted(1, true);
    const { intercept } = site;
    site.intercept = (path, response, range) => (asked.length > 0 ? broken(response) : (intercept?.(path, response, range) ?? false));
    const first = await embed(page, '@local/minilm');
    assert.deepEqual([first.error?.code, asked], ['download_failed', [undefined]], first.error?.message);
    await page.close();
    site.intercept = undefined;
    const next = await blank(context);
    const again = interrupted(0, true);
    const { vector, error, events } = await embed(next, '@local/minilm');
    assert.equal(vector?.length, 384, error?.message);
    assert.match(again[0] ?? '', /^bytes=[1-9][0-9]*-$/);
    assert.deepEqual(sources(events), ['network', 'kept']);
    await context.close();
  });
});

function broken(response: ServerResponse): true {
  response.destroy();
  return true;
}

describe('what goes wrong is a typed error', () => {
  const refused = async (page: Page, code: string, status: number, model?: string) => {
    const { error } = await embed(page, model);
    assert.deepEqual([error?.code, error?.status], [code, status], error?.message);
    await page.context().close();
  };

  it('without SIMD', async () => {
    const page = await blank(await browser.newContext());
    await page.evaluate(() => {
      WebAssembly.validate = () => false;
    });
    await refused(page, 'no_variant', 422, '@local/minilm');
  });

  it('offline at the first visit', async () => {
    const page = await blank(await browser.newContext());
    await page.evaluate(() => import(`${location.origin}/test/bundle/internals.js`));
    await page.context().setOffline(true);
    await refused(page, 'offline', 503);
  });

  it('when a server breaks off', async () => {
    const page = await blank(await browser.newContext());
    site.intercept = (asked, response) => (asked.startsWith('/models/blobs/') ? broken(response) : false);
    await refused(page, 'download_failed', 503);
  });

  it('when a server has another file', async () => {
    const page = await blank(await browser.newContext());
    site.intercept = (asked, response) => {
      if (!asked.startsWith('/models/blobs/')) return false;
      response.writeHead(200).end('{}');
      return true;
    };
    await refused(page, 'corrupt_artifact', 422);
  });

  it('when a page is not secure', async () => {
    const page = await blank(await browser.newContext());
    await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
    await refused(page, 'insecure_context', 403);
  });

  it('when another origin does not allow it', async () => {
    const page = await blank(await browser.newContext());
    const other = await startSite();
    const { error } = await embed(page, `${other.url}models/local/engine/`);
    await other.close();
    assert.deepEqual([error?.code, error?.status], ['download_failed', 503]);
    assert.match(error?.message ?? '', /another origin must allow it \(CORS\)/);
    await page.context().close();
  });

  it('when the weights are missing', async () => {
    const page = await blank(await browser.newContext());
    site.intercept = (asked, response) => {
      if (
        !asked.startsWith('/models/blobs/') ||
        statSync(fileURLToPath(new URL(`.${asked.slice('/models'.length)}`, REGISTRY))).size < 10e6
      )
        return false;
      response.writeHead(404).end();
      return true;
    };
    await refused(page, 'model_not_found', 404, '@local/minilm');
  });

  it('when the page has no worker.js', async () => {
    const page = await blank(await browser.newContext());
    site.intercept = (asked, response) => asked.endsWith('/worker.js') && answered(response, '', 'text/plain', 404);
    await refused(page, 'worker_blocked', 500);
  });

  it('when the page forbids WebAssembly', async () => {
    const page = await blank(await browser.newContext(), 'plain/blank.html');
    site.intercept = (asked, response) => {
      if (!asked.endsWith('/worker.js')) return false;
      const text = readFileSync(new URL('bundle/worker.js', import.meta.url));
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-security-policy': POLICIES.plain }).end(text);
      return true;
    };
    const { error } = await embed(page);
    assert.deepEqual([error?.code, error?.status], ['worker_blocked', 500], error?.message);
    assert.match(error?.message ?? '', /wasm-unsafe-eval/);
    await page.context().close();
  });

  it('when the page forbids workers', async () => {
    await refused(await blank(await browser.newContext(), 'strict/blank.html'), 'worker_blocked', 500);
  });
});

describe('a browser that keeps nothing', () => {
  it('answers all the same when it is out of quota, and says so', async () => {
    const page = await blank(await browser.newContext());
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, quotaSize: 1000 });
    const { vector, events } = await embed(page);
    assert.equal(vector?.length, 6);
    assert.deepEqual(sources(events), ['network', 'storage_full']);
    await page.context().close();
  });

  it('answers all the same when the quota ends in the middle of a file, and leaves no part of it', async () => {
    const page = await blank(await browser.newContext());
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, quotaSize: 40e6 });
    const { vector, error, events } = await embed(page, '@local/minilm');
    assert.equal(vector?.length, 384, error?.message);
    assert.deepEqual(sources(events), ['network', 'kept', 'storage_full']);
    const left = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    assert.ok(left < 10e6, String(left));
    await page.context().close();
  });

  it('answers all the same without a file system', async () => {
    const page = await blank(await browser.newContext());
    const scripts = new Map([
      ['/test/bundle/worker.js', "import './without.js';\nimport '/worker.js';"],
      ['/test/bundle/without.js', "StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('no', 'SecurityError'));"],
    ]);
    site.intercept = (asked, response) => {
      const text = scripts.get(asked);
      if (text === undefined) return false;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(text);
      return true;
    };
    const { vector, events } = await embed(page);
    assert.equal(vector?.length, 6);
    assert.deepEqual(sources(events), ['network', 'storage_unavailable']);
    await page.context().close();
  });
});

describe('the demo', () => {
  it('finds notes by meaning, and opens again without a server', async () => {
    const context = await browser.newContext({ viewport: { width: 1200, height: 900 } });
    const page = await context.newPage();
    await page.goto(site.url);
    await page.locator('#query:enabled').waitFor();
    await page.locator('#query').fill('something warm for a cold evening');
    await page.locator('#results li').first().waitFor();
    assert.match((await page.locator('#results li').allTextContents()).slice(0, 3).join(' '), /chocolate|soup|scarf/i);
    await page.screenshot({ path: `${SCREENSHOTS}demo-search.png` });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.locator('#network', { hasText: /9\d MB kept/ }).waitFor();
    await page.reload();
    await page.locator('#query:enabled').waitFor();
    await site.close();
    const again = await context.newPage();
    await again.goto(site.url);
    await again.locator('#query:enabled').waitFor();
    await again.locator('#query').fill('my laptop is slow');
    await again.locator('#results li').first().waitFor();
    assert.match((await again.locator('#results li').allTextContents()).slice(0, 3).join(' '), /disk|tabs|computer/i);
    await again.screenshot({ path: `${SCREENSHOTS}demo-offline.png` });
    await context.close();
  });
});
