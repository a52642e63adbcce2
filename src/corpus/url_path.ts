/**
 * The path of a URL: which of its spellings are one.
 *
 * @module
 */

import { normalPercent, type Note } from "./url_percent.ts";
import type { RuleSwitches } from "./url_rules.ts";

/** `;jsessionid=…` of servlet containers and its like, up to the next segment or parameter. */
const PATH_PARAMETER = /;(?:jsessionid|phpsessid|aspsessionid[a-z]*|cfid|cftoken)=[^/;]*/gi;
/** ASP.NET without cookies: `/(S(4hqa0555fwsecu455xqckv45))/`, formerly `/(4hqa…)/`. */
const PATH_TICKET = /\/\((?:[a-z]\([0-9a-z]{24}\))+\)(?=\/)|\/\([0-9a-z]{24}\)(?=\/)/gi;
const DOT = /^(?:\.|%2e)$/i;
const TWO_DOTS = /^(?:\.|%2e){2}$/i;
/** A segment of dots, also where it is written with escapes. */
const DOTTED = /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/** The path as far as the rules go; `rooted` where an empty path is the root, as in http. */
export function normalPath(path: string, rooted: boolean, rules: RuleSwitches, note: Note): string {
  let out = path;
  if (out === "" && rooted && rules.emptyPath) {
    note("emptyPath");
    out = "/";
  }
  if (rooted && rules.backslash && out.includes("\\")) {
    note("backslash");
    out = out.replaceAll("\\", "/");
  }
  out = normalPercent(out, "path", rules, note);
  if (rules.sessionPath) out = withoutSession(out, note);
  if (rooted && rules.dotSegments && DOTTED.test(out)) {
    note("dotSegments");
    out = withoutDots(out);
  }
  if (rules.repeatedSlashes && out.includes("//")) {
    note("repeatedSlashes");
    out = out.replace(/\/{2,}/g, "/");
  }
  if (rules.trailingSlash && out.length > 1 && out.endsWith("/")) {
    note("trailingSlash");
    out = withoutLastSlashes(out);
  }
  return rules.pathCase ? inSmallLetters(out, () => note("pathCase")) : out;
}

/** The text with its letters small, those of escapes excepted. */
export function inSmallLetters(text: string, changed: () => void): string {
  if (!/[A-Z]/.test(text)) return text;
  const out = text.replace(
    /%[0-9A-Fa-f]{2}|[A-Z]+/g,
    (run) => run.startsWith("%") ? run : run.toLowerCase(),
  );
  if (out !== text) changed();
  return out;
}

function withoutSession(path: string, note: Note): string {
  if (!/[;(]/.test(path)) return path;
  const out = path.replace(PATH_PARAMETER, "").replace(PATH_TICKET, "");
  if (out !== path) note("sessionPath");
  return out;
}

/** WHATWG URL Standard, 4.4, path state; RFC 3986, 5.2.4, says the same of paths that have a root. */
function withoutDots(path: string): string {
  const segments = path.split("/");
  const kept: string[] = [];
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    if (TWO_DOTS.test(segment)) {
      if (kept.length > 1) kept.pop();
      if (last) kept.push("");
    } else if (!DOT.test(segment)) kept.push(segment);
    else if (last) kept.push("");
  });
  return kept.join("/");
}

function withoutLastSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path.charCodeAt(end - 1) === 47) end--;
  return path.slice(0, end);
}
