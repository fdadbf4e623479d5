/** JSON as Python reads it: whole numbers stay whole whatever their size, and are told from floats. */

export type JsonValue = null | boolean | number | bigint | string | JsonFloat | JsonValue[] | { [key: string]: JsonValue };

/** A number that was written with a fraction or an exponent, where that matters. */
export class JsonFloat {
  constructor(readonly value: number) {}
}

const DEEPEST = 10_000;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPES: Record<string, string> = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Parses a JSON text. Whole numbers beyond 2^53 are bigint; others with a fraction or exponent JsonFloat. SyntaxError else. */
export function parseExactly(text: string): JsonValue {
  return new Parser(text).document();
}

class Parser {
  private at = 0;

  constructor(private readonly text: string) {}

  document(): JsonValue {
    const value = this.value(0);
    this.skipSpace();
    if (this.at !== this.text.length) throw this.wrong('there is more after it');
    return value;
  }

  private value(depth: number): JsonValue {
    if (depth > DEEPEST) throw this.wrong('it nests too deep');
    this.skipSpace();
    switch (this.text[this.at]) {
      case '{':
        return this.object(depth + 1);
      case '[':
        return this.array(depth + 1);
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
    }
    return this.number();
  }

  private object(depth: number): JsonValue {
    const object: { [key: string]: JsonValue } = {};
    this.sequence('}', () => {
      this.skipSpace();
      if (this.text[this.at] !== '"') throw this.wrong('a key is expected');
      const key = this.string();
      this.expect(':');
      const value = this.value(depth);
      Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true }); // `__proto__` is a key as any other
    });
    return object;
  }

  private array(depth: number): JsonValue {
    const items: JsonValue[] = [];
    this.sequence(']', () => items.push(this.value(depth)));
    return items;
  }

  private sequence(close: string, item: () => void): void {
    this.at += 1;
    this.skipSpace();
    if (this.text[this.at] === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      item();
      this.skipSpace();
      const next = this.text[this.at];
      this.at += 1;
      if (next === close) return;
      if (next !== ',') throw this.wrong(`',' or '${close}' is expected`);
    }
  }

  private string(): string {
    let value = '';
    this.at += 1;
    for (;;) {
      value += this.match(PLAIN)?.[0] ?? '';
      const next = this.text[this.at];
      this.at += 1;
      if (next === '"') return value;
      if (next !== '\\') throw this.wrong('a text has no end, or holds a control character');
      value += this.escape();
    }
  }

  private escape(): string {
    const letter = this.text[this.at] ?? '';
    this.at += 1;
    if (letter !== 'u') {
      const character = ESCAPES[letter];
      if (character === undefined) throw this.wrong('an escape is unknown');
      return character;
    }
    const digits = this.text.slice(this.at, this.at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw this.wrong('\\u is followed by four hexadecimal digits');
    this.at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  private number(): JsonValue {
    const found = this.match(NUMBER);
    if (found === undefined) throw this.wrong('a value is expected');
    const number = Number(found[0]);
    if (found[1] !== undefined || found[2] !== undefined) return new JsonFloat(number);
    return Number.isSafeInteger(number) && !Object.is(number, -0) ? number : BigInt(found[0]);
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.wrong('a value is expected');
    this.at += word.length;
    return value;
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at = pattern.lastIndex;
    return found;
  }

  private expect(character: string): void {
    this.skipSpace();
    if (this.text[this.at] !== character) throw this.wrong(`'${character}' is expected`);
    this.at += 1;
  }

  private skipSpace(): void {
    while (' \t\r\n'.includes(this.text[this.at] ?? 'x')) this.at += 1;
  }

  private wrong(reason: string): SyntaxError {
    return new SyntaxError(`${reason}, at character ${this.at}`);
  }
}
