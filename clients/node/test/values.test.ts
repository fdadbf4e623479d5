/** The shared vectors of typed values, and what JavaScript alone can get wrong. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ByteArray, Complex, FrozenSet, Image, Range, Scalar, Tensor, Tuple } from 'modelet';
import { JsonFloat, type JsonValue, parseExactly } from '../dist/json.js';
import { decode, encode, parseValues } from '../dist/values.js';
import { ROOT } from './home.js';

type Described = { dtype: string; shape: number[]; data: string };
type Vector = { name: string; json: JsonValue; tensors?: Described[]; only?: string };

const text = readFileSync(new URL('engine/include/modelet/values.json', ROOT), 'utf8');
const table = parseExactly(text) as unknown as { values: Vector[]; refused: (Vector & { reason: string })[] };

/** Without the difference between 1 and 1.0, which JavaScript does not have. */
function plain(value: JsonValue): unknown {
  if (value instanceof JsonFloat) return value.value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function tensorsOf(described: Described[] = []): Tensor[] {
  return described.map(({ dtype, shape, data }) => Tensor.over(dtype, shape, new Uint8Array(Buffer.from(data, 'base64')).buffer));
}

const roundTrip = (json: string) => encode(decode(parseValues(json), []), []);

/** What JavaScript's strings and sets of keys cannot tell apart (VALUES.md). */
const DIFFERENT: Record<string, string> = { 'surrogate pair that stays two': '\u{1f600}' };

describe('a value of the shared vectors', () => {
  for (const vector of table.values.filter(({ only }) => only === undefined)) {
    it(`comes back as it was: ${vector.name}`, () => {
      const sent: Tensor[] = [];
      const encoded = encode(decode(vector.json, tensorsOf(vector.tensors)), sent);
      assert.deepEqual(plain(parseExactly(encoded)), DIFFERENT[vector.name] ?? plain(vector.json));
      const described = sent.map(({ dtype, shape, data }) => ({
        dtype,
        shape,
        data: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64'),
      }));
      assert.deepEqual(described, vector.tensors ?? []);
    });
  }

  const only: Record<string, unknown> = {
    'tagged small int': 7,
    'plain large int': 9007199254740993n,
    'tagged empty str': '',
    'tagged ordinary str': 'abc',
    'set with an item twice': new Set([1]),
    'tagged ordinary dict': new Map([['a', 1]]),
    'dict with a key twice': new Map([[1, 'b']]),
    'row of an array': new Tensor('float32', [2], new Float32Array([3, 4])),
    'one tensor twice': [new Tensor('int8', [1], new Int8Array([1])), new Tensor('int8', [1], new Int8Array([1]))],
  };
  for (const vector of table.values.filter((item) => item.only !== undefined)) {
    it(`is read: ${vector.name}`, () => {
      assert.ok(vector.name in only, 'a vector that this test does not know');
      assert.deepEqual(decode(vector.json, tensorsOf(vector.tensors)), only[vector.name]);
    });
  }

  for (const vector of table.refused) {
    it(`is refused: ${vector.reason}: ${JSON.stringify(vector.json).slice(0, 50)}`, () => {
      assert.throws(() => decode(vector.json, tensorsOf(vector.tensors)), { name: 'Failure', status: 400 });
    });
  }
});

describe('a value of JavaScript', () => {
  const cases: [string, unknown, string][] = [
    ['minus zero stays a float', -0, '-0.0'],
    ['a number beyond 2^53 is a float', 2 ** 60, '1152921504606847000.0'],
    ['a large number has an exponent', 1e21, '1e+21'],
    ['a small bigint is an int', 5n, '5'],
    ['a large bigint is an int', 2n ** 70n, '{"$int":"1180591620717411303424"}'],
    ['not a number', Number.NaN, '{"$float":"nan"}'],
    ['a lone surrogate', 'a\ud800b', '{"$str":["a",55296,"b"]}'],
    ['a surrogate at the end of pairs', '\u{1f600}\udc00', '{"$str":["\u{1f600}",56320]}'],
    ['bytes', Buffer.from([0, 1]), '{"$bytes":"AAE="}'],
    ['a bytearray', ByteArray.from([0, 1]), '{"$bytearray":"AAE="}'],
    ['a tuple', Tuple.from<unknown>([1, Tuple.of('a')]), '{"$tuple":[1,{"$tuple":["a"]}]}'],
    ['a set', new Set([1]), '{"$set":[1]}'],
    ['a frozenset', new FrozenSet([1]), '{"$frozenset":[1]}'],
    ['a Map', new Map<unknown, unknown>([['1', null]]), '{"$dict":[["1",null]]}'],
    ['a key with a dollar', { $a: 1 }, '{"$dict":[["$a",1]]}'],
    ['an object without a prototype', Object.assign(Object.create(null), { a: true }), '{"a":true}'],
    ['a complex number', new Complex(1, -0.5), '{"$complex":[1.0,-0.5]}'],
    ['a range', new Range(0, 3), '{"$range":[0,3,1]}'],
    ['a typed array', Float32Array.of(1), '{"$tensor":0}'],
    ['a scalar', new Scalar('int64', [], BigInt64Array.of(7n)), '{"$scalar":0}'],
    ['an image', new Image('L', new Tensor('uint8', [1, 2], Uint8Array.of(1, 2))), '{"$image":0,"mode":"L"}'],
  ];
  for (const [name, value, json] of cases) it(name, () => assert.equal(encode(value, []), json));

  it('that has no form is a TypeError that names it', () => {
    for (const value of [undefined, () => 1, Symbol('a'), new Date(), /a/, new DataView(new ArrayBuffer(1))]) {
      assert.throws(() => encode([value], []), TypeError);
    }
  });

  it('that holds itself is refused', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    assert.throws(() => encode(loop, []), /holds itself/);
  });

  it('keeps a key that is called __proto__', () => {
    assert.equal(roundTrip('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}');
    assert.equal(roundTrip('{"__proto__":{"a":12345678901234567}}'), '{"__proto__":{"a":{"$int":"12345678901234567"}}}');
  });

  it('of a set is one where Python holds two equal', () => {
    assert.deepEqual(decode(parseValues('{"$set":[1,1.0,true,"1",{"$tuple":[1]},{"$tuple":[true]}]}'), []), new Set([1, '1', Tuple.of(1)]));
  });

  it('of a wrong shape is no tensor', () => {
    assert.throws(() => new Tensor('float32', [3], new Float32Array(2)), /needs a Float32Array of 3/);
    assert.throws(() => new Tensor('float33', [3], new Float32Array(3)), /float33/);
    assert.throws(() => new Tensor('int8', [1], new Int8Array(1)).row(1), RangeError);
  });
});
