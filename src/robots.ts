/**
 * What a robots.txt says about a URL, with the line that says it: RFC 9309.
 *
 * Lenient as Google's parser is where that makes us obey more (common misspellings, a missing
 * colon before a Disallow). `Crawl-delay` is not in the RFC and is read all the same. How patterns
 * match is decided in `robots_match.ts`; when to read robots.txt, and that nothing else is asked
 * before, in `host_queue.ts`.
 *
 * @module
 */

import type { Failure, FinalOutcome } from "./outcome.ts";
import { compilePattern, covers, type Pattern, toTarget } from "./robots_match.ts";

/** The groups of a robots.txt, in its order. */
export interface RobotsRules {
  readonly groups: readonly RobotsGroup[];
}

/** Consecutive User-agent lines and what follows them. */
export interface RobotsGroup {
  /** Product tokens as written, or `*`. */
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
  /** The longest Crawl-delay of the group, in milliseconds. */
  readonly crawlDelayMs: number | null;
}

/** One Allow or Disallow line with a path. */
export interface RobotsRule {
  readonly kind: "allow" | "disallow";
  readonly pattern: Pattern;
  readonly line: RobotsLine;
}

/** A line of the file, counted from 1, its text verbatim. */
export interface RobotsLine {
  readonly number: number;
  readonly text: string;
}

/** Whether a URL may be asked for, and which line of which agent's group decided. */
export interface RobotsDecision {
  readonly allowed: boolean;
  /** `null` where no line covers the URL, which allows it. */
  readonly line: RobotsLine | null;
  /** Agent of the group that applies, as the file writes it; `null` where none does. */
  readonly agent: string | null;
}

/** How the answer to a robots.txt request is to be understood: RFC 9309, section 2.3.1. */
export type RobotsReading =
  | { readonly kind: "rules"; readonly rules: RobotsRules }
  /** 4xx: there are no rules, everything is allowed. */
  | { readonly kind: "unavailable"; readonly status: number }
  /** The rules are not known, everything is disallowed. */
  | { readonly kind: "unreachable"; readonly failure: Failure };

/** A day: longer delays than that cannot be kept by a crawl that runs every day. */
const LONGEST_CRAWL_DELAY_MS = 86_400_000;

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

type Directive = "user-agent" | "allow" | "disallow" | "crawl-delay";

const DIRECTIVES: ReadonlyMap<string, Directive> = new Map<string, Directive>([
  ...["user-agent", "useragent", "user agent"].map((key) => [key, "user-agent"] as const),
  ["allow", "allow"],
  ...["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"]
    .map((key) => [key, "disallow"] as const),
  ["crawl-delay", "crawl-delay"],
]);

/** Parses any octets; what is no rule is passed over. Text is read as UTF-8. */
export function parseRobots(body: string | Uint8Array): RobotsRules {
  const octets = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const groups: Draft[] = [];
  let group: Draft | null = null;
  // A User-agent line after a rule opens a group; any other line in between splits nothing.
  let hasRules = true;
  for (const line of linesOf(octets)) {
    const directive = readDirective(line.octets);
    if (directive === null) continue;
    if (directive.kind === "user-agent") {
      if (hasRules || group === null) groups.push(group = newDraft());
      hasRules = false;
      const agent = toAgent(directive.value);
      if (agent !== null) group.agents.push(agent);
    } else if (group !== null) {
      if (directive.kind === "crawl-delay") {
        group.crawlDelayMs = longer(group.crawlDelayMs, toDelayMs(directive.value));
      } else {
        hasRules = true;
        addRule(group, directive.kind, directive.value, line);
      }
    }
  }
  return { groups };
}

/**
 * Decides whether the robot called `productToken` may ask for `url`, an absolute URL.
 *
 * What the lines say, except that robots.txt itself is always allowed: RFC 9309, section 2.2.2.
 */
export function decide(rules: RobotsRules, productToken: string, url: string): RobotsDecision {
  const decision = decideByLines(rules, productToken, url);
  if (toTarget(url).path !== "/robots.txt") return decision;
  return { allowed: true, line: null, agent: decision.agent };
}

/**
 * Decides by the lines alone, for robots.txt too.
 *
 * The longest pattern wins, Allow on a tie. Groups that name the robot are one group; those of `*`
 * count only where none does.
 */
export function decideByLines(
  rules: RobotsRules,
  productToken: string,
  url: string,
): RobotsDecision {
  const target = toTarget(url);
  const applying = groupsFor(rules, productToken);
  let best: RobotsRule | null = null;
  for (const rule of applying?.groups.flatMap((group) => group.rules) ?? []) {
    const spellings = rule.kind === "allow" ? target.forAllow : target.forDisallow;
    if (covers(rule.pattern, spellings) && outranks(rule, best)) best = rule;
  }
  const allowed = best?.kind !== "disallow";
  return { allowed, line: best?.line ?? null, agent: applying?.agent ?? null };
}

