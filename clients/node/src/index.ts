/**
 * Modelet: call compiled inference functions in-process.
 *
 *     import { OpenAI } from 'modelet';
 *     await new OpenAI().embeddings.create({ model: '@local/minilm', input: ['Hello'] });
 */

export type { Options } from './catalog.js';
export { ModelsPage, type RequestOptions } from './client.js';
export type { Limits } from './control.js';
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
} from './errors.js';
export { createFetch, fetch } from './fetch.js';
export type { CompiledFunction } from './function.js';
export { load } from './load.js';
export { type ClientOptions, default, OpenAI } from './openai.js';
export { Stream } from './stream.js';
export { Scalar, Tensor, type TypedArray } from './tensor.js';
export type * from './types.js';
export { ByteArray, Complex, FrozenSet, Image, Range, Slice, Tuple } from './values.js';
