/**
 * What a site's name and address come to once the way of writing them is set aside.
 *
 * Latin and Hangul letters, digits and their order stay; letter case, accents, punctuation, legal
 * forms (㈜, Co., Ltd., S.r.l.) and roles in brackets go. Numbers of units, plots and post codes are kept
 * apart from the words, because they are what tells two plants of one company. Whether two keys are one
 * plant is decided in `plants.ts`.
 *
 * @module
 */

import type { Site } from "../model.ts";
import { fold } from "../normalize.ts";
import { siteName } from "../site_name.ts";

/** A site, ready to be compared. */
export interface SiteKey {
  readonly country: string;
  /** Letters of the company without legal forms and units. */
  readonly letters: string;
  /** Its words in the order of the alphabet. */
  readonly sorted: string;
  /** What must be equal in two writings of one plant: units, house numbers, plot letters, post code. */
  readonly marks: string;
  /** How many digits of the address are among the marks. */
  readonly digits: number;
  /** Words of the address that are no marks. */
  readonly words: ReadonlySet<string>;
  /** The whole address without anything but letters and digits. */
  readonly address: string;
}

const LEGAL_FORMS = new Set(
  ("co company corp corporation inc incorporated ltd limited unlimited pvt private pte pty llc llp lp " +
    "plc gmbh kg ag sa sas sarl srl spa bv nv ab aps oy oyj kk sro zrt kft doo sdn bhd").split(" "),
);
const KOREAN_FORMS = /\((?:주|유)\)|주식회사|유한회사|유한책임회사/g;

/** Words before a number or letter that tells one plant from another. */
const UNIT_WORDS = new Set("unit units plant site factory block phase building no plot".split(" "));
/** Unit words that a name may carry or not. */
const NAMELESS = new Set("unit plant site factory".split(" "));
const ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];
/** The digit one or a small L in place of a capital I is a common slip: Unit-ll, Unit-l. */
const SLIPS: Readonly<Record<string, string>> = { l: "1", ll: "2", lll: "3" };

/** Reads a site; `null` where it has no name. */
export function siteKey({ name, address, country }: Site): SiteKey | null {
  if (name === null) return null;
  const named = tokens(siteName(name).name);
  const units = named.filter(isMark);
  const words = named.filter((word) => !isMark(word) && !NAMELESS.has(word));
  const bare = words.filter((word) => !LEGAL_FORMS.has(word) && word !== "and");
  const company = bare.length > 0 ? bare : words;
  const lies = tokens(siteName(address ?? "").name);
  const codes = lies.filter((word) => /\d/.test(word)).join("");
  const single = lies.filter((word) => /^[a-z]$/.test(word)).sort().join("");
  return {
    country: fold(country ?? "").toLowerCase(),
    letters: company.join(""),
    sorted: company.toSorted().join(" "),
    marks: [units.join(" "), codes, single].join("|"),
    digits: codes.replace(/\D/g, "").length,
    words: new Set(lies.filter((word) => !isMark(word) && word.length > 1)),
    address: lies.join(""),
  };
}

function isMark(word: string): boolean {
  return /\d/.test(word);
}

/** Words in lower case; numerals after a unit word, and at the end, as digits. */
function tokens(text: string): string[] {
  const plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC")
    .toLowerCase()
    .replace(KOREAN_FORMS, " ")
    .replace(/^\s*m\/s\b\.?/, " ")
    .replace(/['`´‘’′]/g, "")
    // S.r.l. is one word, and so is P. O.
    .replace(/(?<!\p{L})(\p{L})\.\s?(?=\p{L}(?!\p{L}))/gu, "$1");
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
    .flatMap((word) => /^(unit|plant|phase|no)(\d+|[ivx]+)$/.exec(word)?.slice(1, 3) ?? [word]);
  return words.map((word, index) => {
    const after = UNIT_WORDS.has(words[index - 1] ?? "");
    if (!after && index < words.length - 1) return word;
    const numeral = ROMAN.indexOf(word);
    if (numeral >= 0 && index > 0) return String(numeral + 1);
    return after ? SLIPS[word] ?? word : word;
  });
}
