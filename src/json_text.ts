/**
 * Reading JSON that people write: strict, and with the place of the first mistake.
 *
 * `JSON.parse` often leaves the place out and silently lets the last of two equal keys win; in a
 * file that steers a crawl both are worth a sentence. What the value means is decided elsewhere.
 *
 * @module
 */

import { unreadable } from "./configuration_error.ts";
import type { Sentence } from "./refusal.ts";

const MAX_DEPTH = 100;

const TOO_DEEP: Sentence = {
  ko: `${MAX_DEPTH}단계보다 깊이 중첩되어 있습니다.`,
  en: `Nested deeper than ${MAX_DEPTH} levels`,
};
const BACKSLASH: Sentence = {
  ko: '문자열 안의 역슬래시는 "\\\\"처럼 두 번 적어야 합니다.',
  en: 'A backslash in a text must be written as "\\\\"',
};
const UNENDED: Sentence = {
  ko: "문자열은 시작한 줄 안에서 큰따옴표로 닫아야 합니다.",
  en: "A text must end with a quote on the line it began on",
};

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
  throw unreadable(file, {
    ko: `${before.length}번째 줄 ${column}번째 글자: ${mistake.what.ko}`,
    en: `line ${before.length}, column ${column}: ${mistake.what.en}`,
  });
}

/** The first mistake in a JSON text; `null` where this reader finds none. */
export function jsonMistake(json: string): Mistake | null {
  return findMistake(json);
}

/** What is wrong, and before which code unit. */
export interface Mistake {
  readonly at: number;
  readonly what: Sentence;
}

/** The grammar of RFC 8259, walked once; returns the first departure from it. */
function findMistake(json: string): Mistake | null {
  const cursor = new Cursor(json);
  return cursor.value(0) ?? (cursor.ended() ? null : cursor.expected(END));
}

/** What can stand next; the Korean carries its particle. */
const END: Sentence = { ko: "파일의 끝이", en: "the end of the file" };
const VALUE: Sentence = { ko: "값이", en: "a value" };
const KEY: Sentence = { ko: "큰따옴표로 묶은 키가", en: "a key in double quotes" };
const COLON: Sentence = { ko: '":" 기호가', en: '":"' };
const COMMA_OR_BRACE: Sentence = { ko: '"," 또는 "}" 기호가', en: '"," or "}"' };
const COMMA_OR_BRACKET: Sentence = { ko: '"," 또는 "]" 기호가', en: '"," or "]"' };

function repeated(key: string): Sentence {
  return {
    ko: `"${key}" 키가 여기에 두 번째로 나옵니다. 하나만 남기십시오.`,
    en: `The key "${key}" stands here a second time`,
  };
}

class Cursor {
  #at = 0;
  readonly #json: string;

  constructor(json: string) {
    this.#json = json;
  }

  value(depth: number): Mistake | null {
    if (depth > MAX_DEPTH) return { at: this.#at, what: TOO_DEEP };
    this.#take(/[ \t\n\r]*/y);
    if (this.#take(/\{/y)) return this.#object(depth);
    if (this.#take(/\[/y)) return this.#array(depth);
    if (this.#json[this.#at] === '"') return this.#string(VALUE);
    if (this.#take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y)) return null;
    return this.expected(VALUE);
  }

  ended(): boolean {
    this.#take(/[ \t\n\r]*/y);
    return this.#at === this.#json.length;
  }

  expected(what: Sentence): Mistake {
    const found = this.#found();
    return {
      at: this.#at,
      what: {
        ko: `이 자리에 ${what.ko} 와야 합니다(지금 있는 것: ${found.ko}).`,
        en: `Expected ${what.en}, found ${found.en}`,
      },
    };
  }

  #found(): Sentence {
    const text = /^(?:[\p{L}\p{N}_]{1,20}|[^])/u.exec(this.#json.slice(this.#at))?.[0];
    if (text === undefined) return { ko: "파일의 끝", en: "the end of the file" };
    if (text === '"') return { ko: "큰따옴표", en: "a quote" };
    return { ko: `"${text}"`, en: `"${text}"` };
  }

  #object(depth: number): Mistake | null {
    const keys = new Set<string>();
    if (this.#close(/\}/y)) return null;
    for (;;) {
      this.#take(/[ \t\n\r]*/y);
      const start = this.#at;
      const mistake = this.#string(KEY);
      if (mistake) return mistake;
      const key: string = JSON.parse(this.#json.slice(start, this.#at));
      if (keys.has(key)) return { at: start, what: repeated(key) };
      keys.add(key);
      if (!this.#close(/:/y)) return this.expected(COLON);
      const inside = this.value(depth + 1);
      if (inside) return inside;
      if (this.#close(/\}/y)) return null;
      if (!this.#take(/,/y)) return this.expected(COMMA_OR_BRACE);
    }
  }

  #array(depth: number): Mistake | null {
    if (this.#close(/\]/y)) return null;
    for (;;) {
      const inside = this.value(depth + 1);
      if (inside) return inside;
      if (this.#close(/\]/y)) return null;
      if (!this.#take(/,/y)) return this.expected(COMMA_OR_BRACKET);
    }
  }

  #string(wanted: Sentence): Mistake | null {
    if (!this.#take(/"/y)) return this.expected(wanted);
    // deno-lint-ignore no-control-regex -- RFC 8259 section 7 bars exactly these from strings
    this.#take(/(?:[^"\\\u0000-\u001F]+|\\["\\\/bfnrt]|\\u[0-9a-fA-F]{4})*/y);
    if (this.#take(/"/y)) return null;
    return { at: this.#at, what: this.#json[this.#at] === "\\" ? BACKSLASH : UNENDED };
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
