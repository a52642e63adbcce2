/**
 * Published cases of URL canonicalisation, each under the policy that comes nearest to its suite.
 *
 * What a suite asks that no policy can give is told apart from what is merely not asked of this
 * program: the former are differences, which `url_differences.ts` explains one by one.
 *
 * @module
 */

import { canonicalUrl } from "../../src/corpus/canonical_url.ts";
import { DEFAULT_PORTS, schemeOf, splitUrl } from "../../src/corpus/url_parts.ts";
import { STATED_POLICY, type UrlPolicy } from "../../src/corpus/url_policy.ts";
import { type RuleName, STATED_RULES } from "../../src/corpus/url_rules.ts";

/** One case: what the suite expects and what came out; `null` stands for "no URL". */
export interface UrlCase {
  readonly suite: string;
  readonly given: string;
  readonly expected: string | null;
  readonly got: string | null;
}

/** All cases of the suites that are there; a suite is named as its file, group after a `#`. */
export async function urlCases(w3lib: URL, urlcanon: URL): Promise<readonly UrlCase[]> {
  const read = async (name: string) => JSON.parse(await Deno.readTextFile(new URL(name, urlcanon)));
  return [
    ...w3libCases(JSON.parse(await Deno.readTextFile(new URL("url_cases.json", w3lib)))),
    ...pairs("semantic_precise", await read("semantic_precise.json"), SEMANTIC),
    ...pairs("supplemental_whatwg", await read("supplemental_whatwg.json"), WHATWG),
    ...pairs("aggressive", await read("aggressive.json"), AGGRESSIVE),
    ...surtCases(await read("surt.json")),
    ...ipv4Cases(await read("funky_ipv4.json")),
    ...dotCases(await read("path_dots.json")),
    ...idempotenceCases(await read("idempotence.json")),
    ...parsingCases(await read("parsing.json")),
    ...whatwgCases(await read("urltestdata.json")),
  ];
}

/** The stated policy with other switches. */
export function policyWith(rules: Partial<Record<RuleName, boolean>>): UrlPolicy {
  return { ...STATED_POLICY, rules: { ...STATED_RULES, ...rules } };
}

const KEPT = { trackingParameters: false, sessionParameters: false, sessionPath: false } as const;

/** What a browser does with an address and no more. */
const WHATWG = policyWith({
  ...KEPT,
  ...{ percentLone: false, percentUnreserved: false, percentCase: false, hostTrailingDot: false },
  ...{ trailingSlash: false, emptyParameters: false, parameterOrder: false, emptyQuery: false },
  ...{ fragment: false, emptyFragment: false },
});

const SEMANTIC = policyWith({
  ...KEPT,
  ...{ missingScheme: true, userinfo: true, percentRepeated: true, pathDelimiters: true },
  ...{ repeatedSlashes: true, valueOrder: true, trailingSlash: false, emptyParameters: false },
  ...{ fragment: false, emptyFragment: false, emptyQuery: false },
});

const AGGRESSIVE = policyWith({
  ...{ missingScheme: true, userinfo: true, percentRepeated: true, pathDelimiters: true },
  ...{ repeatedSlashes: true, valueOrder: true, httpsAsHttp: true, hostWww: true },
  ...{ pathCase: true, parameterCase: true },
});

const W3LIB = {
  ...KEPT,
  ...{ trailingSlash: false, hostTrailingDot: false, emptyUserinfo: false, defaultPort: true },
  ...{ formEncoding: true, valueOrder: true, pathDelimiters: true, hashbang: true },
  ...{ dotSegments: false },
} as const;

function canonical(given: string, policy: UrlPolicy): string | null {
  const result = canonicalUrl(given, policy);
  return result.kind === "canonical" ? result.url : null;
}

function pairs(suite: string, cases: Record<string, string>, policy: UrlPolicy): UrlCase[] {
  return Object.entries(cases).map(([given, expected]) => ({
    suite,
    given,
    expected,
    got: canonical(given, policy),
  }));
}

interface W3libCase {
  readonly fn: string;
  readonly args: readonly unknown[];
  readonly kwargs: Readonly<Record<string, unknown>>;
  readonly result: string;
}

function w3libCases(cases: readonly W3libCase[]): UrlCase[] {
  return cases.filter(({ fn }) => fn === "canonicalize_url").map(({ args, kwargs, result }) => {
    const given = textOf(args[0]);
    const policy = policyWith({
      ...W3LIB,
      fragment: kwargs["keep_fragments"] !== true,
      hashbang: kwargs["keep_fragments"] !== true,
      blankParameters: kwargs["keep_blank_values"] === false,
    });
    const options = Object.entries(kwargs).map(([name, value]) => ` ${name}=${value}`).join("");
    return {
      suite: `w3lib canonicalize_url${options}`,
      given,
      expected: result,
      got: canonical(given, policy),
    };
  });
}

/** An address is given as text, as UTF-8, or in six parts. */
function textOf(argument: unknown): string {
  if (typeof argument === "string") return argument;
  if (Array.isArray(argument)) {
    const [scheme, host, path, parameters, query, fragment] = argument as string[];
    return `${scheme}://${host}${path}${parameters && `;${parameters}`}` +
      `${query && `?${query}`}${fragment && `#${fragment}`}`;
  }
  const { $b64 } = argument as { $b64: string };
  return new TextDecoder().decode(Uint8Array.fromBase64($b64));
}

