/** A `fetch` for the official SDKs that answers from libraries in this process. */

import { Catalog, type Options } from './catalog.js';
import { fetchFrom } from './transport.js';

/** A `fetch` with options of its own, those of `OpenAI`. */
export function createFetch(options: Options = {}): typeof globalThis.fetch {
  return fetchFrom(new Catalog(options));
}

/** `createFetch()` with its defaults. */
export const fetch: typeof globalThis.fetch = createFetch();
