/**
 * The official SDKs in-process: a `fetch` that answers requests from libraries instead of sending them anywhere.
 *
 *     new OpenAI({ apiKey: '-', fetch: modelet.fetch })
 *
 * Errors have the status and the error object that the SDK turns into its own exceptions, and say that a retry is no use.
 */

import { endpointRequest } from './body.js';
import { limited, opened } from './control.js';
import { answerTo, type Message, type Source } from './engine.js';
import { APIUserAbortError, errorObject, Failure, invalidRequest } from './errors.js';
import { inlineVectors } from './responses.js';
import { Stream } from './stream.js';

/** How an API writes events and errors. */
interface Form {
  event(text: string): string;
  /** What went wrong in the middle of a stream. */
  error(failure: Failure): string;
  /** The last event. */
  end: string;
  /** The body of an answer that is an error. */
  refusal(failure: Failure): object;
}

const ANTHROPIC_TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
};

/** Events without names, and a last one of their own. */
const PLAIN: Form = {
  event: (text) => `data: ${text}\n\n`,
  error: (failure) => PLAIN.event(JSON.stringify({ error: failure.body })),
  end: 'data: [DONE]\n\n',
  refusal: (failure) => ({ error: failure.body }),
};

/** Events that are named by the type they have. */
const NAMED: Form = {
  event: (text) => `event: ${(JSON.parse(text) as { type: string }).type}\ndata: ${text}\n\n`,
  error: (failure) => NAMED.event(JSON.stringify({ ...failure.body, type: 'error', error: failure.body })),
  end: '',
  refusal: PLAIN.refusal,
};

/** By this detail of an error the SDK's tool runner knows that it must send whole conversations. */
const NO_THREADS = 'thread_unsupported_request';

/** Errors as the Anthropic SDK knows them. */
const ANTHROPIC: Form = {
  event: NAMED.event,
  error: (failure) => NAMED.event(JSON.stringify(ANTHROPIC.refusal(failure))),
  end: '',
  refusal: ({ status, body }) => {
    const type = ANTHROPIC_TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
    const details = body.code === NO_THREADS ? { details: { error_code: NO_THREADS, unsupported: ['thread'] } } : {};
    return { type: 'error', error: { ...body, type, ...details } };
  },
};

interface Endpoint {
  readonly name: string;
  readonly form: Form;
}

/** What is served, by the path below /v1. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  'chat/completions': { name: 'chat.completions', form: PLAIN },
  completions: { name: 'completions', form: PLAIN },
  embeddings: { name: 'embeddings', form: PLAIN },
  messages: { name: 'messages', form: ANTHROPIC },
  'messages/count_tokens': { name: 'messages.count_tokens', form: ANTHROPIC },
  responses: { name: 'responses', form: NAMED },
  'responses/input_tokens': { name: 'responses.input_tokens', form: PLAIN },
};
const SERVED = [...Object.keys(ENDPOINTS).map((path) => `POST /v1/${path}`), 'GET /v1/models', 'GET /v1/models/{model}'];
const ROOTS = [...new Set([...Object.keys(ENDPOINTS), 'models'].map((path) => path.split('/', 1)[0]))];

/** A `fetch` for the official SDKs. */
export function fetchFrom(source: Source): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const segments = segmentsOf(new URL(request.url).pathname);
    const endpoint = endpointAt(segments);
    try {
      return await route(source, request, segments, endpoint);
    } catch (error) {
      return failed(error, request.signal, endpoint?.form ?? PLAIN);
    }
  };
}

function failed(error: unknown, signal: AbortSignal, form: Form): Response {
  if (error instanceof APIUserAbortError) throw signal.reason;
  if (!(error instanceof Failure)) throw error;
  return json(form.refusal(error), error.status, { 'x-should-retry': 'false' });
}

/** A name of its own for each request, where OpenAI's SDK and where Anthropic's look for it. */
function identity(): Record<string, string> {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  const name = `req_${digits.join('')}`;
  return { 'x-request-id': name, 'request-id': name };
}

function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...identity(), ...headers } });
}

/** The path below `/v1`, or whatever base URL there is before the first word that is served. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '');
  const version = segments.indexOf('v1');
  if (version >= 0) return segments.slice(version + 1);
  const root = segments.findIndex((segment) => ROOTS.includes(segment));
  return root >= 0 ? segments.slice(root) : segments;
}

function endpointAt(segments: readonly string[]): Endpoint | undefined {
  const path = segments.join('/');
  return Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined;
}

async function route(source: Source, request: Request, segments: string[], endpoint: Endpoint | undefined): Promise<Response> {
  if (request.method === 'POST' && endpoint !== undefined) return answer(source, request, endpoint);
  if (request.method === 'GET' && segments[0] === 'models') {
    if (segments.length === 1) return json({ object: 'list', data: await source.models() });
    return json(await source.model(unquoted(segments.slice(1).join('/'))));
  }
  const problem = `${request.method} /${segments.join('/')} is not served here; these are: ${SERVED.join(', ')}`;
  throw new Failure(404, errorObject(problem, 'invalid_request_error', 'unknown_url'));
}

function unquoted(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no name, which the catalog says
  }
}

async function answer(source: Source, request: Request, { name, form }: Endpoint): Promise<Response> {
  const text = await request.text();
  const body = parseBody(text);
  const { signal } = request;
  const instance = await opened({ signal }, () => source.instance(body.model));
  const call = endpointRequest(name, text);
  if (body.stream === true) {
    return serverSentEvents(await Stream.start(instance, call, [], { signal }, textOf, (error) => error), form, request);
  }
  return json(inlineVectors(await limited({ signal }, (control) => answerTo(instance, call, [], control))));
}

function textOf(message: Message): string {
  return message.text;
}

function parseBody(text: string): { model: unknown; stream?: unknown } {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    throw invalidRequest(`the body is not JSON: ${error instanceof Error ? error.message : error}`, 'invalid_json');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidRequest('the body must be a JSON object', 'invalid_json');
  if (!('model' in body)) throw invalidRequest('you must provide a model parameter', 'missing_required_parameter', 'model');
  return body as { model: unknown };
}

/**
 * A stream as an HTTP server sends it, which fails with the reason of the request's signal as soon as that is aborted. The request lives as
 * long: without it, its signal would no longer follow the caller's.
 */
function serverSentEvents(stream: Stream<string>, form: Form, request: Request): Response {
  const events = eventsOf(stream, form);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const abort = () => {
        controller.error(request.signal.reason);
        stream.close();
      };
      if (request.signal.aborted) abort();
      else request.signal.addEventListener('abort', abort, { once: true });
    },
    async pull(controller) {
      const { done, value } = await events.next();
      if (done) controller.close();
      else controller.enqueue(new TextEncoder().encode(value));
    },
    cancel: () => stream.close(),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream', ...identity() } });
}

/** Steps, then what ends them: an error in the middle is an event too, and the last one. */
async function* eventsOf(stream: Stream<string>, form: Form): AsyncGenerator<string, void> {
  try {
    for await (const text of stream) yield form.event(text);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    yield form.error(error);
    return;
  }
  if (form.end !== '') yield form.end;
}
