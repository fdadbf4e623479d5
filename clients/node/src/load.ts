/** `load(name)`: a modelet's functions. */

import { Catalog, type Options } from './catalog.js';
import { CompiledFunction } from './function.js';

/**
 * The first function of a modelet; `.function(other)` gives the others.
 *
 * `name` is `@owner/name[:tag][@sha256:…]`, a bare name (`@local/name`), or the path or `file:` URL of a layout folder. Nothing is
 * opened before the first use, whose promise is rejected with a NotFoundError, an UnprocessableEntityError and so on when that
 * fails. The library is opened once per thread and options, and kept.
 */
export function load(name: string | URL, options: Options = {}): CompiledFunction {
  const catalog = new Catalog(options);
  return new CompiledFunction(() => catalog.instance(name), undefined);
}
