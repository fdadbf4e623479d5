/** Answers of endpoints as plain objects with the official SDK's fields. */

import type { Message } from './engine.js';
import type { Tensor } from './tensor.js';
import type { CreateEmbeddingResponse, Response } from './types.js';

type Item = { embedding: { $tensor: number; row?: number } | string };

/** The response for an answer of `embeddings`; vectors become lists when they are first read. */
export function embeddingResponse(message: Message): CreateEmbeddingResponse {
  const answer = message.json() as CreateEmbeddingResponse & { data: Item[] };
  for (const item of answer.data) deferVector(item, message);
  const toTensor = () => {
    const [tensor] = message.tensors;
    if (tensor === undefined) throw new TypeError('the vectors were asked for as base64');
    return tensor;
  };
  return Object.defineProperty(answer, 'toTensor', { value: toTensor });
}

function deferVector(item: Item, message: Message): void {
  if (typeof item.embedding !== 'object') return;
  const { $tensor, row } = item.embedding;
  let vector: unknown;
  Object.defineProperty(item, 'embedding', {
    enumerable: true,
    configurable: true,
    get: () => {
      vector ??= floats(message, $tensor, row);
      return vector;
    },
    set: (value: unknown) => {
      vector = value;
    },
  });
}

function floats(message: Message, index: number, row = 0): number[] {
  return Array.from((message.tensors[index] as Tensor).row(row).data as Float32Array);
}

/** The answer's text as an HTTP server gives it: tensors as lists of floats. */
export function inlineVectors(message: Message): string {
  return message.tensors.length === 0 ? message.text : JSON.stringify(embeddingResponse(message));
}

/** Adds what the official SDK adds to an answer of `responses`. */
export function withOutputText(answer: Response): Response {
  const parts = (answer.output ?? []).flatMap((item) => (item.type === 'message' && Array.isArray(item.content) ? item.content : []));
  const texts = parts.flatMap((part: { type?: string; text?: string }) => (part.type === 'output_text' ? [part.text ?? ''] : []));
  return { ...answer, output_text: texts.join('') };
}
