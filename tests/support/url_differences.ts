/**
 * Why a published case of URL canonicalisation comes out otherwise here, each reason with its cases.
 *
 * @module
 */

import type { UrlCase } from "./url_suites.ts";

/** One deliberate difference: which cases it explains, and why. */
export interface Difference {
  readonly reason: string;
  covers(each: UrlCase): boolean;
}

/** Every difference; the first that covers a case explains it. */
export const DIFFERENCES: readonly Difference[] = [
  {
    reason:
      "A relative address names no document until it is resolved; here it is invalid, with a " +
      "reason, and whoever found it resolves it first.",
    covers: ({ suite, given, got }) =>
      got === null && /^(w3lib|supplemental)/.test(suite) && !/^\w+:/.test(given),
  },
  {
    reason:
      "The encoding of the page that held the address is not known here: what is not ASCII is " +
      "UTF-8, as for an address typed into a browser. Bytes already escaped are kept.",
    covers: ({ suite, got }) => suite.includes("encoding=") && got !== null,
  },
  {
    reason: "`;` separates no parameters: no current standard says so, and a value may hold it.",
    covers: ({ suite }) => suite.includes("query_separator"),
  },
  {
    reason:
      "The host of a scheme other than http and the like is any text, whose letter case and " +
      "escapes the WHATWG URL Standard keeps.",
    covers: ({ given, got }) =>
      got !== null && /^(sftp|foo|sc|non-?special):\/\/[^/]*[A-Z%]/i.test(given) &&
      !/[\x80-\xff]/.test(given),
  },
  {
    reason:
      "UTS 46 without length checks, as browsers have it, gives a host that does not resolve; " +
      "w3lib gives up and leaves it undone, which is one more spelling.",
    covers: ({ suite, given }) => suite.startsWith("w3lib") && /éxamplé/.test(given),
  },
  {
    reason: "The suite writes bytes of UTF-8 as characters of one byte each. A character above " +
      "U+007F is that character here, and its UTF-8 is escaped.",
    covers: ({ given }) => /[\x80-\xff]/.test(given),
  },
  {
    reason:
      "A host of dots alone is taken for 0.0.0.0 by the suite. It is no number: browsers keep " +
      "the dots, and without them no host is left.",
    covers: ({ given }) => /^(http|file):\/{0,3}(%2e)+\//i.test(given),
  },
  {
    reason:
      "A host with a space, a control character, `%` or `#` is none (WHATWG: forbidden host " +
      "code points): no client could ask it. The suites that keep it say themselves that they do " +
      "not know what to do with it.",
    covers: ({ got, expected }) =>
      got === null && /%|[\0-\x20]/.test(/^\w+:\/*([^/]*)/.exec(expected ?? "")?.[1] ?? ""),
  },
  {
    reason:
      "A host whose last part is a number must be an IPv4 address in the standard of today; it " +
      "was a name when the suite was written.",
    covers: ({ given, got }) => got === null && /\/\/(09|256\.256\.256\.256\.256)\/?$/.test(given),
  },
  {
    reason: "gopher is a scheme like any other in the standard of today.",
    covers: ({ given }) => given.startsWith("gopher:"),
  },
  {
    reason: "Spaces and quotes in a fragment are escaped in the standard of today.",
    covers: ({ given, suite }) => given.includes("#") && /^(supplemental|urltestdata)/.test(suite),
  },
  {
    reason: "A path without a root (`lolscheme:x x`, `foo:%`) belongs to its scheme, which alone " +
      "knows what may be changed in it; it is kept to the letter.",
    covers: ({ given }) => /^(lolscheme|foo|wow|nonspecial):[^/]/.test(given),
  },
  {
    reason:
      "An empty path segment is dropped with the others of its kind (`foo:/%///`): the rule " +
      "`repeatedSlashes` knows no scheme.",
    covers: ({ given }) => /^foo:\/+%\/\/\/$/.test(given),
  },
  {
    reason: '`"`, `<`, `>` and `|` have no place in a URL (RFC 3986, 2; WHATWG: path and query ' +
      "percent-encode sets): decoded they would be encoded again by every client.",
    covers: ({ given }) => /%(3C|3E|22|7C)/i.test(given),
  },
  {
    reason:
      "A `#` in a fragment is kept: browsers do, and the suite of the same project for WHATWG " +
      "does, too.",
    covers: ({ given }) => /#.*#/.test(given),
  },
  {
    reason:
      "The case is a step on the way: a lone `%` that it leaves is escaped by the next step of " +
      "the same suite, as it is here.",
    covers: ({ suite }) => suite === "surt#unescapeRepeatedly",
  },
];
