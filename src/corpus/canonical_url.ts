/**
 * One URL for all the spellings of an address.
 *
 * The rules of a policy are carried out part by part, again and again until nothing changes, so
 * that the result of the result is the result whichever rules are on. What is no URL is an outcome,
 * not a fault. Which rules there are stands in `url_rules.ts`; whether two documents under different
 * canonical URLs are one is decided by their text.
 *
 * @module
 */

import type { Sentence } from "../refusal.ts";
import { fullHost, normalHost, withoutLastDots } from "./url_host.ts";
import { DEFAULT_PORTS, joinUrl, schemeOf, splitUrl, type UrlParts } from "./url_parts.ts";
import { normalPath } from "./url_path.ts";
import { normalPercent, type Note } from "./url_percent.ts";
import type { UrlPolicy } from "./url_policy.ts";
import { normalQuery } from "./url_query.ts";
import { RULE_NAMES, type RuleName, type RuleSwitches } from "./url_rules.ts";
import { settingsFor, type UrlSettings } from "./url_settings.ts";

/** A canonical URL with the rules that made it, or why there is none. */
export type CanonicalUrl =
  | { readonly kind: "canonical"; readonly url: string; readonly applied: readonly RuleName[] }
  | { readonly kind: "invalid"; readonly reason: Sentence };

/** Three were enough for all that was tried; going round in circles would be no canonical form. */
const MOST_PASSES = 20;

/**
 * Nothing that any rule but a few could change: a plain host, plain segments that begin with no dot,
 * no slash at the end. Most addresses of a corpus are such, or become such in one pass.
 */
