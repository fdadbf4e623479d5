/** What this origin keeps for the next visit, to be shown and to be removed. */

import { endpointError } from '../../node/src/errors.js';
import { entriesOf, filesOf, variantsOf } from '../../node/src/resolver/documents.js';
import { documents } from './registry.js';
import { type Stored, stored } from './storage.js';

/** A file that is kept: a library, or weights. */
export interface KeptFile extends Stored {
  /** No artifact that was seen here names it any more: a newer version has taken its place. */
  readonly isSuperseded: boolean;
}

/**
 * The files that are kept on this origin, largest first.
 *
 *     for (const file of await keptFiles()) if (file.isSuperseded) await file.remove();
 */
export async function keptFiles(): Promise<KeptFile[]> {
  const named = await namedDigests();
  const files = (await stored()).map((file) => ({
    ...file,
    isSuperseded: !named.has(file.digest),
    remove: () =>
      file.remove().catch((error) => {
        throw endpointError(error);
      }),
  }));
  return files.sort((one, other) => other.bytes - one.bytes);
}

/** The digests that artifacts name, by their documents as they were last seen here. */
async function namedDigests(): Promise<Set<string>> {
  const cache = await documents();
  const urls = (await cache?.keys())?.map(({ url }) => url) ?? [];
  const read = async (url: string | undefined) => {
    const response = url === undefined ? undefined : await cache?.match(url);
    return response === undefined ? undefined : new Uint8Array(await response.arrayBuffer());
  };
  const blob = ({ digest }: { digest: string }) => read(urls.find((url) => url.endsWith(`/${digest.replace(':', '/')}`)));
  const named = new Set<string>();
  for (const url of urls.filter((url) => url.endsWith('/index.json'))) {
    for (const entry of understood(entriesOf, await read(url), url)) {
      for (const variant of understood(variantsOf, await blob(entry), url)) {
        const manifest = await blob(variant.blob);
        if (manifest === undefined) continue; // of another host
        const { library, weights } = filesOf(manifest, url);
        for (const { digest } of [library, ...weights]) named.add(digest);
      }
    }
  }
  return named;
}

function understood<T>(parse: (bytes: Uint8Array, path: string) => T[], bytes: Uint8Array | undefined, path: string): T[] {
  return bytes === undefined ? [] : parse(bytes, path);
}
