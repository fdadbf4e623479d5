/**
 * Modelet for browsers, and any other JavaScript with WebAssembly: compiled inference functions in a worker of the page.
 *
 *     import { OpenAI } from 'modelet-web';
 *     const client = new OpenAI({ registry: 'https://models.example/' });
 *     await client.embeddings.create({ model: '@owner/minilm', input: ['Hello'] });
 */

import { Client, refuseServer, type ServerOptions } from '../../node/src/client.js';
import { CompiledFunction } from '../../node/src/function.js';
import { fetchFrom } from '../../node/src/transport.js';
import { type Options, Registry } from './registry.js';

export { ModelsPage, type RequestOptions } from '../../node/src/client.js';
export type { Limits } from '../../node/src/control.js';
export {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type ErrorObject,
  FunctionError,
  InternalServerError,
  NotFoundError,
  OpenAIError,
  PermissionDeniedError,
  RateLimitError,
  UnprocessableEntityError,
} from '../../node/src/errors.js';
export type { CompiledFunction } from '../../node/src/function.js';
export type { Progress } from '../../node/src/sandbox/protocol.js';
export { Stream } from '../../node/src/stream.js';
export { Scalar, Tensor, type TypedArray } from '../../node/src/tensor.js';
export type * from '../../node/src/types.js';
export { ByteArray, Complex, FrozenSet, Image, Range, Slice, Tuple } from '../../node/src/values.js';
export { type KeptFile, keptFiles } from './kept.js';
export type { Options } from './registry.js';

export interface ClientOptions extends Options, ServerOptions {
  /** Milliseconds after which a call is cancelled (APIConnectionTimeoutError); the default is none. */
  timeout?: number | undefined;
}

/**
 * The OpenAI client, in this page. Each library runs in a worker of its own, which is started and filled at its first use. A call that is
 * cancelled ends at once for whoever waits; the worker stops working on it when its present step, such as a token, is done.
 */
export class OpenAI extends Client {
  constructor(options: ClientOptions = {}) {
    refuseServer(options);
    super(new Registry(options), options.timeout);
  }
}

export default OpenAI;

/** The first function of a modelet, by name or by the URL of a layout; `.function(other)` gives the others. */
export function load(name: string | URL, options: Options = {}): CompiledFunction {
  const registry = new Registry(options);
  return new CompiledFunction(() => registry.instance(name), undefined);
}

/** A `fetch` for the official SDKs: `new OpenAI({ apiKey: '-', dangerouslyAllowBrowser: true, fetch: createFetch({ registry }) })`. */
export function createFetch(options: Options = {}): typeof globalThis.fetch {
  return fetchFrom(new Registry(options));
}
