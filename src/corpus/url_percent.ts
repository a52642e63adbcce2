/**
 * The percent-encoding of one part of a URL.
 *
 * Escapes are bytes: one that is no UTF-8 stays as it is, because on an EUC-KR site it is a Hangul
 * syllable. Reserved characters keep the form they were given in, since `a%2Fb` and `a/b` are two
 * paths. What belongs to which part is the "percent-encode set" of the WHATWG URL Standard, 1.3.
 *
 * @module
 */

import type { RuleName, RuleSwitches } from "./url_rules.ts";

/** The parts whose sets differ. */
export type Part = "userinfo" | "path" | "query" | "otherQuery" | "fragment";

/** Called with the name of each rule that changed something. */
export type Note = (rule: RuleName) => void;

const ENCODED: Readonly<Record<Part, ReadonlySet<string>>> = {
  fragment: new Set(' "<>`'),
  // Of http and the like; in the query of another scheme the apostrophe may stand.
  query: new Set(" \"#<>'"),
  otherQuery: new Set(' "#<>'),
  path: new Set(' "#<>?^`{}'),
  userinfo: new Set(' "#<>?^`{}/:;=@[\\]|'),
};

const UNRESERVED = /[A-Za-z0-9\-._~]/;
const DELIMITERS = new Set("!$&'()*+,;=:@");
/** Nothing to do where none of these stands in a path, query or fragment. */
const SUSPECT = /[^!$&()*+,\-./0-9:;=?@A-Z[\\\]_a-z|~]/;
/** Neither where all escapes are in capitals and of bytes that are not to be decoded. */
const SETTLED =
  /^(?:[!$&()*+,\-./0-9:;=?@A-Z[\\\]_a-z|~]|%[89A-F][0-9A-F]|%2[0-9A-CF]|%3[A-F]|%40|%5[B-E]|%7[B-D])*$/;
const HEX = "0123456789ABCDEF";
const utf8 = new TextEncoder();

/** The part with its escapes in canonical form, as far as the rules go. */
export function normalPercent(text: string, part: Part, rules: RuleSwitches, note: Note): string {
  if (part !== "userinfo" && !SUSPECT.test(text)) return text;
  const isLossless = !rules.pathDelimiters && !rules.percentRepeated;
  if (isLossless && part !== "userinfo" && SETTLED.test(text)) return text;
  const once = onePass(text, part, rules, note);
  return rules.percentRepeated ? repeated(once, part, rules, note) : once;
}

function onePass(text: string, part: Part, rules: RuleSwitches, note: Note): string {
  let out = "";
  // Characters since a percent sign that was left alone, as far as they could be its digits.
  let open = 0;
  for (let at = 0; at < text.length;) {
    const given = unitAt(text, at);
    const byte = given.length === 3 ? parseInt(given.slice(1), 16) : -1;
    const made = byte !== -1
      ? escape(given, byte, part, rules, open > 0, note)
      : given === "%"
      ? lone(rules, note)
      : literal(given, part, rules, note);
    open = made === "%" ? 1 : open === 1 && isHexDigit(made) ? 2 : 0;
    out += made;
    at += given.length;
  }
  return out;
}

/** An escape, or one character. */
function unitAt(text: string, at: number): string {
  const char = text.charAt(at);
  if (char === "%" && byteAt(text, at) !== -1) return text.slice(at, at + 3);
  return char < "\ud800" || char > "\udbff" ? char : text.slice(at, at + 2);
}

function isHexDigit(text: string): boolean {
  return /^[0-9A-Fa-f]$/.test(text);
}

/** The byte an escape at `at` stands for, or -1 where there is none. */
export function byteAt(text: string, at: number): number {
  const digits = text.slice(at + 1, at + 3);
  return /^[0-9A-Fa-f]{2}$/.test(digits) ? parseInt(digits, 16) : -1;
}

/** The escape of a byte, in capitals. */
export function escapeOf(byte: number): string {
  return `%${HEX.charAt(byte >> 4)}${HEX.charAt(byte & 15)}`;
}

/** The escapes of a character's bytes in UTF-8. */
export function escapesOf(char: string): string {
  let out = "";
  for (const byte of utf8.encode(char)) out += escapeOf(byte);
  return out;
}

function lone(rules: RuleSwitches, note: Note): string {
  if (!rules.percentLone) return "%";
  note("percentLone");
  return "%25";
}

function escape(
  given: string,
  byte: number,
  part: Part,
  rules: RuleSwitches,
  isOpen: boolean,
  note: Note,
): string {
  const char = String.fromCharCode(byte);
  const rule = decodingRule(char, part, rules);
  // `%%36%31` must not become the escape `%61`: nobody wrote it.
  if (rule !== null && !(isOpen && isHexDigit(char))) {
    note(rule);
    return char;
  }
  if (!rules.percentCase) return given;
  const upper = given.toUpperCase();
  if (upper !== given) note("percentCase");
  return upper;
}

function decodingRule(char: string, part: Part, rules: RuleSwitches): RuleName | null {
  if (rules.percentUnreserved && UNRESERVED.test(char)) return "percentUnreserved";
  if (rules.pathDelimiters && part === "path" && DELIMITERS.has(char)) return "pathDelimiters";
  return null;
}

function literal(char: string, part: Part, rules: RuleSwitches, note: Note): string {
  if (!rules.percentEncode) return char;
  const plain = char > " " && char < "\x7f" && !ENCODED[part].has(char);
  if (plain) return char;
  note("percentEncode");
  return escapesOf(char);
}

/** Undoes one layer after the other: `%2561` is `%61` is `a`. */
function repeated(text: string, part: Part, rules: RuleSwitches, note: Note): string {
  let out = text;
  for (;;) {
    const peeled = out.replace(/%(?:25)+(?=[0-9A-Fa-f]{2})/g, "%");
    if (peeled === out) return out;
    note("percentRepeated");
    out = onePass(peeled, part, rules, note);
  }
}