function surtCases(groups: Record<string, Record<string, string>>): UrlCase[] {
  const group = (name: string) => groups[name] ?? {};
  const noScheme = { ...AGGRESSIVE, rules: { ...AGGRESSIVE.rules, httpsAsHttp: false } };
  const query = policyWith({ ...KEPT, valueOrder: true, emptyParameters: false });
  return [
    ...pairs("surt#Canonicalizer.DefaultIA", group("Canonicalizer.DefaultIA"), AGGRESSIVE),
    ...pairs("surt#Canonicalizer.IA", group("Canonicalizer.IA"), noScheme),
    ...pairs("surt#google", group("google"), {
      ...SEMANTIC,
      rules: { ...SEMANTIC.rules, fragment: true },
    }),
    ...pairs("surt#googleSupplementalFromSurt", group("googleSupplementalFromSurt"), SEMANTIC),
    ...within("surt#alphaRorderQuery", group("alphaRorderQuery"), "http://h/?", "", query),
    ...within("surt#massageHost", group("massageHost"), "http://", "/", AGGRESSIVE),
    ...within("surt#stripPathSessionId", group("stripPathSessionId"), "http://h", "", {
      ...STATED_POLICY,
      rules: { ...STATED_RULES, trailingSlash: false },
    }),
    ...within("surt#unescapeRepeatedly", group("unescapeRepeatedly"), "http://h/", "", SEMANTIC),
  ];
}

/** Cases that are a part of a URL, put into one. */
function within(
  suite: string,
  cases: Record<string, string>,
  before: string,
  after: string,
  policy: UrlPolicy,
): UrlCase[] {
  return Object.entries(cases).map(([given, expected]) => ({
    suite,
    given: before + given + after,
    expected: expected === "" ? before.replace("?", "") : before + expected + after,
    got: canonical(before + given + after, policy),
  }));
}

/** `null` means that the text is no IPv4 address, not that it is no host. */
function ipv4Cases(cases: Record<string, string | null>): UrlCase[] {
  return Object.entries(cases).map(([host, expected]) => {
    const got = canonical(`http://${host}/`, STATED_POLICY);
    const address = /^http:\/\/(\d+\.\d+\.\d+\.\d+)\/$/.exec(got ?? "")?.[1] ?? null;
    return { suite: "funky_ipv4", given: host, expected, got: address };
  });
}

function dotCases({ special, nonspecial }: Record<string, Record<string, string>>): UrlCase[] {
  const dots = (suite: string, cases: Record<string, string>, origin: string) =>
    Object.entries(cases).map(([path, expected]) => ({
      suite,
      given: path,
      expected,
      got: canonical(origin + path, WHATWG)?.slice(origin.length) ?? null,
    }));
  // The suite keeps the kind of slash, which its own serialiser turns around afterwards.
  const turned = Object.fromEntries(
    Object.entries(special ?? {}).map(([path, to]) => [path, to.replaceAll("\\", "/")]),
  );
  return [
    ...dots("path_dots#special", turned, "http://h"),
    // A text that begins with a backslash is no path of such a URL but part of its host.
    ...dots(
      "path_dots#nonspecial",
      Object.fromEntries(Object.entries(nonspecial ?? {}).filter(([path]) => path.startsWith("/"))),
      "foo://h",
    ),
  ];
}

function idempotenceCases(cases: readonly string[]): UrlCase[] {
  return [STATED_POLICY, SEMANTIC, WHATWG, AGGRESSIVE].flatMap((policy) =>
    cases.map((given) => {
      const once = canonical(given, policy);
      return {
        suite: "idempotence",
        given,
        expected: once,
        got: once === null ? null : canonical(once, policy),
      };
    })
  );
}

type Parsed = Readonly<Record<string, string | null>>;

/** Of http and the like, where this program takes the address apart itself. */
function parsingCases(cases: Record<string, Parsed>): UrlCase[] {
  return Object.entries(cases).flatMap(([given, parts]) => {
    const url = given.replace(/[\t\n\r]/g, "").trim();
    const scheme = schemeOf(url);
    if (scheme === null || !DEFAULT_PORTS.has(scheme.toLowerCase())) return [];
    const split = splitUrl(url, scheme, true);
    const [username = "", ...password] = (split.userinfo ?? "").split(":");
    const got = {
      ...{ scheme: split.scheme, slashes: split.slashes, username, password: password.join(":") },
      ...{ host: split.host, port: split.port ?? "", path: split.path },
      ...{ query: split.query ?? "", fragment: split.fragment ?? "" },
    };
    const expected = Object.fromEntries(
      Object.keys(got).map((key) => [key, undropped(parts[key])]),
    );
    return [{
      suite: "parsing",
      given,
      expected: JSON.stringify(expected),
      got: JSON.stringify(got),
    }];
  });
}

/** Tabs and line ends are dropped before an address is taken apart. */
function undropped(part: string | null | undefined): string {
  return (part ?? "").replace(/[\t\n\r]/g, "");
}

interface WhatwgCase {
  readonly input: string;
  readonly base: string;
  readonly href?: string;
  readonly failure?: boolean;
}

/** The cases that need no base URL. */
function whatwgCases(cases: readonly (string | WhatwgCase)[]): UrlCase[] {
  return cases.flatMap((each) => {
    if (typeof each === "string" || needsBase(each)) return [];
    return [{
      suite: "urltestdata",
      given: each.input,
      expected: each.failure === true ? null : each.href ?? null,
      got: canonical(each.input, WHATWG),
    }];
  });
}

function needsBase({ input, base }: WhatwgCase): boolean {
  const url = input.replace(/^[\0-\x20]+|[\t\n\r]/g, "");
  const scheme = schemeOf(url)?.toLowerCase();
  if (scheme === undefined) return true;
  if (base === "about:blank") return false;
  const special = DEFAULT_PORTS.has(scheme) || scheme === "file";
  return special && !/^[/\\]{2}/.test(url.slice(scheme.length + 1));
}