const PLAIN_PATH =
  /^https?:\/\/(?:[a-z0-9][a-z0-9-]*\.)+[a-z]+(?:\/|(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+)$/;
/** The same with a query that needs no escape: after one pass it is in order as well. */
const PLAIN_URL =
  /^https?:\/\/(?:[a-z0-9][a-z0-9-]*\.)+[a-z]+(?:\/|(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+)(?:\?[A-Za-z0-9._~=&-]+)?$/;

/** Folds a URL as the policy says; `canonicalUrl(canonicalUrl(u)) = canonicalUrl(u)`. Never throws. */
export function canonicalUrl(given: string, policy: UrlPolicy): CanonicalUrl {
  const plainStays = keepsPlain(policy);
  if (
    plainStays && PLAIN_PATH.test(given) && !given.includes("/xn--") && !given.includes(".xn--")
  ) {
    return { kind: "canonical", url: given, applied: [] };
  }
  const applied: RuleName[] = [];
  const note: Note = (rule) => {
    if (!applied.includes(rule)) applied.push(rule);
  };
  let url = given.isWellFormed() ? given : given.toWellFormed();
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const next = onePass(url, policy, note);
    if (typeof next !== "string") return { kind: "invalid", reason: next };
    if (next === url || plainStays && PLAIN_URL.test(next)) {
      return { kind: "canonical", url: next, applied: inOrder(applied) };
    }
    url = next;
  }
  return invalid(given, UNSETTLED);
}

/** Whether no rule that is on could change a plain URL; what a host may say is not looked up here. */
function keepsPlain({ rules, hosts }: UrlPolicy): boolean {
  return !rules.httpsAsHttp && !rules.hostWww && !rules.pathCase && isEmpty(hosts);
}

function isEmpty(hosts: object): boolean {
  for (const _ in hosts) return false;
  return true;
}

function inOrder(applied: readonly RuleName[]): readonly RuleName[] {
  return applied.length < 2 ? applied : RULE_NAMES.filter((name) => applied.includes(name));
}

function onePass(given: string, policy: UrlPolicy, note: Note): string | Sentence {
  const general = settingsFor("", policy).rules;
  let url = trimmed(given, general, note);
  let scheme = schemeOf(url);
  if (general.missingScheme && isSchemeless(url, scheme)) {
    note("missingScheme");
    url = `http://${url.replace(/^[/\\]+/, "")}`;
    scheme = "http";
  }
  if (scheme === null) return words(given, url === "" ? EMPTY : NO_SCHEME);
  if (!DEFAULT_PORTS.has(scheme.toLowerCase())) return otherScheme(url, policy, note);
  const parts = splitUrl(url, scheme, general.backslash);
  const full = fullHost(parts.host);
  if (full === null) return words(given, parts.host === "" ? NO_HOST : BAD_HOST);
  const settings = settingsFor(withoutLastDots(full), policy);
  if (parts.port !== null && !isPort(parts.port)) return words(given, BAD_PORT);
  foldFront(parts, full, settings.rules, note);
  if (parts.host === "") return words(given, NO_HOST);
  foldBack(parts, true, settings, note);
  return joinUrl(parts);
}

/** The trimming of what is around and inside a URL, as browsers do before they read it. */
function trimmed(given: string, rules: RuleSwitches, note: Note): string {
  let url = given;
  if (rules.surroundingSpace && /^[\0-\x20]|[\0-\x20]$/.test(url)) {
    note("surroundingSpace");
    let [begin, end] = [0, url.length];
    while (begin < end && url.charCodeAt(begin) <= 32) begin++;
    while (end > begin && url.charCodeAt(end - 1) <= 32) end--;
    url = url.slice(begin, end);
  }
  if (!rules.tabsAndNewlines || !/[\t\n\r]/.test(url)) return url;
  note("tabsAndNewlines");
  return url.replace(/[\t\n\r]+/g, "");
}

/** `example.kr:8080/` looks as if it had a scheme. */
function isSchemeless(url: string, scheme: string | null): boolean {
  if (scheme === null) return url !== "";
  return scheme.includes(".") && /^:\d+(?:[/?#]|$)/.test(url.slice(scheme.length));
}

function isPort(port: string): boolean {
  return /^\d*$/.test(port) && Number(port) <= 65_535;
}

/** Scheme, slashes, user information, host and port of http and the like. */
function foldFront(parts: UrlParts, full: string, rules: RuleSwitches, note: Note): void {
  const scheme = parts.scheme.toLowerCase();
  if (rules.schemeCase && parts.scheme !== scheme) {
    note("schemeCase");
    parts.scheme = scheme;
  }
  if (rules.slashCount && parts.slashes !== "//") {
    note(/\\/.test(parts.slashes) ? "backslash" : "slashCount");
    parts.slashes = "//";
  }
  if (parts.userinfo !== null) parts.userinfo = normalUserinfo(parts.userinfo, rules, note);
  parts.host = normalHost(parts.host, full, rules, note);
  if (parts.port !== null) parts.port = normalPort(parts.port, scheme, rules, note);
  if (rules.httpsAsHttp && scheme === "https") {
    note("httpsAsHttp");
    parts.scheme = "http";
  }
}

function normalUserinfo(given: string, rules: RuleSwitches, note: Note): string | null {
  if (rules.userinfo) {
    note("userinfo");
    return null;
  }
  const colon = given.indexOf(":");
  const [user, password] =
    (colon === -1 ? [given, ""] : [given.slice(0, colon), given.slice(colon + 1)])
      .map((text) => normalPercent(text, "userinfo", rules, note)) as [string, string];
  if (password !== "" || !rules.emptyUserinfo) return colon === -1 ? user : `${user}:${password}`;
  if (colon !== -1 || user === "") note("emptyUserinfo");
  return user === "" ? null : user;
}

function normalPort(given: string, scheme: string, rules: RuleSwitches, note: Note): string | null {
  let port = given;
  if (rules.portZeros && /^0\d/.test(port)) {
    note("portZeros");
    port = String(Number(port));
  }
  const isDefault = port === "" || String(Number(port)) === DEFAULT_PORTS.get(scheme);
  if (!isDefault || !rules.defaultPort) return port;
  note("defaultPort");
  return null;
}

/** Path, query and fragment; `rooted` where an empty path is the root. */
function foldBack(parts: UrlParts, rooted: boolean, settings: UrlSettings, note: Note): void {
  const { rules } = settings;
  parts.path = normalPath(parts.path, rooted, rules, note);
  if (parts.query !== null) {
    parts.query = normalQuery(parts.query, rooted ? "query" : "otherQuery", settings, note);
  }
  if (parts.fragment !== null) parts.fragment = normalFragment(parts.fragment, rules, note);
}

function normalFragment(fragment: string, rules: RuleSwitches, note: Note): string | null {
  const rule = fragment === ""
    ? "emptyFragment"
    : fragment.startsWith("!")
    ? "hashbang"
    : "fragment";
  // An empty fragment is a fragment: a policy that drops those drops it, too.
  const dropping = rules[rule] ? rule : fragment === "" && rules.fragment ? "fragment" : null;
  if (dropping === null) return normalPercent(fragment, "fragment", rules, note);
  note(dropping);
  return null;
}

/**
 * A URL that is not read as http is: the platform's parser gives it its form, and what is folded on
 * top are path, query and fragment. An opaque path (`mailto:`, `urn:`) is kept to the letter.
 */
function otherScheme(url: string, policy: UrlPolicy, note: Note): string | Sentence {
  const parsed = URL.parse(url);
  if (parsed === null) return words(url, NOT_A_URL);
  const settings = settingsFor(parsed.hostname, policy);
  const { rules } = settings;
  const href = rules.otherSchemes ? parsed.href : url;
  if (href !== url) note("otherSchemes");
  const scheme = schemeOf(href) as string;
  if (!href.startsWith("/", scheme.length + 1)) return withoutFragment(href, rules, note);
  const parts = splitUrl(href, scheme, false);
  if (parts.userinfo !== null) parts.userinfo = normalUserinfo(parts.userinfo, rules, note);
  foldBack(parts, false, settings, note);
  // Two slashes after the scheme would make the beginning of the path a host.
  if (parts.slashes === "" && parts.path.startsWith("//")) parts.path = `/.${parts.path}`;
  return joinUrl(parts);
}

function withoutFragment(href: string, rules: RuleSwitches, note: Note): string {
  const hash = href.indexOf("#");
  if (hash === -1) return href;
  const fragment = normalFragment(href.slice(hash + 1), rules, note);
  return href.slice(0, hash) + (fragment === null ? "" : `#${fragment}`);
}

const EMPTY: Sentence = { ko: "비어 있습니다.", en: "is empty" };
const NO_SCHEME: Sentence = {
  ko: "http:// 같은 스킴이 없습니다.",
  en: "has no scheme such as http://",
};
const NO_HOST: Sentence = { ko: "호스트가 없습니다.", en: "has no host" };
const BAD_HOST: Sentence = {
  ko: "호스트에 쓸 수 없는 글자나 값이 있습니다.",
  en: "has a host that cannot be one",
};
const BAD_PORT: Sentence = {
  ko: "포트가 0에서 65535 사이의 수가 아닙니다.",
  en: "has a port that is no number from 0 to 65535",
};
const NOT_A_URL: Sentence = { ko: "URL의 꼴이 아닙니다.", en: "has not the form of a URL" };
const UNSETTLED: Sentence = {
  ko: "규칙을 되풀이해도 한 꼴로 정해지지 않습니다.",
  en: "does not settle under the rules of the policy",
};

function invalid(url: string, why: Sentence): CanonicalUrl {
  return { kind: "invalid", reason: words(url, why) };
}

function words(url: string, why: Sentence): Sentence {
  // deno-lint-ignore no-control-regex
  const plain = url.replace(/[\0-\x1f"\x7f-\x9f]/g, "�");
  const shown = plain.length > 80 ? `${plain.slice(0, 79).toWellFormed()}…` : plain;
  return { ko: `URL "${shown}": ${why.ko}`, en: `URL "${shown}" ${why.en}` };
}
