/** The OpenAI client for libraries in this process. */

import { Catalog, type Options } from './catalog.js';
import { Client, refuseServer, type ServerOptions } from './client.js';

export interface ClientOptions extends Options, ServerOptions {
  /** Milliseconds after which a call is cancelled (APIConnectionTimeoutError); the default is none. */
  timeout?: number | undefined;
}

/**
 * The OpenAI client, in-process. Names are found by the resolver, libraries opened once and kept. Calls run off the event loop, any
 * number at once. `baseURL` and `fetch` are an error: a server is for the official SDK.
 */
export class OpenAI extends Client {
  constructor(options: ClientOptions = {}) {
    refuseServer(options);
    super(new Catalog(options), options.timeout);
  }
}

export default OpenAI;
