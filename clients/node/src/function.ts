/** `load(name).call({…})`: a compiled function as the Python function it was. */

import { type Limits, limited, opened } from './control.js';
import { answerTo, type FunctionDescription, type Instance, type Manifest, type Message, type ParameterDescription } from './engine.js';
import { callError, endpointError, invalidRequest } from './errors.js';
import { Stream } from './stream.js';
import type { Tensor } from './tensor.js';
import { decodeAnswer, encode } from './values.js';

/** One function of a modelet. Any number of calls may run at once. */
export class CompiledFunction {
  constructor(
    private readonly open: () => Promise<Instance>,
    private readonly wanted: string | undefined,
  ) {}

  /** Another function of the same modelet. */
  function(name: string): CompiledFunction {
    return new CompiledFunction(this.open, name);
  }

  /** The manifest of the whole modelet. */
  async manifest(): Promise<Manifest> {
    return (await this.instance()).manifest;
  }

  /** The names of all functions of the modelet. */
  async functions(): Promise<string[]> {
    return ((await this.manifest()).functions ?? []).map(({ name }) => name);
  }

  /** The parameters as the manifest describes them: name, JSON Schema, whether required, default. */
  async parameters(): Promise<ParameterDescription[]> {
    return this.describe(await this.instance()).parameters;
  }

  /**
   * Runs the function on values of any type in the table of `values.ts`, and gives what it returns.
   *
   * A generator function gives a `Stream`. Rejects with a FunctionError for what the Python function raises, a TypeError for arguments
   * that do not fit, an APIError for what the engine refuses, an APIUserAbortError when `signal` cancelled it. Tensors of the answer
   * share its memory.
   */
  async call(values: Readonly<Record<string, unknown>> = {}, limits: Limits = {}): Promise<unknown> {
    const instance = await this.instance(limits);
    const description = this.describe(instance);
    checkNames(description, values);
    const tensors: Tensor[] = [];
    const fields = Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [`${JSON.stringify(name)}:${encode(value, tensors)}`],
    );
    const request = `{"call":{${fields.join(',')}},"function":${JSON.stringify(description.name)}}`;
    try {
      if (description.generator) return await Stream.start(instance, request, tensors, limits, answerOf, callError);
      return answerOf(await limited(limits, (control) => answerTo(instance, request, tensors, control)));
    } catch (error) {
      throw callError(error);
    }
  }

  private async instance(limits: Limits = {}): Promise<Instance> {
    try {
      return await opened(limits, this.open);
    } catch (error) {
      throw endpointError(error);
    }
  }

  private describe({ manifest }: Instance): FunctionDescription {
    const functions = manifest.functions ?? [];
    const description = this.wanted === undefined ? functions[0] : functions.find(({ name }) => name === this.wanted);
    if (description !== undefined) return description;
    if (this.wanted === undefined) throw endpointError(invalidRequest(`${manifest.name} holds no function`, 'no_function', 'name'));
    const names = functions.map(({ name }) => name).join(', ');
    throw new TypeError(`${manifest.name} has no function '${this.wanted}'; it has ${names}`);
  }
}

function answerOf(message: Message): unknown {
  return decodeAnswer(message.text, message.tensors);
}

/** TypeError in CPython's words when the names do not fit. */
function checkNames({ name, parameters }: FunctionDescription, values: Readonly<Record<string, unknown>>): void {
  const given = Object.keys(values).filter((key) => values[key] !== undefined);
  const stranger = given.find((key) => !parameters.some((parameter) => parameter.name === key));
  if (stranger !== undefined) throw new TypeError(`${name}() got an unexpected keyword argument '${stranger}'`);
  const missing = parameters.filter((parameter) => parameter.required !== false && !given.includes(parameter.name));
  if (missing.length === 0) return;
  throw new TypeError(`${name}() missing required arguments: ${missing.map((parameter) => `'${parameter.name}'`).join(', ')}`);
}
