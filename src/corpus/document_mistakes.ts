/**
 * What makes the keys of a given document unusable: wrong kinds of values, and names that would not stay
 * apart.
 *
 * What the keys mean is decided in `given_document.ts`.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";

/** Most letters of one text; a larger one is a mistake, and no page for people to read. */
export const MOST_LETTERS = 8 << 20;
/** Levels of objects and lists in keys that are kept as they come; as in `json_text.ts`. */
const MAX_DEPTH = 100;

/** The first mistake in the keys that have a meaning; `null` for none. */
export function mistakeIn(
  { url, id, text, status, headers, requestHeaders, ...texts }: Readonly<Record<string, unknown>>,
): Sentence | null {
  for (const [name, value] of Object.entries({ url, text, ...texts })) {
    if (value !== undefined && typeof value !== "string") return mustBe(name, "문자열", "a text");
  }
  if (typeof url === "string" && !url.isWellFormed()) return torn("url");
  if (typeof id === "string" && !id.isWellFormed()) return torn("id");
  if (id !== undefined && !isId(id)) return ID;
  if (status !== undefined && !isStatus(status)) {
    return mustBe("status", "100~999의 HTTP 상태 번호나 0(응답 없음)", STATUS);
  }
  for (const [name, value] of Object.entries({ headers, requestHeaders })) {
    if (value === undefined) continue;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject || Object.values(value).some((one) => typeof one !== "string")) {
      return mustBe(name, "이름과 문자열의 { … } 객체", "an object of texts by name");
    }
  }
  if (typeof text === "string" && text.length > MOST_LETTERS) {
    return {
      ko: `"text"가 ${MOST_LETTERS.toLocaleString("en-US")}자보다 깁니다`,
      en: `"text" is longer than ${MOST_LETTERS.toLocaleString("en-US")} characters`,
    };
  }
  return null;
}

/** The key, of those that are kept as they come, that is nested too deep to be written again. */
export function mistakeInMore(more: Readonly<Record<string, unknown>>): Sentence | null {
  for (const [name, value] of Object.entries(more)) {
    if (depthOf(value) <= MAX_DEPTH) continue;
    const key = JSON.stringify(name.slice(0, 40));
    return {
      ko: `${key} 값이 ${MAX_DEPTH}단계보다 깊이 중첩되어 있습니다`,
      en: `${key} is nested deeper than ${MAX_DEPTH} levels`,
    };
  }
  return null;
}

/** Levels of a value, counted level by level, since a call a level would overflow the stack. */
function depthOf(value: unknown): number {
  let [level, depth] = [[value].filter(isNest), 0];
  for (; level.length > 0 && depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((nest) => Object.values(nest).filter(isNest));
  }
  return depth;
}

function isNest(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Numbers that JSON cannot tell apart would make one page of two. */
function isId(id: unknown): boolean {
  return typeof id === "string" ? id.trim() !== "" : Number.isSafeInteger(id);
}

const ID: Sentence = {
  ko: '"id" 값은 빈칸이 아닌 문자열이나 2^53보다 작은 정수여야 합니다. 다른 수는 문자열로 쓰십시오',
  en: '"id" must be a text that is not blank, or a whole number below 2^53; write others as text',
};

/** Three digits: RFC 9110, section 15, has clients take 600 to 999 for a failure of the server. */
function isStatus(status: unknown): boolean {
  return status === 0 || Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 999;
}

const STATUS = "an HTTP status from 100 to 999, or 0 for no answer";

function torn(name: string): Sentence {
  return {
    ko: `"${name}" 값에 짝이 없는 서로게이트(반쪽 글자)가 있습니다`,
    en: `"${name}" has half a character, a surrogate without its pair`,
  };
}

function mustBe(name: string, ko: string, en: string): Sentence {
  return { ko: `"${name}" 값은 ${ko}이어야 합니다`, en: `"${name}" must be ${en}` };
}
