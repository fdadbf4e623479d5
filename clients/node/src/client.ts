/** The OpenAI client for libraries in this process: the official SDK's names, arguments, answers and errors. */

import { endpointRequest, requestBody } from './body.js';
import { type Limits, limited, opened } from './control.js';
import { answerTo, type Message, type Source } from './engine.js';
import { APIError, APIUserAbortError, endpointError, Failure, OpenAIError } from './errors.js';
import { embeddingResponse, withOutputText } from './responses.js';
import { Stream } from './stream.js';
import type * as types from './types.js';

/** Options of one request. */
export type RequestOptions = Limits;

/** An answer that comes whole, or as a stream when that was asked for. */
type Answer<Params, Whole, Part> = Params extends { stream: true }
  ? Stream<Part>
  : Params extends { stream: boolean }
    ? Whole | Stream<Part>
    : Whole;

/** The OpenAI client over a source of modelets. */
export class Client {
  readonly embeddings: Embeddings;
  readonly chat: { readonly completions: ChatCompletions };
  readonly completions: Completions;
  readonly responses: Responses;
  readonly models: Models;

  /** `timeout`: milliseconds after which a call is cancelled. */
  constructor(source: Source, timeout: number | undefined) {
    const endpoints = new Endpoints(source, timeout);
    this.embeddings = new Embeddings(endpoints);
    this.chat = { completions: new ChatCompletions(endpoints) };
    this.completions = new Completions(endpoints);
    this.responses = new Responses(endpoints);
    this.models = new Models(endpoints);
  }
}

/** Options of the official client, which say how to reach a server; accepted, and without a meaning here. */
export interface ServerOptions {
  apiKey?: unknown;
  organization?: string | null;
  project?: string | null;
  maxRetries?: number;
  defaultHeaders?: unknown;
  defaultQuery?: unknown;
}

/** Throws for `baseURL` and `fetch`: a server is for the official SDK. */
export function refuseServer(options: object): void {
  if (!('baseURL' in options || 'fetch' in options)) return;
  throw new OpenAIError(
    'modelet.OpenAI calls libraries in this process and speaks no HTTP; for a server use new openai.OpenAI({ baseURL }), for the official SDK in-process new openai.OpenAI({ fetch: modelet.fetch })',
  );
}

/** Requests of endpoints with the errors of the official SDK. */
class Endpoints {
  constructor(
    readonly source: Source,
    private readonly timeout: number | undefined,
  ) {}

  /** The one answer of a request. */
  whole<T>(endpoint: string, body: { model: string }, options: RequestOptions, read: (message: Message) => T): Promise<T> {
    return this.explained(async () => {
      const limits = this.limits(options);
      const [instance, request] = await this.prepare(endpoint, body, limits);
      return read(await limited(limits, (control) => answerTo(instance, request, [], control)));
    });
  }

  /** The answers of a request, one after the other. */
  stream<T>(endpoint: string, body: { model: string }, options: RequestOptions): Promise<Stream<T>> {
    return this.explained(async () => {
      const limits = this.limits(options);
      const [instance, request] = await this.prepare(endpoint, body, limits);
      return Stream.start(instance, request, [], limits, (message) => message.json() as T, streamError);
    });
  }

  /** A stream or a whole answer, as the body says. */
  answer<T, P>(endpoint: string, body: { model: string; stream?: boolean | null }, options: RequestOptions, read: (message: Message) => T) {
    return body.stream ? this.stream<P>(endpoint, body, options) : this.whole(endpoint, body, options, read);
  }

  async explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw endpointError(error);
    }
  }

  private async prepare(endpoint: string, body: { model: string }, limits: RequestOptions) {
    const instance = await opened(limits, () => this.source.instance(body.model));
    return [instance, endpointRequest(endpoint, requestBody(body))] as const;
  }

  private limits(options: RequestOptions): RequestOptions {
    return { timeout: this.timeout, ...options };
  }
}

/** As in the official SDK: a stream that its AbortSignal cancelled just ends, and what goes wrong on the way has no status. */
function streamError(error: unknown): unknown {
  if (error instanceof APIUserAbortError) return undefined;
  return error instanceof Failure ? new APIError(undefined, error.body) : error;
}

class Resource {
  constructor(protected readonly endpoints: Endpoints) {}
}

/** `client.embeddings`. */
export class Embeddings extends Resource {
  /** One vector for each item of `input`. */
  create(body: types.EmbeddingCreateParams, options: RequestOptions = {}): Promise<types.CreateEmbeddingResponse> {
    return this.endpoints.whole('embeddings', body, options, embeddingResponse);
  }
}

/** `client.chat.completions`. */
export class ChatCompletions extends Resource {
  /** The next message of a conversation; with `stream: true` its chunks. */
  create<Params extends types.ChatCompletionCreateParams>(body: Params, options: RequestOptions = {}) {
    const answer = this.endpoints.answer('chat.completions', body, options, (message) => message.json());
    return answer as Promise<Answer<Params, types.ChatCompletion, types.ChatCompletionChunk>>;
  }
}

/** `client.completions`. */
export class Completions extends Resource {
  /** How a text goes on; with `stream: true` in parts. */
  create<Params extends types.CompletionCreateParams>(body: Params, options: RequestOptions = {}) {
    const answer = this.endpoints.answer('completions', body, options, (message) => message.json());
    return answer as Promise<Answer<Params, types.Completion, types.Completion>>;
  }
}

/** `client.responses`. */
export class Responses extends Resource {
  /** A response; with `stream: true` its events. */
  create<Params extends types.ResponseCreateParams>(body: Params, options: RequestOptions = {}) {
    const read = (message: Message) => withOutputText(message.json() as types.Response);
    return this.endpoints.answer('responses', body, options, read) as Promise<Answer<Params, types.Response, types.ResponseStreamEvent>>;
  }
}

/** A whole list: `data`, and iteration over it. */
export class ModelsPage implements AsyncIterable<types.Model> {
  readonly object = 'list';

  constructor(readonly data: types.Model[]) {}

  /** Always false: a page is the whole list. */
  hasNextPage(): boolean {
    return false;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<types.Model> {
    yield* this.data;
  }
}

/** `client.models`. */
export class Models extends Resource {
  /** Every name of the registries: a promise of the page, and itself iterable with `for await`. */
  list(): Promise<ModelsPage> & AsyncIterable<types.Model> {
    const page = this.endpoints.explained(async () => new ModelsPage(await this.endpoints.source.models()));
    const iterate = async function* () {
      yield* (await page).data;
    };
    return Object.assign(page, { [Symbol.asyncIterator]: iterate });
  }

  /** One name. Rejects with a NotFoundError, with names that are near, when no registry has it. */
  retrieve(model: string): Promise<types.Model> {
    return this.endpoints.explained(() => this.endpoints.source.model(model));
  }
}
