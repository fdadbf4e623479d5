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
    const blocked = asked.includes('/strict/') ? { 'content-security-policy': "worker-src 'none'" } : {};
    response.writeHead(200, { 'content-type': 'text/html', ...blocked }).end('<!doctype html><title>blank</title>');
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

  it('knows what its engine can do', async () => {
    const page = await blank(await browser.newContext());
    const found = await page.evaluate(async () => {
      const modelet = (await import(`${location.origin}/test/bundle/internals.js`)) as typeof Internals;
      return modelet.features();
    });
    assert.deepEqual(found, ['simd128', 'relaxed-simd']);
    await page.context().close();
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
