/**
 * Whether one robots.txt path pattern covers one URL: RFC 9309, section 2.2.2 and 2.2.3.
 *
 * Both sides are brought into one spelling first. A Disallow line covers every spelling the RFC
 * calls equal. An Allow line covers them too, except where a doubt would open a door: an encoded
 * letter or digit in it stays encoded, and a URL that is no URI (raw non-ASCII) has no Allow line.
 * Google's own cases read it so; the RFC would permit, and whoever obeys more breaks no rule.
 * Which lines apply and which of them wins is decided in `robots.ts`.
 *
 * @module
 */

/** A compiled path pattern. */
export interface Pattern {
  /** Literal runs between the wildcards. */
  readonly pieces: readonly string[];
  /** Ends in `$`: nothing may follow. */
  readonly anchored: boolean;
  /** Length in its normal spelling, wildcards included: the longest match wins. */
  readonly octets: number;
}

/** The path and query of a URL in the spellings that patterns are compared with. */
export interface Target {
  readonly path: string;
  readonly forDisallow: readonly string[];
  readonly forAllow: readonly string[];
}

const PERCENT = 0x25, STAR = 0x2A, DOLLAR = 0x24;
const ALPHANUMERIC = octetsOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
const MARK = octetsOf("-._~");
// Without "*" and "$": where those are literal, their normal spelling is %2A and %24.
const RESERVED = octetsOf(":/?#[]@!&'()+,;=");

/** Compiles the value of an Allow or Disallow line. */
export function compilePattern(kind: "allow" | "disallow", value: Uint8Array): Pattern {
  const anchored = value.at(-1) === DOLLAR;
  const runs = splitAt(anchored ? value.subarray(0, -1) : value, STAR);
  const generous = compileRuns(runs, true);
  const length = generous.reduce((sum, piece) => sum + piece.length, 0);
  return {
    pieces: kind === "disallow" ? generous : compileRuns(runs, false),
    anchored,
    octets: length + runs.length - 1 + (anchored ? 1 : 0),
  };
}

/** Takes path and query of an absolute URL, or of a path; the fragment never counts. */
export function toTarget(url: string): Target {
  const [whole = ""] = url.split("#", 1);
  const rest = whole.replace(/^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/?]*/, "");
  const path = rest.startsWith("/") ? rest : `/${rest}`;
  const octets = new TextEncoder().encode(path);
  const isUri = octets.every((octet) => octet < 0x80);
  return {
    path,
    forDisallow: spellings(normalize(octets, true)),
    forAllow: isUri ? spellings(normalize(octets, false)) : [],
  };
}

/** Tells whether the pattern covers one of the spellings; linear steps per wildcard, no recursion. */
export function covers(pattern: Pattern, spellings: readonly string[]): boolean {
  return spellings.some((target) => coversOne(pattern, target));
}

function coversOne({ pieces, anchored }: Pattern, target: string): boolean {
  const [first = "", ...rest] = pieces;
  if (!target.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return !anchored || target.length === first.length;
  let at = first.length;
  // The leftmost fit of each run leaves most room for the next, so no choice is ever taken back.
  for (const piece of rest) {
    const found = target.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!anchored) return target.indexOf(last, at) >= 0;
  return target.length - last.length >= at && target.endsWith(last);
}

function compileRuns(runs: readonly Uint8Array[], decodeAlphanumeric: boolean): string[] {
  let inQuery = false;
  return runs.map((run) => {
    const piece = normalize(run, decodeAlphanumeric);
    if (inQuery) return unescapeQuery(piece);
    inQuery = piece.includes("?");
    return unescapeAfterQuestionMark(piece);
  });
}

// RFC 9309's table has `?baz=http://foo.bar` match `?baz=http%3A%2F%2Ffoo.bar`: in a query these
// four are data, not delimiters (RFC 3986, section 3.4). A pattern that starts its own query is
// stored with them decoded; one whose wildcard runs into the query meets the URL as it is spelled.
function spellings(normal: string): string[] {
  const decoded = unescapeAfterQuestionMark(normal);
  return decoded === normal ? [normal] : [normal, decoded];
}

function unescapeAfterQuestionMark(text: string): string {
  const at = text.indexOf("?");
  return at < 0 ? text : text.slice(0, at) + unescapeQuery(text.slice(at));
}

function unescapeQuery(text: string): string {
  return text.replace(/%(?:3A|2F|3F|40)/g, decodeURIComponent);
}

function normalize(octets: Uint8Array, decodeAlphanumeric: boolean): string {
  let out = "";
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i] as number;
    const escaped = octet === PERCENT ? hexAt(octets, i + 1) : null;
    if (escaped === null) {
      const stays = ALPHANUMERIC.has(octet) || MARK.has(octet) || RESERVED.has(octet);
      out += stays ? String.fromCharCode(octet) : escape(octet);
    } else {
      const decodes = MARK.has(escaped) || decodeAlphanumeric && ALPHANUMERIC.has(escaped);
      out += decodes ? String.fromCharCode(escaped) : escape(escaped);
      i += 2;
    }
  }
  return out;
}

function escape(octet: number): string {
  return `%${octet.toString(16).toUpperCase().padStart(2, "0")}`;
}

function hexAt(octets: Uint8Array, at: number): number | null {
  const digits = String.fromCharCode(...octets.subarray(at, at + 2));
  return /^[0-9A-Fa-f]{2}$/.test(digits) ? parseInt(digits, 16) : null;
}

function octetsOf(text: string): ReadonlySet<number> {
  return new Set(new TextEncoder().encode(text));
}

function splitAt(octets: Uint8Array, separator: number): Uint8Array[] {
  const runs: Uint8Array[] = [];
  let start = 0;
  for (let end = octets.indexOf(separator); end >= 0; end = octets.indexOf(separator, start)) {
    runs.push(octets.subarray(start, end));
    start = end + 1;
  }
  return [...runs, octets.subarray(start)];
}
