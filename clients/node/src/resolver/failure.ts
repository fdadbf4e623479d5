import { errorObject, Failure } from '../errors.js';
import { ResolverError } from './errors.js';

/** Throws what a resolver says as the error object of an interface. */
export function rejectAsFailure(error: unknown): never {
  if (!(error instanceof ResolverError)) throw error;
  const kind = error.status < 500 ? 'invalid_request_error' : 'server_error';
  const param = error.status === 400 || error.status === 404 ? 'model' : null;
  throw new Failure(error.status, errorObject(error.message, kind, error.code, param));
}
