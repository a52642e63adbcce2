/**
 * Why a document cannot be trusted any more, as data and in words.
 *
 * What the reasons follow from is decided in `decay.ts`.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";
import { counted, inARow } from "./count_words.ts";

/** A reason with the evidence for it; plain JSON. Lengths are characters. */
export type DecayReason =
  /** An answer that names the document as gone, denied or wrong; `times` in a row. */
  | { readonly kind: "status"; readonly status: number; readonly times: number }
  | {
    readonly kind: "redirect-home" | "redirect-login" | "redirect-category";
    readonly to: string;
  }
  | {
    readonly kind: "soft-404" | "cookie-wall" | "login-wall";
    /** What the page says, as it says it. */
    readonly phrase: string;
    readonly length: number;
  }
  /** Other documents of the host that have this very text now. */
  | { readonly kind: "shared-text"; readonly documents: number }
  | { readonly kind: "emptied"; readonly length: number; readonly usual: number }
  /** `share` of the text that stands on other pages of the host, too: 0 to 1. */
  | {
    readonly kind: "boilerplate";
    readonly share: number;
    readonly length: number;
    readonly usual: number;
  }
  | {
    readonly kind: "shorter";
    readonly length: number;
    readonly usual: number;
    readonly times: number;
  }
  /** No answer, or one that says nothing of the document; `status` is `null` for no answer. */
  | { readonly kind: "unreachable"; readonly status: number | null; readonly times: number }
  | { readonly kind: "unverified"; readonly days: number };

/** The reason in a sentence; `null` is the good case. */
export function decayWords(reason: DecayReason | null): Sentence {
  if (reason === null) return FRESH;
  switch (reason.kind) {
    case "status":
      return statusWords(reason.status, reason.times);
    case "redirect-home":
    case "redirect-login":
    case "redirect-category":
      return redirectWords(reason.kind, shown(reason.to));
    case "soft-404":
    case "cookie-wall":
    case "login-wall":
      return substituteWords(reason.kind, shown(reason.phrase), reason.length);
    case "shared-text":
      return {
        ko: `서로 다른 문서 ${reason.documents}건과 똑같은 글로 바뀌었습니다.`,
        en: `Its text is now that of ${
          counted(reason.documents, "other document", "other documents")
        } of the host`,
      };
    case "emptied":
      return {
        ko: `보통 ${reason.usual}자이던 글이 ${reason.length}자만 남았습니다.`,
        en: `Of a text of usually ${
          counted(reason.usual, "character", "characters")
        } only ${reason.length} ${reason.length === 1 ? "is" : "are"} left`,
      };
    case "boilerplate":
      return {
        ko: `글이 ${reason.usual}자에서 ${reason.length}자로 줄었고, ${
          percent(reason.share)
        }는 다른 문서에도 있는 틀입니다.`,
        en: `The text shrank from ${reason.usual} to ${reason.length} characters, ${
          percent(reason.share)
        } of which other pages have, too`,
      };
    case "shorter":
      return {
        ko: `글이 보통 ${reason.usual}자에서 ${reason.length}자로 줄었습니다(${reason.times}번째).`,
        en: `The text shrank from usually ${reason.usual} to ${reason.length} characters, seen ` +
          inARow(reason.times),
      };
    case "unreachable":
      return unreachableWords(reason.status, reason.times);
    case "unverified":
      return {
        ko: `${reason.days}일 동안 확인하지 못했습니다.`,
        en: `It has not been verified for ${counted(reason.days, "day", "days")}`,
      };
  }
}

const FRESH: Sentence = { ko: "확인되었습니다.", en: "It was verified" };

function statusWords(status: number, count: number): Sentence {
  const tail = count === 1 ? "" : `, ${inARow(count)}`;
  return {
    ko: `서버가 ${status} 상태로 ${korean(count)}답했습니다.`,
    en: `The server answers with status ${status}${tail}`,
  };
}

function redirectWords(
  kind: "redirect-home" | "redirect-login" | "redirect-category",
  to: string,
): Sentence {
  const [ko, en] = {
    "redirect-home": ["첫 화면", "the home page"],
    "redirect-login": ["로그인 화면", "a login page"],
    "redirect-category": ["목록 화면", "a list"],
  }[kind] as [string, string];
  return { ko: `문서 대신 ${ko} "${to}" 주소로 보냅니다.`, en: `It leads to ${en}, "${to}"` };
}

function substituteWords(
  kind: "soft-404" | "cookie-wall" | "login-wall",
  phrase: string,
  length: number,
): Sentence {
  const [ko, en] = {
    "soft-404": ["없는 문서라는 안내", "a notice that there is no such document"],
    "cookie-wall": ["쿠키 동의 화면", "a page that asks for consent"],
    "login-wall": ["로그인 안내", "a page that asks to log in"],
  }[kind] as [string, string];
  return {
    ko: `문서 대신 ${ko}입니다(${length}자, "${phrase}").`,
    en: `In its place is ${en}: ${counted(length, "character", "characters")}, "${phrase}"`,
  };
}

function unreachableWords(status: number | null, count: number): Sentence {
  return status === null
    ? {
      ko: `서버가 ${korean(count)}응답하지 않았습니다.`,
      en: `The server gave no answer, ${inARow(count)}`,
    }
    : {
      ko: `서버가 ${status} 상태로 ${korean(count)}답해 문서를 보지 못했습니다.`,
      en: `The server answered with status ${status} and no document, ${inARow(count)}`,
    };
}

/** Once is no row. */
function korean(count: number): string {
  return count === 1 ? "" : `${count}번 잇달아 `;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** A value from a page is cut, and holds no quote of its own. */
function shown(text: string): string {
  // deno-lint-ignore no-control-regex
  const plain = text.replace(/[\0-\x1f\x7f-\x9f"]/g, " ");
  return plain.length > 80 ? `${plain.slice(0, 79).toWellFormed()}…` : plain;
}