/** Returns the longest Crawl-delay of the groups that apply, at most a day. */
export function crawlDelayMs(rules: RobotsRules, productToken: string): number | null {
  const groups = groupsFor(rules, productToken)?.groups ?? [];
  return groups.reduce<number | null>((most, group) => longer(most, group.crawlDelayMs), null);
}

/** Understands the outcome of a robots.txt request. */
export function readRobots(outcome: FinalOutcome): RobotsReading {
  if (outcome.kind === "fetched") return { kind: "rules", rules: parseRobots(outcome.body) };
  // RFC 9309 lets every 4xx allow everything. A server that says "slow down" has not said "come
  // in", so 429 counts as unreachable; Google reads it so too.
  const isUnavailable = outcome.kind === "status" && outcome.status >= 400 &&
    outcome.status < 500 && outcome.status !== 429;
  return isUnavailable
    ? { kind: "unavailable", status: outcome.status }
    : { kind: "unreachable", failure: outcome };
}

interface Draft {
  readonly agents: string[];
  readonly rules: RobotsRule[];
  crawlDelayMs: number | null;
}

function newDraft(): Draft {
  return { agents: [], rules: [], crawlDelayMs: null };
}

function addRule(group: Draft, kind: "allow" | "disallow", value: Uint8Array, line: OctetLine) {
  // An empty path covers nothing, and one that starts with neither "/" nor "*" can cover nothing.
  const [first] = value;
  if (first !== 0x2F && first !== 0x2A) return;
  const text = UTF8.decode(line.octets);
  group.rules.push({
    kind,
    pattern: compilePattern(kind, value),
    line: { number: line.number, text },
  });
}

function groupsFor(rules: RobotsRules, productToken: string) {
  for (const wanted of [productToken.toLowerCase(), "*"]) {
    const names = (agent: string) => agent.toLowerCase() === wanted;
    const groups = rules.groups.filter((group) => group.agents.some(names));
    const agent = groups[0]?.agents.find(names);
    if (agent !== undefined) return { agent, groups };
  }
  return null;
}

function outranks(rule: RobotsRule, best: RobotsRule | null): boolean {
  if (best === null || rule.pattern.octets > best.pattern.octets) return true;
  return rule.pattern.octets === best.pattern.octets && rule.kind === "allow" &&
    best.kind === "disallow";
}

interface OctetLine {
  readonly number: number;
  readonly octets: Uint8Array;
}

/** Lines end in LF, CR or CRLF; a byte order mark, even a broken one, is not part of the first. */
function* linesOf(octets: Uint8Array): Generator<OctetLine> {
  let start = 0;
  for (const mark of [0xEF, 0xBB, 0xBF]) {
    if (octets[start] !== mark) break;
    start++;
  }
  let number = 1;
  for (let i = start; i <= octets.length; i++) {
    const octet = octets[i];
    if (octet !== 0x0A && octet !== 0x0D && octet !== undefined) continue;
    yield { number, octets: octets.subarray(start, i) };
    if (octet === 0x0D && octets[i + 1] === 0x0A) i++;
    start = i + 1;
    number++;
  }
}

function readDirective(line: Uint8Array): { kind: Directive; value: Uint8Array } | null {
  const comment = line.indexOf(0x23);
  const text = trim(comment < 0 ? line : line.subarray(0, comment));
  const colon = text.indexOf(0x3A);
  const end = colon < 0 ? text.findIndex(isSpace) : colon;
  // Keys are short: a long left side is prose, not worth a string.
  if (end <= 0 || end > 40) return null;
  const key = String.fromCharCode(...trim(text.subarray(0, end))).toLowerCase();
  const kind = DIRECTIVES.get(key);
  if (kind === undefined) return null;
  const value = trim(text.subarray(end + 1));
  const isSloppy = colon < 0;
  if (isSloppy && (kind === "allow" || value.some(isSpace))) return null;
  return { kind, value };
}

/** `*`, or the product token up to its first foreign character; `null` where that leaves nothing. */
function toAgent(value: Uint8Array): string | null {
  const text = UTF8.decode(value);
  if (/^\*(?:\s|$)/.test(text)) return "*";
  return /^[A-Za-z_-]+/.exec(text)?.[0] ?? null;
}

function toDelayMs(value: Uint8Array): number | null {
  const text = UTF8.decode(value);
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)) return null;
  return Math.min(Math.ceil(Number(text) * 1000), LONGEST_CRAWL_DELAY_MS);
}

function longer(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

function isSpace(octet: number): boolean {
  return octet === 0x20 || octet === 0x09 || octet === 0x0B || octet === 0x0C;
}

function trim(octets: Uint8Array): Uint8Array {
  let start = 0;
  let end = octets.length;
  while (start < end && isSpace(octets[start] as number)) start++;
  while (end > start && isSpace(octets[end - 1] as number)) end--;
  return octets.subarray(start, end);
}
