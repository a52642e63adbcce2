/**
 * The shape of a 등록번호 and what can be read off it.
 *
 * A number is evidence, not identity: which record a number means is decided in `identity.ts`.
 *
 * @module
 */

import type { Site } from "./model.ts";
import { fold } from "./normalize.ts";

/** A registration number taken apart. */
export interface NumberShape {
  /** The number without its suffix: the same for all applicants of one base registration. */
  readonly base: string;
  /** What stands in the closing parentheses, without them. */
  readonly suffix: string | null;
  /** 허여: a suffix of digits, another applicant on the same base. `(A)` and `(B)` are not. */
  readonly grant: boolean;
  /** False for 비정형: it has none of the known shapes. */
  readonly known: boolean;
}

/** Takes a number apart; `wellFormed` is the spec's pattern, without the `g` or `y` flag. */
export function parseNumber(text: string, wellFormed: RegExp): NumberShape {
  const number = fold(text);
  const match = /^(.+)\(([0-9A-Za-z]+)\)$/.exec(number);
  const suffix = match?.[2] ?? null;
  return {
    base: match?.[1] ?? number,
    suffix,
    grant: suffix !== null && /^\d+$/.test(suffix),
    known: wellFormed.test(number),
  };
}

/**
 * Whether everything is made in Korea: false as soon as one site lies elsewhere, `null` when no
 * site names its country. One cell may name several, joined by `,` or `@` as the register does.
 */
export function isDomestic(sites: readonly Site[]): boolean | null {
  const countries = sites.flatMap((site) => fold(site.country ?? "").split(/[,@]/))
    .filter((country) => country !== "");
  if (countries.length === 0) return null;
  return countries.every((country) => country === "대한민국" || country === "한국");
}
