/**
 * Typed values: JavaScript's to JSON and tensors, and back (engine/include/modelet/VALUES.md).
 *
 *     Python                  JavaScript
 *     None                    null
 *     int                     number, bigint beyond 2^53
 *     float                   number
 *     complex                 Complex
 *     str                     string
 *     bytes, bytearray        Uint8Array, ByteArray
 *     list, tuple             Array, Tuple
 *     set, frozenset          Set, FrozenSet
 *     dict                    a plain object, or a Map when some key is no text or begins with $
 *     range, slice            Range, Slice
 *     numpy array, scalar     Tensor (a typed array will do), Scalar
 *     PIL image               Image
 */

import { invalidRequest } from './errors.js';
import { JsonFloat, type JsonValue, parseExactly } from './json.js';
import { Scalar, Tensor } from './tensor.js';

const DEEPEST = 200;
const CHANNELS: Readonly<Record<string, number>> = { L: 1, LA: 2, RGB: 3, RGBA: 4, CMYK: 4, YCbCr: 3, HSV: 3 };

/** A Python tuple. */
export class Tuple<T = unknown> extends Array<T> {}
/** A Python frozenset. */
export class FrozenSet<T = unknown> extends Set<T> {}
/** A Python bytearray. */
export class ByteArray extends Uint8Array {}

/** A Python complex. */
export class Complex {
  constructor(
    readonly real: number,
    readonly imaginary: number,
  ) {}
}

/** A Python range. */
export class Range {
  constructor(
    readonly start: number | bigint,
    readonly stop: number | bigint,
    readonly step: number | bigint = 1,
  ) {}
}

/** A Python slice. */
export class Slice {
  constructor(
    readonly start: unknown,
    readonly stop: unknown,
    readonly step: unknown = null,
  ) {}
}

/** A PIL image: `pixels` is a uint8 tensor [height, width, channels], or [height, width] where there is one channel. */
export class Image {
  constructor(
    readonly mode: string,
    readonly pixels: Tensor,
  ) {
    const channels = Object.hasOwn(CHANNELS, mode) ? CHANNELS[mode] : undefined;
    if (channels === undefined)
      throw new TypeError(`an image of mode ${mode} cannot be passed; those that can: ${Object.keys(CHANNELS).join(', ')}`);
    const [height, width, ...rest] = pixels.shape;
    const fits = channels === 1 ? rest.length === 0 : rest.length === 1 && rest[0] === channels;
    if (pixels.dtype !== 'uint8' || height === undefined || width === undefined || !fits) {
      throw new TypeError(`an image of mode ${mode} is no ${pixels.dtype} tensor of shape [${pixels.shape}]`);
    }
  }
}

// Encoding -----------------------------------------------------------------------------------------------------------

/** The JSON text of a value; its tensors are appended to `tensors`. Throws TypeError for a value that has no form. */
export function encode(value: unknown, tensors: Tensor[]): string {
  return new Encoder(tensors).encode(value, 0);
}

class Encoder {
  constructor(private readonly tensors: Tensor[]) {}

  encode(value: unknown, depth: number): string {
    if (depth > DEEPEST) throw new TypeError(`a value that holds itself, or nests deeper than ${DEEPEST} levels, cannot be passed`);
    switch (typeof value) {
      case 'boolean':
        return String(value);
      case 'string':
        return text(value);
      case 'number':
        return number(value);
      case 'bigint':
        return whole(value);
      case 'object':
        return value === null ? 'null' : this.object(value, depth + 1);
    }
    throw new TypeError(`${value === undefined ? 'undefined' : `a ${typeof value}`} cannot be passed to a modelet`);
  }

