/**
 * JSON for files that strangers may have written. The built-in parser keeps the last of two equal keys, accepts
 * `__proto__`, recurses without bound and cannot say where in the document a fault is; this one refuses those and
 * names the place, in one linear pass.
 */
export interface JsonLimits {
  maxDepth: number;
  maxStringLength: number;
  /** Told of every value and where it stands in the text. */
  onValue?: (pointer: string, from: number, to: number) => void;
}

export interface JsonFault {
  pointer: string;
  line: number;
  column: number;
  message: string;
}

export type JsonResult = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const ESCAPES: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const PLAIN_TEXT = /[^"\\\u0000-\u001f]*/y;

class Fault extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

export function parseStrictJson(text: string, limits: JsonLimits): JsonResult {
  let at = 0;
  const path: (string | number)[] = [];

  const fail = (message: string, where = at): never => {
    throw new Fault(where, message);
  };
  const skipBlanks = (): void => {
    while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at++;
  };
  const describe = (): string => (at >= text.length ? 'the end of the file' : JSON.stringify(text.charAt(at)));

  function readString(): string {
    const start = at++;
    let out = '';
    for (;;) {
      PLAIN_TEXT.lastIndex = at;
      out += PLAIN_TEXT.exec(text)?.[0] ?? '';
      at = PLAIN_TEXT.lastIndex;
      if (out.length > limits.maxStringLength) {
        fail(`this string is longer than the ${limits.maxStringLength} characters allowed`, start);
      }
      const char = text.charAt(at);
      if (char === '"') {
        at++;
        return out;
      }
      if (char !== '\\')
        fail(at >= text.length ? 'this string is never closed' : 'a control character must be escaped');
      const escaped = text.charAt(at + 1);
      const plain = ESCAPES[escaped];
      if (plain !== undefined) {
        out += plain;
        at += 2;
      } else if (escaped === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) {
        out += String.fromCharCode(Number.parseInt(text.slice(at + 2, at + 6), 16));
        at += 6;
      } else {
        fail(`\\${escaped} is not a JSON escape`);
      }
    }
  }

  function readNumber(): number {
    NUMBER.lastIndex = at;
    const digits = NUMBER.exec(text)?.[0];
    if (!digits) return fail(`expected a value, found ${describe()}`);
    const value = Number(digits);
    if (!Number.isFinite(value)) fail('this number is too large');
    at += digits.length;
    return value;
  }

  function readWord<T>(word: string, value: T): T {
    if (!text.startsWith(word, at)) fail(`expected a value, found ${describe()}`);
    at += word.length;
    return value;
  }

  function readMembers(close: string, readMember: (index: number) => void): void {
    if (path.length >= limits.maxDepth) fail(`nested deeper than the ${limits.maxDepth} levels allowed`);
    at++;
    skipBlanks();
    if (text.charAt(at) === close) {
      at++;
      return;
    }
    for (let index = 0; ; index++) {
      skipBlanks();
      readMember(index);
      skipBlanks();
      const next = text.charAt(at);
      if (next !== ',' && next !== close) fail(`expected "," or "${close}", found ${describe()}`);
      at++;
      if (next === close) return;
    }
  }

  function readObject(): Record<string, unknown> {
    const object: Record<string, unknown> = {};
    readMembers('}', () => {
      if (text.charAt(at) !== '"') fail(`expected a property name in double quotes, found ${describe()}`);
      const start = at;
      const key = readString();
      path.push(key);
      if (FORBIDDEN_KEYS.has(key)) fail(`the property name ${JSON.stringify(key)} is not allowed`, start);
      if (Object.hasOwn(object, key)) fail(`the property ${JSON.stringify(key)} is given twice`, start);
      skipBlanks();
      if (text.charAt(at) !== ':') fail(`expected ":" after the property name, found ${describe()}`);
      at++;
      object[key] = readValue();
      path.pop();
    });
    return object;
  }

  function readArray(): unknown[] {
    const array: unknown[] = [];
    readMembers(']', (index) => {
      path.push(index);
      array.push(readValue());
      path.pop();
    });
    return array;
  }

  function readValue(): unknown {
    skipBlanks();
    const from = at;
    const value = readOne();
    limits.onValue?.(pointerOf(path), from, at);
    return value;
  }

  function readOne(): unknown {
    switch (text.charAt(at)) {
      case '{':
        return readObject();
      case '[':
        return readArray();
      case '"':
        return readString();
      case 't':
        return readWord('true', true);
      case 'f':
        return readWord('false', false);
      case 'n':
        return readWord('null', null);
      default:
        return readNumber();
    }
  }

  try {
    const value = readValue();
    skipBlanks();
    if (at < text.length) fail(`expected the end of the file, found ${describe()}`);
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const before = text.slice(0, error.at).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return {
      ok: false,
      fault: { pointer: pointerOf(path), line: before.length, column, message: error.message },
    };
  }
}
