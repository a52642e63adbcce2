/**
 * Reading JSON that people write: strict, and with the place of the first mistake.
 *
 * `JSON.parse` often leaves the place out and silently lets the last of two equal keys win; in a
 * file that steers a crawl both are worth a sentence. What the value means is decided elsewhere.
 *
 * @module
 */

import { ConfigurationError } from "./configuration_error.ts";

const MAX_DEPTH = 100;

/**
 * Parses the text of `file`; a byte order mark is accepted.
 *
 * @throws {ConfigurationError} with line and column, both counted from 1.
 */
export function parseJson(text: string, file: string): unknown {
  const json = text.replace(/^\uFEFF/, "");
  const mistake = findMistake(json);
  if (mistake === null) return JSON.parse(json);
  const before = json.slice(0, mistake.at).split(/\r\n|\r|\n/);
  const column = [...(before.at(-1) ?? "")].length + 1;
  throw new ConfigurationError(
    `Cannot read ${file}: line ${before.length}, column ${column}: ${mistake.what}`,
  );
}

interface Mistake {
  readonly at: number;
  readonly what: string;
}

/** The grammar of RFC 8259, walked once; returns the first departure from it. */
function findMistake(json: string): Mistake | null {
  const cursor = new Cursor(json);
  return cursor.value(0) ?? (cursor.ended() ? null : cursor.expected("the end of the file"));
}

class Cursor {
  #at = 0;
  readonly #json: string;

  constructor(json: string) {
    this.#json = json;
  }

  value(depth: number): Mistake | null {
    if (depth > MAX_DEPTH) return { at: this.#at, what: `Nested deeper than ${MAX_DEPTH} levels` };
    this.#take(/[ \t\n\r]*/y);
    if (this.#take(/\{/y)) return this.#object(depth);
    if (this.#take(/\[/y)) return this.#array(depth);
    if (this.#json[this.#at] === '"') return this.#string("a value");
    if (this.#take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y)) return null;
    return this.expected("a value");
  }

  ended(): boolean {
    this.#take(/[ \t\n\r]*/y);
    return this.#at === this.#json.length;
  }

  expected(what: string): Mistake {
    const rest = this.#json.slice(this.#at);
    const found = /^(?:[\p{L}\p{N}_]{1,20}|[^])/u.exec(rest)?.[0];
    return {
      at: this.#at,
      what: `Expected ${what}, found ${
        found === undefined ? "the end of the file" : found === '"' ? "a quote" : `"${found}"`
      }`,
    };
  }

  #object(depth: number): Mistake | null {
    const keys = new Set<string>();
    if (this.#close(/\}/y)) return null;
    for (;;) {
      this.#take(/[ \t\n\r]*/y);
      const start = this.#at;
      const mistake = this.#string("a key in double quotes");
      if (mistake) return mistake;
      const key: string = JSON.parse(this.#json.slice(start, this.#at));
      if (keys.has(key)) return { at: start, what: `The key "${key}" stands here a second time` };
      keys.add(key);
      if (!this.#close(/:/y)) return this.expected('":"');
      const inside = this.value(depth + 1);
      if (inside) return inside;
      if (this.#close(/\}/y)) return null;
      if (!this.#take(/,/y)) return this.expected('"," or "}"');
    }
  }

  #array(depth: number): Mistake | null {
    if (this.#close(/\]/y)) return null;
    for (;;) {
      const inside = this.value(depth + 1);
      if (inside) return inside;
      if (this.#close(/\]/y)) return null;
      if (!this.#take(/,/y)) return this.expected('"," or "]"');
    }
  }

  #string(wanted: string): Mistake | null {
    if (!this.#take(/"/y)) return this.expected(wanted);
    // deno-lint-ignore no-control-regex -- RFC 8259 section 7 bars exactly these from strings
    this.#take(/(?:[^"\\\u0000-\u001F]+|\\["\\\/bfnrt]|\\u[0-9a-fA-F]{4})*/y);
    if (this.#take(/"/y)) return null;
    if (this.#json[this.#at] === "\\") {
      return { at: this.#at, what: 'A backslash in a text must be written as "\\\\"' };
    }
    return { at: this.#at, what: "A text must end with a quote on the line it began on" };
  }

  #close(pattern: RegExp): boolean {
    this.#take(/[ \t\n\r]*/y);
    return this.#take(pattern);
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#json);
    if (match === null) return false;
    this.#at = pattern.lastIndex;
    return true;
  }
}