  private object(value: object, depth: number): string {
    if (value instanceof Tuple) return `{"$tuple":${this.items(value, depth)}}`;
    if (Array.isArray(value)) return this.items(value, depth);
    if (value instanceof FrozenSet) return `{"$frozenset":${this.items(value, depth)}}`;
    if (value instanceof Set) return `{"$set":${this.items(value, depth)}}`;
    if (value instanceof Map) return this.pairs(value, depth);
    if (value instanceof Scalar) return `{"$scalar":${this.tensor(value)}}`;
    if (value instanceof Tensor) return `{"$tensor":${this.tensor(value)}}`;
    if (ArrayBuffer.isView(value)) return this.view(value);
    if (value instanceof Complex) return `{"$complex":[${float(value.real)},${float(value.imaginary)}]}`;
    if (value instanceof Range) return `{"$range":${this.items([value.start, value.stop, value.step], depth)}}`;
    if (value instanceof Slice) return `{"$slice":${this.items([value.start, value.stop, value.step], depth)}}`;
    if (value instanceof Image) return `{"$image":${this.tensor(value.pixels)},"mode":${JSON.stringify(value.mode)}}`;
    const prototype = Object.getPrototypeOf(value);
    if (prototype === null || Object.getPrototypeOf(prototype) === null) return this.record(value, depth);
    throw new TypeError(`a value of class ${value.constructor.name} cannot be passed to a modelet`);
  }

  private items(values: Iterable<unknown>, depth: number): string {
    return `[${Array.from(values, (item) => this.encode(item, depth)).join(',')}]`;
  }

  private record(value: object, depth: number): string {
    const entries = Object.entries(value);
    if (entries.some(([key]) => key.startsWith('$') || !key.isWellFormed())) return this.pairs(entries, depth);
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${this.encode(item, depth)}`).join(',')}}`;
  }

  private pairs(entries: Iterable<[unknown, unknown]>, depth: number): string {
    return `{"$dict":[${Array.from(entries, ([key, item]) => `[${this.encode(key, depth)},${this.encode(item, depth)}]`).join(',')}]}`;
  }

  private view(value: ArrayBufferView): string {
    if (value instanceof ByteArray) return `{"$bytearray":"${base64(value)}"}`;
    if (value instanceof Uint8Array) return `{"$bytes":"${base64(value)}"}`;
    const tensor = Tensor.of(value);
    if (tensor === undefined) throw new TypeError(`a value of class ${value.constructor.name} cannot be passed to a modelet`);
    return `{"$tensor":${this.tensor(tensor)}}`;
  }

  private tensor(tensor: Tensor): number {
    return this.tensors.push(tensor) - 1;
  }
}

function number(value: number): string {
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : float(value);
}

