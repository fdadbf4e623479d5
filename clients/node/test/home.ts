/** The modelets that tests/registry.py makes, and the shared vectors. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = new URL('../../../', import.meta.url); // of clients/node/build/
export const HOME = fileURLToPath(new URL('build/clients-home', ROOT));

process.env.MODELET_HOME = HOME;
delete process.env.MODELET_REGISTRY;

/** A JSON file of the project. */
export function vectors<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as T;
}

/** Runs a module in a fresh process. `modelet` is this package's address. */
export function runNode(source: string): Promise<{ code: number | null; signal: string | null; output: string }> {
  const program = `import * as modelet from ${JSON.stringify(import.meta.resolve('modelet'))};\n${source}`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, output });
    });
  });
}

/** What a promise is rejected with. */
export async function rejection<E extends Error>(promise: Promise<unknown>): Promise<E> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error as E;
  }
  throw new Error(`not rejected, but ${JSON.stringify(value)}`);
}

/** A request of tests/shapes, and what every language gets. */
export interface Shape {
  name: string;
  endpoint: string;
  body: { model: string; stream?: boolean };
  answer?: unknown;
  steps?: unknown[];
  status?: number;
  error?: { type: string; code: string; param: string | null };
}

export const SHAPES = ['endpoints', 'chat'].flatMap((name) => vectors<{ cases: Shape[] }>(`tests/shapes/${name}.json`).cases);

/** An answer as the vectors have it: ids and times differ between two requests. */
export function withoutIdentity(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIdentity);
  if (typeof value !== 'object' || value === null) return value;
  const blank = (name: string, item: unknown) =>
    ['id', 'created', 'system_fingerprint'].includes(name) && item ? '' : withoutIdentity(item);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, blank(name, item)]));
}

/** How many items a stream gives when `stop` is called after so many of them; a true answer leaves the loop. */
export async function given(stream: AsyncIterable<unknown>, count: number, stop: () => unknown): Promise<number> {
  let seen = 0;
  for await (const _ of stream) {
    seen += 1;
    if (seen === count && stop() === true) break;
  }
  return seen;
}
