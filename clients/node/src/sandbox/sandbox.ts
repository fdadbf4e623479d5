/**
 * One library in WebAssembly, called through its C interface (engine/include/modelet/modelet.h) by the thread that holds it. Runs in
 * browsers, workers and Node.js alike; knows nothing of names, downloads or messages between threads.
 */

import { type ErrorObject, errorObject, Failure } from '../errors.js';
import type { PlainMessage, PlainTensor } from './protocol.js';
import { wasi } from './wasi.js';

const OK = 0;
const MESSAGE = 1;
const END = 2;
const PENDING = 3;

const MESSAGE_BYTES = 40;
const TENSOR_BYTES = 56;
const CPU = 1;

/** What a step of a call came to. */
export type Step = { kind: 'message'; message: PlainMessage } | { kind: 'end' } | { kind: 'pending' };

type Address = number;
type Function = (...values: (number | bigint)[]) => number;

/** An instantiated library. After a trap, every call of it answers the error `trapped`. */
export class Sandbox {
  private readonly memory: WebAssembly.Memory;
  private readonly functions: Readonly<Record<string, Function>>;
  private trapped: Failure | undefined;
  private handle: Address = 0;

  private constructor(instance: WebAssembly.Instance) {
    this.memory = instance.exports.memory as WebAssembly.Memory;
    this.functions = instance.exports as unknown as Record<string, Function>;
    if (this.functions._initialize !== undefined) this.run('_initialize');
  }

