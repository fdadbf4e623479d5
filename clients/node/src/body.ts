/** The JSON text of requests. */

import { invalidRequest } from './errors.js';

/** The request of an endpoint, from the JSON text of its body. */
export function endpointRequest(endpoint: string, body: string): string {
  return `{"endpoint":"${endpoint}","body":${body}}`;
}

/** The JSON text of a request's body. Throws `Failure` for text that is not Unicode. */
export function requestBody(fields: object): string {
  const text = JSON.stringify(fields, (_, value: unknown) => (ArrayBuffer.isView(value) ? listOf(value) : value));
  const escaped = /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/.test(text) ? surrogate('', fields) : undefined; // JSON.stringify escapes lone ones
  if (escaped === undefined) return text;
  const { where, code, position } = escaped;
  const problem = `${where} holds the lone surrogate U+${code} at character ${position}, which no UTF-8 text can carry; replace it`;
  throw invalidRequest(problem, 'invalid_unicode', where.split(/[.[]/, 1)[0] ?? null);
}

function listOf(view: ArrayBufferView): unknown {
  return view instanceof DataView ? view : Array.from(view as Uint8Array);
}

/** Where in a value a text is no Unicode. */
function surrogate(where: string, value: unknown): { where: string; code: string; position: number } | undefined {
  if (typeof value === 'string') {
    const found = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(value);
    if (found === null) return undefined;
    const code = found[0].charCodeAt(0).toString(16).toUpperCase();
    return { where, code, position: Array.from(value.slice(0, found.index)).length };
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const inside = Array.isArray(value) ? `${where}[${key}]` : where === '' ? key : `${where}.${key}`;
    const found = surrogate(inside, item);
    if (found !== undefined) return found;
  }
  return undefined;
}