function float(value: number): string {
  if (!Number.isFinite(value)) return `{"$float":"${Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'}"}`;
  const digits = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

function whole(value: bigint): string {
  const isPlain = value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
  return isPlain ? String(value) : `{"$int":"${value}"}`;
}

function text(value: string): string {
  if (value.isWellFormed()) return JSON.stringify(value);
  const pieces = value.match(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|(?:[^\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff])+/g,
  );
  return `{"$str":[${(pieces ?? []).map((piece) => (piece.isWellFormed() ? JSON.stringify(piece) : piece.charCodeAt(0))).join(',')}]}`;
}

const PIECE = 0x8000; // arguments that one call takes

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

// Decoding -----------------------------------------------------------------------------------------------------------

/** The value of an answer `{"value": …}`. Throws `Failure` (`invalid_value`) for one that is malformed. */
export function decodeAnswer(json: string, tensors: readonly Tensor[]): unknown {
  return decode((parseValues(json) as { value: JsonValue }).value, tensors);
}

/** JSON whose long whole numbers keep all their digits. */
export function parseValues(json: string): JsonValue {
  return /[0-9]{16}/.test(json) ? parseExactly(json) : (JSON.parse(json) as JsonValue);
}

/** The JavaScript value of a typed value; its tensors are those of `tensors`. Throws `Failure` for one that is malformed. */
export function decode(value: JsonValue | undefined, tensors: readonly Tensor[]): unknown {
  return new Decoder(tensors).decode(value);
}

type Read = (decoder: Decoder, value: JsonValue | undefined, second: JsonValue | undefined) => unknown;

const READERS = new Map<string, Read>([
  ['$int', (_, value) => readInt(value)],
  ['$float', (_, value) => readFloat(value)],
  ['$str', (_, value) => readText(value)],
  ['$bytes', (_, value) => readBytes('$bytes', value)],
  ['$bytearray', (_, value) => new ByteArray(readBytes('$bytearray', value))],
  ['$complex', (decoder, value) => readComplex(decoder.items('$complex', value))],
  ['$tuple', (decoder, value) => Tuple.from(decoder.items('$tuple', value))],
  ['$set', (decoder, value) => new Set(distinct('$set', decoder.items('$set', value)))],
  ['$frozenset', (decoder, value) => new FrozenSet(distinct('$frozenset', decoder.items('$frozenset', value)))],
  ['$dict', (decoder, value) => decoder.map(value)],
  ['$range', (decoder, value) => readRange(decoder.items('$range', value))],
  ['$slice', (decoder, value) => readSlice(decoder.items('$slice', value))],
  ['$tensor', (decoder, value) => decoder.tensor(value)],
  ['$tensor row', (decoder, value, row) => decoder.row(value, row)],
  ['$scalar', (decoder, value) => decoder.scalar(value)],
  ['$image mode', (decoder, value, mode) => decoder.image(value, mode)],
]);

class Decoder {
  constructor(private readonly tensors: readonly Tensor[]) {}

  decode(value: JsonValue | undefined): unknown {
    if (Array.isArray(value)) return value.map((item) => this.decode(item));
    if (value instanceof JsonFloat) return value.value;
    if (typeof value !== 'object' || value === null) return value;
    const keys = Object.keys(value);
    return keys.some((key) => key.startsWith('$')) ? this.tagged(keys, Object.values(value)) : this.record(value);
  }

  private record(value: { [key: string]: JsonValue }): unknown {
    const entries = Object.entries(value).map(([key, item]) => [key, this.decode(item)]);
    return Object.fromEntries(entries);
  }

  private tagged(keys: readonly string[], values: readonly JsonValue[]): unknown {
    const read = READERS.get(keys.join(' '));
    if (read !== undefined) return read(this, values[0], values[1]);
    const forms = [...READERS.keys()].map((form) => form.replace(' ', ' and ')).join(', ');
    throw invalidValue(`an object with the keys ${keys.join(', ')} is no typed value; the forms are ${forms}`);
  }

  items(tag: string, value: JsonValue | undefined): unknown[] {
    if (!Array.isArray(value)) throw malformed(tag, value);
    return value.map((item) => this.decode(item));
  }

  map(value: JsonValue | undefined): Map<unknown, unknown> {
    const isPair = (pair: JsonValue): pair is [JsonValue, JsonValue] => Array.isArray(pair) && pair.length === 2;
    if (!Array.isArray(value) || !value.every(isPair)) throw malformed('$dict', value);
    const found = new Map<unknown, unknown>();
    const keys = new Map<unknown, unknown>(); // the first of the keys that Python holds equal
    for (const [left, right] of value) {
      const key = this.decode(left);
      const identity = identityOf('$dict', key);
      if (!keys.has(identity)) keys.set(identity, key);
      found.set(keys.get(identity), this.decode(right));
    }
    return found;
  }

  tensor(index: JsonValue | undefined): Tensor {
    const tensor = typeof index === 'number' ? this.tensors[index] : undefined;
    if (tensor === undefined) throw invalidValue(`no tensor ${shown(index)}; the message has ${this.tensors.length}`);
    return tensor;
  }

  row(index: JsonValue | undefined, row: JsonValue | undefined): Tensor {
    const tensor = this.tensor(index);
    if (typeof row !== 'number' || tensor.shape.length === 0 || row < 0 || row >= (tensor.shape[0] ?? 0)) throw malformed('row', row);
    return tensor.row(row);
  }

  scalar(index: JsonValue | undefined): Scalar {
    const tensor = this.tensor(index);
    if (tensor.shape.length > 0) throw invalidValue(`malformed $scalar: a tensor of shape [${tensor.shape}]`);
    return new Scalar(tensor.dtype, [], tensor.data);
  }

  image(index: JsonValue | undefined, mode: JsonValue | undefined): Image {
    const tensor = this.tensor(index);
    if (typeof mode !== 'string') throw malformed('image mode', mode);
    try {
      return new Image(mode, tensor);
    } catch (error) {
      throw invalidValue(`malformed $image: ${error instanceof Error ? error.message : error}`);
    }
  }
}

function invalidValue(problem: string): Error {
  return invalidRequest(problem, 'invalid_value');
}

function malformed(tag: string, value: unknown): Error {
  return invalidValue(`malformed ${tag}: ${shown(value)}`);
}

function shown(value: unknown): string {
  return (typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'nothing')).slice(0, 80);
}

