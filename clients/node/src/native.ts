/**
 * Compiled libraries in this process: opened once, never unloaded, called through the C interface.
 *
 *     Library   one file and its manifest
 *     Instance  an opened library: weights mapped, any number of calls
 *     Call      one request and its answers, driven by whoever waits for them, off the event loop
 *     Message   one answer; its tensors are the library's memory, released when nothing in JavaScript refers to it
 */

import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import koffi from 'koffi';
import type { Call, Control, Instance, Manifest, Message } from './engine.js';
import { cancelled, type ErrorObject, errorObject, Failure } from './errors.js';
import { openLibrary } from './ffi.js';
import { ABI_VERSION } from './resolver/choice.js';
import { Slots } from './slots.js';
import { Tensor } from './tensor.js';

const OK = 0;
const MESSAGE = 1;
const END = 2;
const PENDING = 3;

// modelet.h: offsets are the same on every target.
const MESSAGE_BYTES = 40;
const TENSOR = koffi.struct({
  size: 'uint32_t',
  rank: 'uint32_t',
  dtype: koffi.array('char', 16),
  shape: 'uint64_t',
  data: 'uint64_t',
  bytes: 'uint64_t',
  device_type: 'int32_t',
  device_id: 'int32_t',
});
const TENSOR_BYTES = koffi.sizeof(TENSOR);
const CPU = 1;

/** A request up to this size is checked on the event loop, in less time than handing it to a thread takes. */
const QUICK_BYTES = 16 << 10;

type Pointer = bigint;
type Struct = DataView<ArrayBuffer>;
type Function = ((...values: unknown[]) => number) & { async: (...values: unknown[]) => void };

/** Messages of this process that threads wait for: at most so many at once, so that file and name look-ups keep a thread. */
const slots = new Slots(Math.max(1, Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 1));

const libraries = new Map<string, Library>();
const instances = new Map<string, Promise<Instance>>();

/** Where all threads of the process find the first library's host table; workers inherit the cell. */
const HOST_CELL = 'modelet.host';
const host = hostCell();

function hostCell(): BigInt64Array {
  const inherited = getEnvironmentData(HOST_CELL);
  const cell = inherited instanceof SharedArrayBuffer ? inherited : new SharedArrayBuffer(8);
  setEnvironmentData(HOST_CELL, cell);
  return new BigInt64Array(cell);
}

function failure(status: number, message: string, kind: string, code: string): Failure {
  return new Failure(status, errorObject(message, kind, code));
}

/** One dynamic library. Throws `Failure` (422) for a file that is no modelet, or one of another ABI version. */
export class Library {
  readonly manifest: Manifest;
  readonly open: Function;
  readonly start: Function;
  readonly next: Function;
  readonly cancel: Function;
  readonly finish: Function;
  readonly release: Function;
  readonly hostTable: () => Pointer;

  constructor(readonly path: string) {
    pin(path);
    try {
      const library = openLibrary(path);
      const bind = (name: string, result: string, parameters: number) =>
        library.func(`modelet_${name}`, result, new Array<string>(parameters).fill('void *'));
      this.manifest = JSON.parse(bind('manifest', 'str', 0)()) as Manifest;
      this.open = bind('open', 'int', 4);
      this.start = bind('start', 'int', 4);
      this.next = bind('next', 'int', 2);
      this.cancel = bind('cancel', 'void', 1);
      this.finish = bind('finish', 'void', 1);
      this.release = bind('release', 'void', 1);
      this.hostTable = bind('host_table', 'void *', 0);
    } catch (error) {
      const problem = `${path} cannot be loaded as a modelet: ${error instanceof Error ? error.message : error}`;
      throw failure(422, problem, 'invalid_request_error', 'library_not_loadable');
    }
    this.checkAbi();
  }

  private checkAbi(): void {
    const { abi, name } = this.manifest;
    if (abi === ABI_VERSION) return;
    const advice = typeof abi === 'number' && abi > ABI_VERSION ? 'install a newer modelet' : 'compile it again';
    const problem = `${name ?? this.path} speaks version ${abi} of the modelet ABI, this client version ${ABI_VERSION}; ${advice}`;
    throw failure(422, problem, 'invalid_request_error', 'abi_mismatch');
  }

  /** The host table that all modelets of the process share: the first one's. */
  host(): Pointer {
    Atomics.compareExchange(host, 0, 0n, this.hostTable());
    return Atomics.load(host, 0);
  }
}

