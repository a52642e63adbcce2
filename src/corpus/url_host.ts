/**
 * The host of a URL: which of its spellings are one.
 *
 * The WHATWG parser of the platform decides what a host is and gives its canonical form (letter
 * case, escapes, UTS 46, numbers as IPv4, IPv6); this module decides which of those differences are
 * folded. Only `http` and the like have such hosts; in other schemes a host is any text.
 *
 * @module
 */

import type { Note } from "./url_percent.ts";
import type { RuleName, RuleSwitches } from "./url_rules.ts";

/** Small letters, no escapes, no number and no `xn--` that had to be proven: canonical as it is. */
const PLAIN = /^(?:(?!xn--)[a-z0-9_-]+\.)*(?!xn--)[a-z][a-z0-9-]*$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
/** The parser drops these, so that a host that holds one would not be read as it stands. */
const DROPPED_BY_PARSER = /[\t\n\r]/;

/** The form of a host with every spelling folded, or `null` where it is none. */
export function fullHost(host: string): string | null {
  if (PLAIN.test(host)) return host;
  if (host === "" || DROPPED_BY_PARSER.test(host) || /[/\\?#@]/.test(host)) return null;
  // A colon outside brackets would be read as the mark of a port.
  if (host.includes(":") && !host.startsWith("[")) return null;
  const full = URL.parse(`http://${host}/`);
  if (full === null || full.port !== "" || full.pathname !== "/") return null;
  return full.hostname;
}

/** The host as far as the rules go; `full` is its {@linkcode fullHost}. */
export function normalHost(host: string, full: string, rules: RuleSwitches, note: Note): string {
  let out = host === full ? host : spelled(host, full, rules, note);
  if (rules.hostTrailingDot && out.endsWith(".")) {
    note("hostTrailingDot");
    out = withoutLastDots(out);
  }
  if (rules.hostWww && /^www\d*\.[^.]+\../i.test(out)) {
    note("hostWww");
    out = out.replace(/^www\d*\./i, "");
  }
  return out;
}

/** The host without the dots at its end. */
export function withoutLastDots(host: string): string {
  let end = host.length;
  while (end > 0 && host.charCodeAt(end - 1) === 46) end--;
  return host.slice(0, end);
}

/** Which rule speaks for the difference between the two depends on what the host is. */
function spelled(host: string, full: string, rules: RuleSwitches, note: Note): string {
  const rule = addressRule(full);
  if (rule !== null) return choose(rule, host, full, rules, note);
  const plain = decoded(host);
  // deno-lint-ignore no-control-regex
  if (/[^\x00-\x7f]/.test(plain)) return choose("hostIdn", host, full, rules, note);
  let out = host;
  if (plain !== host) out = choose("hostEscapes", out, plain, rules, note);
  // An escape that stays is left in its case: only the letters of the host are its own.
  const lower = out.replace(
    /%[0-9A-Fa-f]{2}|[A-Z]+/g,
    (run) => run.startsWith("%") ? run : run.toLowerCase(),
  );
  return choose("hostCase", out, lower, rules, note);
}

function addressRule(full: string): RuleName | null {
  if (full.startsWith("[")) return "hostIpv6";
  return IPV4.test(full) ? "hostIpv4" : null;
}

function choose(
  rule: RuleName,
  given: string,
  folded: string,
  rules: RuleSwitches,
  note: Note,
): string {
  if (!rules[rule] || given === folded) return given;
  note(rule);
  return folded;
}

/** The parser took the host, so its escapes are UTF-8 or it would not have. */
function decoded(host: string): string {
  if (!host.includes("%")) return host;
  try {
    return decodeURIComponent(host);
  } catch (error) {
    if (error instanceof URIError) return host;
    throw error;
  }
}