function readInt(value: JsonValue | undefined): number | bigint {
  if (typeof value !== 'string' || !/^-?(?:0|[1-9][0-9]*)$/.test(value)) throw malformed('$int', value);
  const short = Number(value);
  return Number.isSafeInteger(short) ? short + 0 : BigInt(value);
}

function readFloat(value: JsonValue | undefined): number {
  switch (value) {
    case 'nan':
      return Number.NaN;
    case 'inf':
      return Number.POSITIVE_INFINITY;
    case '-inf':
      return Number.NEGATIVE_INFINITY;
  }
  throw malformed('$float', value);
}

function readText(value: JsonValue | undefined): string {
  if (!Array.isArray(value)) throw malformed('$str', value);
  const piece = (item: JsonValue): string => {
    if (typeof item === 'string') return item;
    if (typeof item === 'number' && item >= 0xd800 && item <= 0xdfff) return String.fromCharCode(item);
    throw malformed('$str', value);
  };
  return value.map(piece).join('');
}

function readBytes(tag: string, value: JsonValue | undefined): Uint8Array {
  if (typeof value !== 'string' || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(value))
    throw malformed(tag, value);
  return Uint8Array.from(atob(value), (letter) => letter.charCodeAt(0));
}

function readComplex(parts: readonly unknown[]): Complex {
  const isNumber = (part: unknown) => typeof part === 'number' || typeof part === 'bigint';
  if (parts.length !== 2 || !parts.every(isNumber)) throw malformed('$complex', parts);
  return new Complex(Number(parts[0]), Number(parts[1]));
}

function readRange(parts: readonly unknown[]): Range {
  const isWhole = (part: unknown): part is number | bigint => typeof part === 'bigint' || Number.isSafeInteger(part);
  const [start, stop, step] = parts;
  if (parts.length !== 3 || !isWhole(start) || !isWhole(stop) || !isWhole(step) || BigInt(step) === 0n) throw malformed('$range', parts);
  return new Range(start, stop, step);
}

function readSlice(parts: readonly unknown[]): Slice {
  if (parts.length !== 3) throw malformed('$slice', parts);
  return new Slice(parts[0], parts[1], parts[2]);
}

/** Items without those that Python holds equal to an earlier one. */
function distinct(tag: string, items: readonly unknown[]): unknown[] {
  const found = new Map<unknown, unknown>();
  for (const item of items) {
    const identity = identityOf(tag, item);
    if (!found.has(identity)) found.set(identity, item);
  }
  return [...found.values()];
}

/** Equal exactly for values that Python holds equal as members of a set: 1, 1.0 and True are. Throws for one that it cannot hash. */
function identityOf(tag: string, value: unknown): unknown {
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) ? `n${BigInt(value)}` : Number.isNaN(value) ? Symbol('nan') : `n${value}`;
    case 'bigint':
    case 'boolean':
      return `n${BigInt(value)}`;
    case 'string':
      return `s${value}`;
  }
  if (value === null) return 'none';
  if (value instanceof Tuple) return `t${list(Array.from(value, (item) => identityOf(tag, item)))}`;
  if (value instanceof FrozenSet) return `f${list(Array.from(value, (item) => identityOf(tag, item)).sort())}`;
  if (value instanceof Uint8Array && !(value instanceof ByteArray)) return `b${base64(value)}`;
  if (value instanceof Complex) return value.imaginary === 0 ? identityOf(tag, value.real) : `c${value.real},${value.imaginary}`;
  if (value instanceof Range) return `r${value.start},${value.stop},${value.step}`;
  if (value instanceof Scalar) return typeof value.value === 'object' ? `c${value.value}` : identityOf(tag, value.value);
  throw invalidValue(`malformed ${tag}: unhashable ${value?.constructor?.name}`);
}

function list(identities: readonly unknown[]): string {
  return JSON.stringify(identities.map(String));
}
