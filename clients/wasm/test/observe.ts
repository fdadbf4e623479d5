/** Asks what the shared vectors ask, in Node.js and inside of a page alike, and says what came in plain JSON. */

import type * as Internals from './internals.js';

/** A request of tests/shapes, and what every language gets. */
export interface Shape {
  name: string;
  endpoint: string;
  body: { model: string; stream?: boolean };
  answer?: unknown;
  steps?: unknown[];
  status?: number;
  error?: { type: string; code: string; param: string | null };
}

/** A call of tests/shapes. */
export interface Case {
  name: string;
  function: string;
  arguments: Record<string, unknown>;
  value?: unknown;
  yields?: unknown[];
  raises?: { class: string; message: string };
}

export interface Observed {
  name: string;
  answer?: unknown;
  steps: unknown[];
  status?: number;
  error?: unknown;
}

/** An answer as the vectors have it: ids and times differ between two requests. */
export function withoutIdentity(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIdentity);
  if (typeof value !== 'object' || value === null) return value;
  const blank = (name: string, item: unknown) =>
    ['id', 'created', 'system_fingerprint'].includes(name) && item ? '' : withoutIdentity(item);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, blank(name, item)]));
}

/** What a client answers to a request. */
export async function observe(
  modelet: typeof Internals,
  client: Internals.OpenAI,
  { name, endpoint, body, steps }: Shape,
): Promise<Observed> {
  const seen: Observed = { name, steps: [] };
  try {
    const answer: unknown =
      endpoint === 'embeddings'
        ? await client.embeddings.create(body as Internals.EmbeddingCreateParams)
        : await client.chat.completions.create(body as Internals.ChatCompletionCreateParams);
    if (steps === undefined) seen.answer = withoutIdentity(JSON.parse(JSON.stringify(answer)));
    else for await (const step of answer as Internals.Stream<unknown>) seen.steps.push(withoutIdentity(step));
  } catch (error) {
    if (!(error instanceof modelet.APIError)) throw error;
    if (error.status !== undefined) seen.status = error.status;
    seen.error = { type: error.type, code: error.code, param: error.param };
  }
  return seen;
}

/** What a function answers to a call. */
export async function observeCall(
  modelet: typeof Internals,
  compiled: Internals.CompiledFunction,
  item: Case,
): Promise<Omit<Case, 'arguments' | 'function'>> {
  const values = Object.fromEntries(Object.entries(item.arguments).map(([name, value]) => [name, modelet.decode(value as never, [])]));
  const seen: Omit<Case, 'arguments' | 'function'> = { name: item.name };
  try {
    const value = await compiled.function(item.function).call(values);
    if (item.yields === undefined) {
      seen.value = JSON.parse(modelet.encode(value, []));
      return seen;
    }
    seen.yields = [];
    for await (const part of value as AsyncIterable<unknown>) seen.yields.push(part);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    seen.raises = { class: error.name, message: error.message };
  }
  return seen;
}

/** What a vector expects of `observe`. */
export function expected({ name, answer, steps, status, error }: Shape): Observed {
  return {
    name,
    steps: steps ?? [],
    ...(answer !== undefined && { answer }),
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
  };
}