/** Holds a library for the life of the process: koffi lets go of it when a worker ends, and its pool's threads may be in it. */
function pin(path: string): void {
  if (process.platform === 'win32') return;
  const RTLD_LAZY = 1;
  openLibrary(null).func('dlopen', 'void *', ['str', 'int'])(path, RTLD_LAZY);
}

/** The instance of this library with these options; one for each pair in a thread, kept until it ends. */
export function openInstance(path: string, options: Record<string, unknown>, digest: string): Promise<Instance> {
  const text = JSON.stringify(options);
  const key = `${digest} ${text}`;
  let instance = instances.get(key);
  if (instance === undefined) {
    instance = openAnew(path, text, digest);
    instances.set(key, instance);
    instance.catch(() => instances.delete(key)); // the next one tries again
  }
  return instance;
}

async function openAnew(path: string, options: string, digest: string): Promise<Instance> {
  const library = libraries.get(digest) ?? new Library(path);
  libraries.set(digest, library);
  const [out, error] = [newPointer(), newMessage()];
  const status = await slots.use(() => run(library.open, Buffer.from(`${options}\0`), library.host(), out, error));
  if (status !== OK) throw failureOf(new NativeMessage(library, error));
  return new NativeInstance(library, pointerIn(out));
}

/** An opened library. */
export class NativeInstance implements Instance {
  constructor(
    readonly library: Library,
    readonly handle: Pointer,
  ) {}

  get manifest(): Manifest {
    return this.library.manifest;
  }

  start(request: string, tensors: readonly Tensor[], control: Control): Promise<Call> {
    return NativeCall.start(this, request, tensors, control);
  }
}

const waiting = new Set<NativeCall>();

/** At the end of the process libuv waits for its threads, and so for the calls that they are in. */
process.once('exit', () => {
  for (const call of waiting) call.cancel();
});

/** One request on its way. */
class NativeCall implements Call {
  private running = false;
  private ending = false;
  private withdraw: (() => void) | undefined;

  private constructor(
    private readonly library: Library,
    private handle: Pointer,
    /** What the call's tensors point to. */
    public borrowed: readonly unknown[],
  ) {}

  /** Checks a request and makes its call; `tensors` are copied, so that nobody can take their memory away. */
  static async start(instance: NativeInstance, request: string, tensors: readonly Tensor[], control: Control): Promise<NativeCall> {
    const { library } = instance;
    const text = Buffer.from(request);
    const { struct, borrowed } = requestStruct(text, tensors);
    const [out, error] = [newPointer(), newMessage()];
    const status =
      text.length <= QUICK_BYTES
        ? library.start(instance.handle, struct, out, error)
        : await slots.use(() => run(library.start, instance.handle, struct, out, error));
    if (status !== OK) throw failureOf(new NativeMessage(library, error));
    const call = new NativeCall(library, pointerIn(out), borrowed);
    control.attach(call);
    return call;
  }

  /** Waits for the next answer, off the event loop; undefined at the end. */
  async next(): Promise<Message | undefined> {
    if (this.running) throw failure(409, 'somebody is waiting for this call already', 'invalid_request_error', 'busy');
    if (this.handle === 0n) throw failure(409, 'this call has finished', 'invalid_request_error', 'finished');
    this.running = true;
    waiting.add(this);
    try {
      await this.slot();
      try {
        return await this.answer();
      } finally {
        slots.free();
      }
    } finally {
      waiting.delete(this);
      this.running = false;
      if (this.ending) this.end();
    }
  }

  private async slot(): Promise<void> {
    const ticket = slots.take();
    this.withdraw = ticket.withdraw;
    const taken = await ticket.taken;
    this.withdraw = undefined;
    if (!taken) throw cancelled();
  }

  private async answer(): Promise<Message | undefined> {
    for (;;) {
      const out = newMessage();
      const status = await run(this.library.next, this.handle, out);
      if (status === MESSAGE) return new NativeMessage(this.library, out);
      if (status === END) return undefined;
      if (status !== PENDING) throw failureOf(new NativeMessage(this.library, out));
    }
  }

  /** Makes the running and every later `next` end with the error `cancelled`. At any time. */
  cancel(): void {
    if (this.handle !== 0n) this.library.cancel(this.handle);
    this.withdraw?.();
  }

  /** Frees the call; cancels it first when somebody still waits for it. Any number of times. */
  finish(): void {
    if (this.handle === 0n) return;
    this.ending = true;
    if (this.running) this.cancel();
    else this.end();
  }

