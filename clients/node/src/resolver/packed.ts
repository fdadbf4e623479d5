/**
 * Weights that are had elsewhere, where another client has fetched and packed them (resolver/SPEC.md): `<home>/packed/<hex digest of the
 * recipe>/<file name>`, and beside it `digest`: "sha256:… bytes" of that file. This one fetches nothing.
 */

import { join } from 'node:path';
import { type Blob, titleOf } from './documents.js';
import { ResolverError } from './errors.js';
import { checkFile, openRegular, readDocument } from './files.js';
import { home } from './home.js';
import { isRecorded, record } from './records.js';

const RECORD = /^(sha256:[0-9a-f]{64}) ([0-9]{1,15})\n?$/;

/** A packed weights file, and the digest that it was found to have. */
export interface PackedFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

/** The packed file of a recipe. Throws `weights_not_fetched` when it is not there, or not whole. */
export async function packed(recipe: Blob, always: boolean): Promise<PackedFile> {
  const folder = join(home(), 'packed', recipe.digest.slice('sha256:'.length));
  const path = join(folder, titleOf(recipe));
  try {
    const said = RECORD.exec((await readDocument(join(folder, 'digest')))?.toString('latin1') ?? '');
    const [, digest = '', size = ''] = said ?? [];
    const opened = said === null ? undefined : await openRegular(path);
    await opened?.file.close();
    if (opened !== undefined) {
      const known = !always && opened.status.size === BigInt(size) && (await isRecorded(home(), digest, opened.status));
      if (!known) await record(home(), digest, await checkFile(path, digest, Number(size)));
      return { path, sha256: digest.slice('sha256:'.length), size: Number(size) };
    }
  } catch (error) {
    if (!(error instanceof ResolverError)) throw error;
  }
  const problem = `The weights ${titleOf(recipe)} are published elsewhere and not here yet, or damaged. \`modelet pull\` fetches them.`;
  throw new ResolverError('weights_not_fetched', problem);
}
