/** Tensors: numpy arrays as a program in JavaScript has them. */

export type TypedArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

type ArrayConstructor = {
  new (buffer: ArrayBufferLike, offset?: number, length?: number): TypedArray;
  readonly BYTES_PER_ELEMENT: number;
};

interface Storage {
  readonly array: ArrayConstructor;
  /** Elements of `array` for one of the tensor. */
  readonly count: number;
}

const STORAGE: Readonly<Record<string, Storage>> = {
  bool: { array: Uint8Array, count: 1 },
  int8: { array: Int8Array, count: 1 },
  int16: { array: Int16Array, count: 1 },
  int32: { array: Int32Array, count: 1 },
  int64: { array: BigInt64Array, count: 1 },
  uint8: { array: Uint8Array, count: 1 },
  uint16: { array: Uint16Array, count: 1 },
  uint32: { array: Uint32Array, count: 1 },
  uint64: { array: BigUint64Array, count: 1 },
  float16: { array: Uint16Array, count: 1 },
  bfloat16: { array: Uint16Array, count: 1 },
  float32: { array: Float32Array, count: 1 },
  float64: { array: Float64Array, count: 1 },
  complex64: { array: Float32Array, count: 2 },
  complex128: { array: Float64Array, count: 2 },
};
const OF_ARRAY = new Map<unknown, string>(
  ['int8', 'int16', 'int32', 'int64', 'uint16', 'uint32', 'uint64', 'float32', 'float64'].map((dtype) => [STORAGE[dtype]?.array, dtype]),
);

/**
 * A C-contiguous tensor. `dtype` is numpy's name; `data` holds float16 and bfloat16 as their bits, bool as bytes, and complex
 * numbers as two floats each. The data of an answer is the library's own memory, not a copy, and stays as long as it is used.
 */
export class Tensor {
  constructor(
    readonly dtype: string,
    readonly shape: readonly number[],
    readonly data: TypedArray,
  ) {
    const storage = storageOf(dtype);
    const wanted = elements(shape) * storage.count;
    if (!(data instanceof storage.array) || data.length !== wanted) {
      const kind = `${storage.array.name} of ${wanted}`;
      throw new TypeError(`a ${dtype} tensor of shape [${shape}] needs a ${kind}, not ${data.constructor.name} of ${data.length}`);
    }
  }

  /** `tensor[row]`, over the same memory. RangeError for a row that is not there. */
  row(row: number): Tensor {
    const [rows = 0, ...shape] = this.shape;
    if (!Number.isInteger(row) || row < 0 || row >= rows) throw new RangeError(`row ${row} of a tensor of shape [${this.shape}]`);
    const length = this.data.length / rows;
    return new Tensor(this.dtype, shape, this.data.subarray(row * length, (row + 1) * length));
  }

  /** What a typed array is without a shape: one dimension. Undefined for an array that is no tensor by itself (bytes). */
  static of(array: ArrayBufferView): Tensor | undefined {
    const dtype = OF_ARRAY.get(array.constructor);
    if (dtype === undefined) return undefined;
    const data = array as TypedArray;
    return new Tensor(dtype, [data.length], data);
  }

  /** A tensor over a buffer's bytes. */
  static over(dtype: string, shape: readonly number[], buffer: ArrayBufferLike): Tensor {
    return new Tensor(dtype, shape, new (storageOf(dtype).array)(buffer));
  }
}

/** A numpy scalar: a tensor of rank 0. */
export class Scalar extends Tensor {
  /** Its only element; [real, imaginary] of a complex number. */
  get value(): number | bigint | [number, number] {
    const [first, second] = this.data;
    return second === undefined ? (first as number | bigint) : [Number(first), Number(second)];
  }
}

function storageOf(dtype: string): Storage {
  const storage = Object.hasOwn(STORAGE, dtype) ? STORAGE[dtype] : undefined;
  if (storage === undefined) {
    throw new TypeError(`a tensor of dtype ${dtype} cannot be passed; those that can: ${Object.keys(STORAGE).join(', ')}`);
  }
  return storage;
}

function elements(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}