  private end(): void {
    const { handle } = this;
    if (handle === 0n) return;
    this.handle = 0n;
    this.borrowed = [];
    this.library.finish(handle);
  }
}

/** Runs a function of a library in a thread. */
function run(work: Function, ...values: unknown[]): Promise<number> {
  return new Promise((resolve, reject) => {
    work.async(...values, (error: unknown, status: number) => {
      void values; // what they point to is in use until here
      if (error) reject(error);
      else resolve(status);
    });
  });
}

/** Messages of which some memory is still in use. */
interface Owner {
  readonly library: Library;
  readonly struct: Struct;
  users: number;
}

/** A buffer that were moved to another would leave its memory to be released; cloning and posting copy it. */
const move = {
  value: () => {
    throw new TypeError('the memory of an answer cannot be transferred; copy it with slice()');
  },
};
const UNMOVABLE = { transfer: move, transferToFixedLength: move };

const owners = new FinalizationRegistry<Owner>((owner) => {
  owner.users -= 1;
  if (owner.users === 0) owner.library.release(owner.struct);
});

/** One answer. */
class NativeMessage implements Message {
  readonly text: string;
  readonly tensors: readonly Tensor[];

  constructor(library: Library, struct: Struct) {
    this.text = koffi.decode.string(struct.getBigUint64(8, true), Number(struct.getBigUint64(16, true)));
    const owner = { library, struct, users: 0 };
    const count = struct.getUint32(4, true);
    this.tensors = Array.from({ length: count }, (_, index) =>
      tensorAt(struct.getBigUint64(24, true) + BigInt(index * TENSOR_BYTES), owner),
    );
    if (owner.users === 0) library.release(struct);
  }

  json(): unknown {
    return JSON.parse(this.text);
  }
}

/** A tensor of an answer, over the library's memory. */
function tensorAt(address: Pointer, owner: Owner): Tensor {
  const { rank, dtype, shape, data, bytes } = koffi.decode(address, TENSOR);
  const sizes = rank === 0 ? [] : Array.from(koffi.decode(shape, 'int64_t', rank), Number);
  if (bytes === 0) return Tensor.over(dtype, sizes, new ArrayBuffer(0));
  const memory = koffi.view(BigInt(data), Number(bytes));
  owner.users += 1;
  owners.register(Object.defineProperties(memory, UNMOVABLE), owner);
  return Tensor.over(dtype, sizes, memory);
}

function newMessage(): Struct {
  const struct = new DataView(new ArrayBuffer(MESSAGE_BYTES));
  struct.setUint32(0, MESSAGE_BYTES, true);
  return struct;
}

function newPointer(): BigUint64Array {
  return new BigUint64Array(1);
}

function pointerIn(out: BigUint64Array): Pointer {
  return out[0] ?? 0n;
}

/** A request message, and what must stay alive while it is borrowed. */
function requestStruct(text: Buffer, tensors: readonly Tensor[]): { struct: Struct; borrowed: readonly unknown[] } {
  const struct = newMessage();
  struct.setBigUint64(8, koffi.address(text), true);
  struct.setBigUint64(16, BigInt(text.length), true);
  if (tensors.length === 0) return { struct, borrowed: [text] };
  const table = new Uint8Array(tensors.length * TENSOR_BYTES);
  const memory = tensors.map((tensor, index) => describe(table, index * TENSOR_BYTES, tensor));
  struct.setUint32(4, tensors.length, true);
  struct.setBigUint64(24, koffi.address(table), true);
  return { struct, borrowed: [text, table, memory] };
}

/** Writes one modelet_tensor. Returns the memory that it points to. */
function describe(table: Uint8Array, offset: number, tensor: Tensor): unknown {
  const shape = BigInt64Array.from(tensor.shape, BigInt);
  const data = tensor.data.slice();
  koffi.encode(table, offset, TENSOR, {
    size: TENSOR_BYTES,
    rank: shape.length,
    dtype: tensor.dtype,
    shape: shape.length > 0 ? koffi.address(shape) : 0n,
    data: data.length > 0 ? koffi.address(data) : 0n,
    bytes: data.byteLength,
    device_type: CPU,
    device_id: 0,
  });
  return { shape, data };
}

function failureOf(message: NativeMessage): Failure {
  const answer = message.json() as { status: number; error: ErrorObject };
  return new Failure(answer.status, answer.error);
}
