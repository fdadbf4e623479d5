/** The C interface depends on no foreign function interface: a library answers through ffi-napi as it does through koffi. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as modelet from 'modelet';
import { resolve } from 'modelet/resolver';
import { ROOT } from './home.js';

const run = promisify(execFile);
const SOURCE = fileURLToPath(new URL('clients/node/test/other-ffi', ROOT));
const FOLDER = fileURLToPath(new URL('build/other-ffi', ROOT));

it('a library answers through another interface', async (test) => {
  await cp(SOURCE, FOLDER, { recursive: true });
  try {
    await run('npm', ['install', '--loglevel=error'], { cwd: FOLDER }); // builds it: half a minute, and nothing the next time
  } catch (error) {
    return test.skip(`ffi-napi cannot be built here: ${(error as Error).message.slice(0, 500)}`);
  }
  const { library, weights } = await resolve('engine');
  const named = join(FOLDER, 'library.so'); // it adds the suffix where there is none
  await rm(named, { force: true });
  await symlink(library, named);
  const options = { weights: Object.fromEntries(Object.entries(weights).map(([file, path]) => [file, { path }])) };
  const request = { endpoint: 'embeddings', body: { model: 'engine', input: ['a', 'b'], encoding_format: 'base64' } };
  const { stdout } = await run(process.execPath, ['ask.cjs', named, JSON.stringify(options), JSON.stringify(request)], { cwd: FOLDER });
  const [manifest, answer] = stdout.trimEnd().split('\n');
  assert.equal(JSON.parse(manifest ?? '').name, '@local/engine');
  const own = await new modelet.OpenAI().embeddings.create({ ...request.body, encoding_format: 'base64' });
  assert.deepEqual(JSON.parse(answer ?? ''), JSON.parse(JSON.stringify(own)));
});
