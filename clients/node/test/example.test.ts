/** The example runs as it stands, but for where the package is. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { ROOT, runNode } from './home.js';

it('the search example finds what was asked for', async () => {
  const source = readFileSync(new URL('examples/node/search.mjs', ROOT), 'utf8');
  const { code, output } = await runNode(source.replace("from 'modelet'", `from ${JSON.stringify(import.meta.resolve('modelet'))}`));
  assert.equal(code, 0, output);
  assert.match(output, /^0\.\d{3} To reset your password/);
});
