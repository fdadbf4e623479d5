/** Requests and answers of the endpoints, as the official SDK has them. */

import type { Tensor } from './tensor.js';

/** The model object of the official API. */
export interface Model {
  id: string;
  created: number;
  object: 'model';
  owned_by: string;
}

/** Fields that the function of a modelet may know beyond the official ones. */
interface Extra {
  [field: string]: unknown;
}

export interface EmbeddingCreateParams {
  /** A text, up to 2,048 texts, token ids, or lists of token ids. */
  input: string | readonly string[] | readonly number[] | readonly (readonly number[])[] | Uint32Array | Int32Array;
  model: string;
  /** Shortens the vectors where the function can. */
  dimensions?: number;
  /** `base64`: the text of little-endian float32. */
  encoding_format?: 'float' | 'base64';
  user?: string;
}

export interface Embedding {
  /** Made when it is first read; base64 text when that was asked for. */
  embedding: number[];
  index: number;
  object: 'embedding';
}

export interface CreateEmbeddingResponse {
  data: Embedding[];
  model: string;
  object: 'list';
  usage: { prompt_tokens: number; total_tokens: number };
  /** All vectors as one float32 tensor [items, dimensions], over the answer's own memory. TypeError for a base64 answer. */
  toTensor(): Tensor;
}

export interface ChatCompletionMessageToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

export interface ChatCompletionMessageParam extends Extra {
  role: 'system' | 'developer' | 'user' | 'assistant' | 'tool' | 'function';
  content?: string | readonly Extra[] | null;
}

interface Sampling extends Extra {
  model: string;
  frequency_penalty?: number | null;
  logit_bias?: Record<string, number> | null;
  n?: number | null;
  presence_penalty?: number | null;
  seed?: number | null;
  stop?: string | string[] | null;
  stream_options?: { include_usage?: boolean } | null;
  temperature?: number | null;
  top_p?: number | null;
  user?: string;
}

export interface ChatCompletionCreateParams extends Sampling {
  messages: readonly ChatCompletionMessageParam[];
  logprobs?: boolean | null;
  max_completion_tokens?: number | null;
  max_tokens?: number | null;
  response_format?: Extra;
  stream?: boolean | null;
  tool_choice?: string | Extra;
  tools?: readonly Extra[];
  top_logprobs?: number | null;
}

export interface CompletionUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
  prompt_tokens_details?: { cached_tokens?: number };
  completion_tokens_details?: { reasoning_tokens?: number };
}

export interface TokenLogprob {
  token: string;
  bytes: number[] | null;
  logprob: number;
  top_logprobs: Omit<TokenLogprob, 'top_logprobs'>[];
}

export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'function_call';

export interface ChatCompletionMessage {
  role: 'assistant';
  content: string | null;
  refusal: string | null;
  tool_calls?: ChatCompletionMessageToolCall[];
}

export interface ChatCompletion {
  id: string;
  object: 'chat.completion';
  created: number;
  model: string;
  choices: {
    index: number;
    message: ChatCompletionMessage;
    finish_reason: FinishReason;
    logprobs: { content: TokenLogprob[] | null; refusal: TokenLogprob[] | null } | null;
  }[];
  usage?: CompletionUsage;
}

export interface ChatCompletionChunk {
  id: string;
  object: 'chat.completion.chunk';
  created: number;
  model: string;
  choices: {
    index: number;
    delta: {
      role?: 'assistant';
      content?: string | null;
      refusal?: string | null;
      tool_calls?: { index: number; id?: string; type?: 'function'; function?: { name?: string; arguments?: string } }[];
    };
    finish_reason: FinishReason | null;
    logprobs?: { content: TokenLogprob[] | null; refusal: TokenLogprob[] | null } | null;
  }[];
  usage?: CompletionUsage | null;
}

export interface CompletionCreateParams extends Sampling {
  prompt: string | readonly string[] | readonly number[] | readonly (readonly number[])[];
  echo?: boolean | null;
  logprobs?: number | null;
  max_tokens?: number | null;
  stream?: boolean | null;
  suffix?: string | null;
}

export interface Completion {
  id: string;
  object: 'text_completion';
  created: number;
  model: string;
  choices: { index: number; text: string; finish_reason: 'stop' | 'length' | 'content_filter'; logprobs: Extra | null }[];
  usage?: CompletionUsage;
}

export interface ResponseCreateParams extends Extra {
  model: string;
  input?: string | readonly Extra[];
  instructions?: string | null;
  max_output_tokens?: number | null;
  stream?: boolean | null;
  temperature?: number | null;
  text?: Extra;
  tool_choice?: string | Extra;
  tools?: readonly Extra[];
  top_p?: number | null;
}

export interface Response extends Extra {
  id: string;
  object: 'response';
  created_at: number;
  model: string;
  status?: string;
  output: (Extra & { type: string })[];
  /** All text of the output, joined. */
  output_text: string;
  usage?: { input_tokens: number; output_tokens: number; total_tokens: number };
}

/** One event of a stream of `responses`. */
export interface ResponseStreamEvent extends Extra {
  type: string;
}
