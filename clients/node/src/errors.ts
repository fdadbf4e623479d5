/**
 * What goes wrong, in the official SDK's classes: same names, same fields. `code`, `param`, `type` and `error` come from the
 * OpenAI error object that every Modelet part answers with (docs/errors.md). Codes are stable.
 */

/** The OpenAI error object. */
export interface ErrorObject {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

export function errorObject(message: string, type: string, code: string, param: string | null = null): ErrorObject {
  return { message, type, param, code };
}

/** The base of every error that is not an exception of the compiled function itself. */
export class OpenAIError extends Error {
  override get name(): string {
    return this.constructor.name;
  }
}

/** An error with an HTTP status, if it has one, and an error object. */
export class APIError extends OpenAIError {
  readonly headers: Headers | undefined = undefined;
  readonly requestID: string | undefined = undefined;
  readonly code: string | null | undefined;
  readonly param: string | null | undefined;
  readonly type: string | undefined;

  constructor(
    readonly status: number | undefined,
    readonly error: ErrorObject | undefined,
    message?: string,
  ) {
    super([status, error?.message ?? message].filter((part) => part !== undefined).join(' '));
    this.code = error?.code;
    this.param = error?.param;
    this.type = error?.type;
  }

  /** The class for a status. */
  static generate(status: number, error: ErrorObject): APIError {
    const kind = BY_STATUS.get(status) ?? (status >= 500 ? InternalServerError : APIError);
    return new kind(status, error);
  }
}

/** 400: the request does not fit what the function takes. */
export class BadRequestError extends APIError {}
/** 401: a registry wants credentials. */
export class AuthenticationError extends APIError {}
/** 403: a registry or the file system refuses. */
export class PermissionDeniedError extends APIError {}
/** 404: no such name, function or endpoint. */
export class NotFoundError extends APIError {}
/** 409: what was asked for is in use. */
export class ConflictError extends APIError {}
/** 422: the library is there and cannot be used: damaged, for another host, or of another ABI version. */
export class UnprocessableEntityError extends APIError {}
/** 429: a limit, of memory for instance, is reached for now. */
export class RateLimitError extends APIError {}
/** 500 and above: the compiled function or the engine failed. */
export class InternalServerError extends APIError {}

/** The call was cancelled by its AbortSignal. */
export class APIUserAbortError extends APIError {
  constructor() {
    super(undefined, undefined, 'Request was aborted.');
  }
}

/** A registry could not be reached. */
export class APIConnectionError extends APIError {
  constructor({ message = 'Connection error.' }: { message?: string } = {}) {
    super(undefined, undefined, message);
  }
}

/** The call took longer than its `timeout`; it was cancelled. */
export class APIConnectionTimeoutError extends APIConnectionError {
  constructor() {
    super({ message: 'Request timed out.' });
  }
}

const BY_STATUS = new Map<number, typeof APIError>([
  [400, BadRequestError],
  [401, AuthenticationError],
  [403, PermissionDeniedError],
  [404, NotFoundError],
  [409, ConflictError],
  [422, UnprocessableEntityError],
  [429, RateLimitError],
]);

/** An exception of the compiled function. `name` and `pythonClass` are its Python class, `base` the nearest builtin one of a class of the user's. */
export class FunctionError extends Error {
  constructor(
    message: string,
    readonly pythonClass: string,
    readonly base?: string,
  ) {
    super(message);
    this.name = pythonClass;
  }
}

/** What a library answered instead of a message, before it becomes the exception of an interface. */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly status: number,
    readonly body: ErrorObject & { base?: string },
  ) {
    super(body.message);
  }
}

/** A 400 for a request that no library needs to see. */
export function invalidRequest(message: string, code: string, param: string | null = null): Failure {
  return new Failure(400, errorObject(message, 'invalid_request_error', code, param));
}

/** The official SDK's exception for whatever went wrong with an endpoint. */
export function endpointError(error: unknown): unknown {
  return error instanceof Failure ? APIError.generate(error.status, error.body) : error;
}

/** What the Python function raised; an error of the engine itself as the official SDK's class. */
export function callError(error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const { message, type, code, base } = error.body;
  if (code === 'out_of_memory') return new FunctionError(message, 'MemoryError');
  return type === 'python_exception' ? new FunctionError(message, code ?? 'Exception', base) : endpointError(error);
}

/** What a call that was cancelled ends with. */
export function cancelled(): Failure {
  return new Failure(499, errorObject('the call was cancelled', 'cancelled_error', 'cancelled'));
}
