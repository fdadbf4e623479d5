/** What is published. */

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as modelet from 'modelet';
import * as openai from 'openai';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

describe('the package', () => {
  it('is small, and holds what it was built from and its types', () => {
    const [packed] = JSON.parse(execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: FOLDER, encoding: 'utf8' })) as [
      { size: number; files: { path: string }[] },
    ];
    assert.ok(packed.size <= 300_000, `${packed.size} bytes`);
    const paths = packed.files.map(({ path }) => path);
    for (const path of ['dist/index.js', 'dist/index.d.ts', 'README.md', 'LICENSE']) assert.ok(paths.includes(path), path);
    assert.deepEqual(
      paths.filter((path) => !/^(dist\/.*\.(js|d\.ts)|package\.json|README\.md|LICENSE)$/.test(path)),
      [],
    );
  });

  it('depends on koffi alone', () => {
    const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { dependencies: object };
    assert.deepEqual(Object.keys(dependencies), ['koffi']);
  });

  it('has the error classes of the official SDK under their names', () => {
    const classes = Object.entries(modelet).filter(
      ([, value]) => typeof value === 'function' && value.prototype instanceof modelet.OpenAIError,
    );
    assert.ok(classes.length >= 12);
    const official = new Map(Object.entries(openai));
    for (const [name] of classes) assert.equal(typeof official.get(name), 'function', name);
  });
});
