/** The modelets that tests/registry.py makes for WebAssembly, and the shared vectors. */

import { readFileSync } from 'node:fs';
import type { Case, Shape } from './observe.js';

export const ROOT = new URL('../../../', import.meta.url); // of clients/wasm/build/
export const REGISTRY = new URL('build/wasm-home/registry/', ROOT);

function vectors<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as T;
}

const BUILT = ['engine', 'chat', 'talk', 'words', 'minilm']; // those of the vectors that are not made by hand

export const SHAPES = ['endpoints', 'chat']
  .flatMap((name) => vectors<{ cases: Shape[] }>(`tests/shapes/${name}.json`).cases)
  .filter(({ body }) => BUILT.includes(body.model));
export const CALLS = vectors<{ model: string; cases: Case[] }>('tests/shapes/calls.json');