  static async create(module: WebAssembly.Module, log: (text: string) => void): Promise<Sandbox> {
    let instance: WebAssembly.Instance | undefined;
    const memory = () => instance?.exports.memory as WebAssembly.Memory;
    instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi(memory, log) as WebAssembly.ModuleImports });
    return new Sandbox(instance);
  }

  /** The manifest inside the library. */
  manifest(): unknown {
    const address = this.run('modelet_manifest');
    const bytes = new Uint8Array(this.memory.buffer, address);
    return JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))));
  }

  /** Memory of the library's for bytes of the host's, aligned to 64. Throws `out_of_memory`. */
  allocate(bytes: number): Address {
    const address = this.run('modelet_memory', 0, BigInt(Math.max(bytes, 1))) >>> 0;
    if (address !== 0) return address;
    const problem = `there is no memory for ${bytes.toLocaleString('en')} bytes; a library in WebAssembly has 4 GiB at most`;
    throw new Failure(500, errorObject(problem, 'server_error', 'out_of_memory'));
  }

  /** A view that is valid until the library runs again. */
  view(address: Address, bytes: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer as ArrayBuffer, address, bytes);
  }

  /** Opens the library's instance; once. Weights are lent at their addresses. */
  open(options: object): void {
    const text = this.copy(new TextEncoder().encode(`${JSON.stringify(options)}\0`));
    const [out, error] = [this.allocate(8), this.message()];
    if (this.run('modelet_open', text, 0, out, error) !== OK) throw this.failure(error);
    this.handle = this.data().getUint32(out, true);
    this.free(text, out, error);
  }

  /** Checks a request and makes its call. */
  start(request: string, tensors: readonly PlainTensor[]): SandboxCall {
    const text = new TextEncoder().encode(request);
    const memory = [this.copy(text)];
    const table = this.allocate(tensors.length * TENSOR_BYTES);
    const [struct, out, error] = [this.message(), this.allocate(8), this.message()];
    memory.push(table, struct, out, error);
    for (const [index, tensor] of tensors.entries()) memory.push(...this.describe(table + index * TENSOR_BYTES, tensor));
    const data = this.data();
    data.setUint32(struct + 4, tensors.length, true);
    setAddress(data, struct + 8, memory[0] ?? 0);
    setAddress(data, struct + 16, text.length);
    setAddress(data, struct + 24, table);
    if (this.run('modelet_start', this.handle, struct, out, error) !== OK) {
      const failure = this.failure(error);
      this.free(...memory);
      throw failure;
    }
    return { handle: this.data().getUint32(out, true), out: error, memory };
  }

  /** Works on a call: until its next answer, its end, or for some milliseconds. Throws what it ends with. */
  next(call: SandboxCall): Step {
    const status = this.run('modelet_next', call.handle, call.out);
    if (status === MESSAGE) return { kind: 'message', message: this.take(call.out) };
    if (status === END) return { kind: 'end' };
    if (status === PENDING) return { kind: 'pending' };
    throw this.failure(call.out);
  }

  cancel(call: SandboxCall): void {
    this.run('modelet_cancel', call.handle);
  }

  /** Frees a call. */
  finish(call: SandboxCall): void {
    if (this.trapped !== undefined) return;
    this.run('modelet_finish', call.handle);
    this.free(...call.memory);
  }

  private run(name: string, ...values: (number | bigint)[]): number {
    if (this.trapped !== undefined) throw this.trapped;
    try {
      return (this.functions[name] as Function)(...values);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      const problem = `the library stopped, out of memory or by a defect, and its calls with it; the next call opens it anew (${error.message})`;
      this.trapped = new Failure(500, errorObject(problem, 'server_error', 'trapped'));
      throw this.trapped;
    }
  }

  private data(): DataView {
    return new DataView(this.memory.buffer);
  }

  private copy(bytes: Uint8Array): Address {
    const address = this.allocate(bytes.length);
    this.view(address, bytes.length).set(bytes);
    return address;
  }

  private free(...addresses: Address[]): void {
    for (const address of addresses) this.run('modelet_memory', address, 0n);
  }

  /** An empty message. */
  private message(): Address {
    const address = this.allocate(MESSAGE_BYTES);
    this.view(address, MESSAGE_BYTES).fill(0);
    this.data().setUint32(address, MESSAGE_BYTES, true);
    return address;
  }

  /** Writes one modelet_tensor. Returns the memory that it points to. */
  private describe(at: Address, { dtype, shape, bytes }: PlainTensor): Address[] {
    const sizes = this.copy(new Uint8Array(BigInt64Array.from(shape, BigInt).buffer));
    const content = this.copy(new Uint8Array(bytes));
    const data = this.data();
    this.view(at, TENSOR_BYTES).fill(0);
    data.setUint32(at, TENSOR_BYTES, true);
    data.setUint32(at + 4, shape.length, true);
    this.view(at + 8, 16).set(new TextEncoder().encode(dtype).subarray(0, 15));
    setAddress(data, at + 24, sizes);
    setAddress(data, at + 32, content);
    setAddress(data, at + 40, bytes.byteLength);
    data.setInt32(at + 48, CPU, true);
    return [sizes, content];
  }

  /** Copies a message and releases it. */
  private take(at: Address): PlainMessage {
    const data = this.data();
    const text = new TextDecoder().decode(this.view(address(data, at + 8), address(data, at + 16)));
    const [count, table] = [data.getUint32(at + 4, true), address(data, at + 24)];
    const tensors = Array.from({ length: count }, (_, index) => this.tensor(data, table + index * TENSOR_BYTES));
    this.run('modelet_release', at);
    return { text, tensors };
  }

  private tensor(data: DataView, at: Address): PlainTensor {
    const name = this.view(at + 8, 16);
    const dtype = new TextDecoder().decode(name.subarray(0, name.indexOf(0)));
    const [rank, sizes] = [data.getUint32(at + 4, true), address(data, at + 24)];
    const shape = Array.from({ length: rank }, (_, axis) => Number(data.getBigInt64(sizes + 8 * axis, true)));
    return { dtype, shape, bytes: this.view(address(data, at + 32), address(data, at + 40)).slice().buffer };
  }

  private failure(at: Address): Failure {
    const { status, error } = JSON.parse(this.take(at).text) as { status: number; error: ErrorObject };
    return new Failure(status, error);
  }
}

/** One request inside of a sandbox. */
export interface SandboxCall {
  readonly handle: Address;
  /** Where its answers are written. */
  readonly out: Address;
  /** What to give back in the end. */
  readonly memory: readonly Address[];
}

function address(data: DataView, at: number): Address {
  return Number(data.getBigUint64(at, true));
}

function setAddress(data: DataView, at: number, value: number): void {
  data.setBigUint64(at, BigInt(value), true);
}
