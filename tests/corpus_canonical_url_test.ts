import assert from "node:assert/strict";
import fc from "fast-check";
import { canonicalUrl } from "../src/corpus/canonical_url.ts";
import { STATED_POLICY, type UrlPolicy } from "../src/corpus/url_policy.ts";
import { RULE_NAMES, type RuleName, STATED_RULES, switches } from "../src/corpus/url_rules.ts";
import { assertBilingual } from "./support/bilingual.ts";

/** The canonical URL, or the English reason why there is none. */
function canonical(given: string, policy: UrlPolicy = STATED_POLICY): string {
  const result = canonicalUrl(given, policy);
  return result.kind === "canonical" ? result.url : result.reason.en;
}

function withRules(rules: Partial<Record<RuleName, boolean>>, more: Partial<UrlPolicy> = {}) {
  return { ...STATED_POLICY, ...more, rules: { ...STATED_RULES, ...rules } };
}

const STATED: readonly [fact: string, given: string, expected: string][] = [
  ["tracking parameters", "http://a.kr/v?utm_source=x&id=3&gclid=1&NaPm=ct", "http://a.kr/v?id=3"],
  ["a query of tracking alone", "http://a.kr/v?utm_source=x&fbclid=y", "http://a.kr/v"],
  ["an escaped tracking name", "http://a.kr/v?%75tm_source=x", "http://a.kr/v"],
  ["the order of parameters", "http://a.kr/v?b=2&a=1", "http://a.kr/v?a=1&b=2"],
  ["a fragment", "http://a.kr/v#top", "http://a.kr/v"],
  ["a trailing slash", "http://a.kr/v/", "http://a.kr/v"],
  ["a missing root", "http://a.kr", "http://a.kr/"],
  ["scheme and host in capitals", "HTTP://A.KR/V", "http://a.kr/V"],
  ["a dot after the host", "http://a.kr./v", "http://a.kr/v"],
  ["a Hangul host", "http://식약처.한국/v", "http://xn--wv4b21c69i.xn--3e0b707e/v"],
  ["an IPv4 address as one number", "http://3279880203/v", "http://195.127.0.11/v"],
  ["a long IPv6 address", "http://[2001:DB8:0:0::1]/v", "http://[2001:db8::1]/v"],
  ["the default port", "https://a.kr:443/v", "https://a.kr/v"],
  ["zeros before a port", "http://a.kr:08080/v", "http://a.kr:8080/v"],
  ["dot segments", "http://a.kr/b/../c/./d", "http://a.kr/c/d"],
  ["escaped dot segments", "http://a.kr/b/%2E%2e/c", "http://a.kr/c"],
  ["escapes of unreserved characters", "http://a.kr/%7Eb%2dc", "http://a.kr/~b-c"],
  ["small letters in escapes", "http://a.kr/%ea%b0%80", "http://a.kr/%EA%B0%80"],
  ["unescaped Hangul", "http://a.kr/가?q=나", "http://a.kr/%EA%B0%80?q=%EB%82%98"],
  ["a lone percent sign", "http://a.kr/100%", "http://a.kr/100%25"],
  ["a session in the path", "http://a.kr/v.do;jsessionid=12AB.node?id=1", "http://a.kr/v.do?id=1"],
  ["a session parameter", "http://a.kr/v?JSESSIONID=12&id=1", "http://a.kr/v?id=1"],
  ["an empty query", "http://a.kr/v?", "http://a.kr/v"],
  ["empty parameters", "http://a.kr/v?&&a=1&", "http://a.kr/v?a=1"],
  ["empty user information", "http://:@a.kr/v", "http://a.kr/v"],
  ["white space around and inside", " http://a.kr/\tv\n ", "http://a.kr/v"],
  ["backslashes", "http:\\\\a.kr\\v", "http://a.kr/v"],
];

for (const [fact, given, expected] of STATED) {
  Deno.test(`canonicalUrl() folds ${fact}`, () => assert.equal(canonical(given), expected));
}

const KEPT: readonly [fact: string, url: string][] = [
  ["an escape that is no UTF-8", "http://a.kr/%B0%A1?q=%B3%AA"],
  ["an escaped slash", "http://a.kr/a%2Fb"],
  ["an escaped ampersand in a value", "http://a.kr/v?q=a%26b"],
  ["the order of parameters of one name", "http://a.kr/v?a=2&a=1"],
  ["repeated slashes inside the path", "http://a.kr/a//b"],
  ["a #! fragment, which may name the page", "http://a.kr/v#!/notice/3"],
  ["user information", "http://u:p@a.kr/v"],
  ["another port", "http://a.kr:8080/v"],
  ["www", "http://www.a.kr/v"],
  ["https", "https://a.kr/v"],
  ["letter case in the path", "http://a.kr/View"],
  ["a short sid, which is no session", "http://a.kr/v?sid=104"],
  ["a URL of another scheme", "urn:isbn:0451450523"],
  ["a path of another scheme that begins with two slashes", "foo:/.//a.kr/b"],
];

for (const [fact, url] of KEPT) {
  Deno.test(`canonicalUrl() keeps ${fact}`, () => assert.equal(canonical(url), url));
}

const INVALID: readonly [fact: string, given: string, reason: RegExp][] = [
  ["nothing", " ", /is empty/],
  ["a relative address", "/v?id=1", /has no scheme/],
  ["no host", "http:///", /has no host/],
  ["a host of dots alone", "http://../v", /has no host/],
  ["a host with a space", "http://a b/", /has a host that cannot be one/],
  ["a host with two colons", "http://2001::1/", /has a host that cannot be one/],
  ["an open bracket", "http://[::1/", /has a host that cannot be one/],
  ["escapes in a host that are no UTF-8", "http://%B0%A1.kr/", /has a host that cannot be one/],
  ["a port too large", "http://a.kr:65536/", /has a port that is no number/],
  ["a port of letters", "http://a.kr:http/", /has a port that is no number/],
  ["another scheme that is no URL", "foo://[/", /has not the form of a URL/],
];

for (const [fact, given, reason] of INVALID) {
  Deno.test(`canonicalUrl() gives a reason in both languages for ${fact}`, () => {
    const result = canonicalUrl(given, STATED_POLICY);
    assert.equal(result.kind, "invalid");
    if (result.kind !== "invalid") return;
    assert.match(result.reason.en, reason);
    assertBilingual(result.reason);
  });
}

Deno.test("canonicalUrl() names the rules that changed something, in their order", () => {
  const result = canonicalUrl("HTTP://a.kr/%7eb/?utm_id=1#x", STATED_POLICY);
  assert.deepEqual(result.kind === "canonical" && result.applied, [
    ...["schemeCase", "percentUnreserved", "trailingSlash", "trackingParameters", "fragment"],
  ]);
  const kept = canonicalUrl("http://a.kr/b", STATED_POLICY);
  assert.deepEqual(kept.kind === "canonical" && kept.applied, []);
});

Deno.test("canonicalUrl() takes the settings of the longest pattern that names the host", () => {
  const policy = withRules({}, {
    hosts: {
      "*.example.kr": { rules: { trailingSlash: false } },
      "shop.Example.kr": { alsoTracking: ["sort"], neverDropped: ["utm_id"] },
      "*.한국": { rules: { pathCase: true } },
    },
  });
  assert.equal(
    canonical("http://www.example.kr/a/?sort=1", policy),
    "http://www.example.kr/a/?sort=1",
  );
  assert.equal(canonical("http://example.kr/a/", policy), "http://example.kr/a");
  assert.equal(
    canonical("http://SHOP.example.kr./a/?sort=new&id=1&utm_id=2&utm_x=3", policy),
    "http://shop.example.kr/a?id=1&utm_id=2",
  );
  assert.equal(canonical("http://식약처.한국/A", policy), "http://xn--wv4b21c69i.xn--3e0b707e/a");
});

Deno.test("canonicalUrl() makes no escape that nobody wrote out of a lone percent sign", () => {
  const lone = withRules({ percentLone: false });
  assert.equal(canonical("http://a/%%36%31", lone), "http://a/%%361");
  assert.equal(canonical("http://a/%6%31", lone), "http://a/%6%31");
  assert.equal(canonical("http://a/%6g%31", lone), "http://a/%6g1");
  assert.equal(canonical("http://a/%%36%31"), "http://a/%2561");
});

Deno.test("canonicalUrl() makes no host out of a path", () => {
  assert.equal(canonical("foo:/;jsessionid=1//a.kr/b"), "foo:/.///a.kr/b");
});

Deno.test("canonicalUrl() takes addresses of any length", () => {
  const many = 50_000;
  const repeated = withRules({ percentRepeated: true, percentLone: false });
  assert.equal(canonical(`http://a/%${"25".repeat(many)}61`, repeated), "http://a/a");
  assert.equal(canonical(`http://a/${"%61".repeat(many)}`), `http://a/${"a".repeat(many)}`);
  assert.equal(canonical(`http://a/b${" ".repeat(many)}c `), `http://a/b${"%20".repeat(many)}c`);
  assert.equal(canonical(`http://a/${"../".repeat(many)}b${"/".repeat(many)}`), "http://a/b");
  assert.equal(canonical(`http://a${".".repeat(many)}/b`), "http://a/b");
  const query = Array.from({ length: many }, (_, n) => `p${n % 7}=${n}`).join("&");
  assert.equal(canonical(`http://a/?${query}`).length, `http://a/?${query}`.length);
});

/** One URL that every rule changes or leaves, by the rule alone: on → folded, off → told apart. */
const SWITCHED: Readonly<Record<RuleName, readonly [given: string, on: string, off: string]>> = {
  surroundingSpace: [" http://a/b", "http://a/b", "has no scheme such as http://"],
  tabsAndNewlines: ["http://a/b\tc", "http://a/bc", "http://a/b%09c"],
  missingScheme: ["a.kr:80/b", "http://a.kr/b", "a.kr:80/b"],
  schemeCase: ["Http://a/b", "http://a/b", "Http://a/b"],
  httpsAsHttp: ["https://a/b", "http://a/b", "https://a/b"],
  otherSchemes: ["FILE:/a", "file:///a", "FILE:/a"],
  slashCount: ["http:////a/b", "http://a/b", "http:////a/b"],
  backslash: ["http://a/b\\c", "http://a/b/c", "http://a/b\\c"],
  emptyUserinfo: ["http://u:@a/b", "http://u@a/b", "http://u:@a/b"],
  userinfo: ["http://u:p@a/b", "http://a/b", "http://u:p@a/b"],
  hostEscapes: ["http://%61/b", "http://a/b", "http://%61/b"],
  hostCase: ["http://A/b", "http://a/b", "http://A/b"],
  hostIdn: ["http://가.kr/b", "http://xn--o39a.kr/b", "http://가.kr/b"],
  hostIpv4: ["http://0x7f.1/b", "http://127.0.0.1/b", "http://0x7f.1/b"],
  hostIpv6: ["http://[::0:1]/b", "http://[::1]/b", "http://[::0:1]/b"],
  hostTrailingDot: ["http://a./b", "http://a/b", "http://a./b"],
  hostWww: ["http://www2.a.kr/b", "http://a.kr/b", "http://www2.a.kr/b"],
  defaultPort: ["http://a:80/b", "http://a/b", "http://a:80/b"],
  portZeros: ["http://a:081/b", "http://a:81/b", "http://a:081/b"],
  emptyPath: ["http://a", "http://a/", "http://a"],
  percentEncode: ["http://a/가", "http://a/%EA%B0%80", "http://a/가"],
  percentLone: ["http://a/%b", "http://a/%25b", "http://a/%b"],
  percentUnreserved: ["http://a/%62", "http://a/b", "http://a/%62"],
  percentCase: ["http://a/%ea", "http://a/%EA", "http://a/%ea"],
  percentRepeated: ["http://a/%252562", "http://a/b", "http://a/%252562"],
  pathDelimiters: ["http://a/b%2Cc", "http://a/b,c", "http://a/b%2Cc"],
  sessionPath: ["http://a/b;jsessionid=1", "http://a/b", "http://a/b;jsessionid=1"],
  dotSegments: ["http://a/c/../b", "http://a/b", "http://a/c/../b"],
  repeatedSlashes: ["http://a/b//c", "http://a/b/c", "http://a/b//c"],
  trailingSlash: ["http://a/b//", "http://a/b", "http://a/b//"],
  pathCase: ["http://a/B%2F", "http://a/b%2F", "http://a/B%2F"],
  trackingParameters: ["http://a/b?utm_a=1", "http://a/b", "http://a/b?utm_a=1"],
  sessionParameters: ["http://a/b?cfid=1", "http://a/b", "http://a/b?cfid=1"],
  emptyParameters: ["http://a/b?c&&d", "http://a/b?c&d", "http://a/b?&c&d"],
  blankParameters: ["http://a/b?c=&d=1", "http://a/b?d=1", "http://a/b?c=&d=1"],
  formEncoding: ["http://a/b?c=(%20", "http://a/b?c=%28+", "http://a/b?c=(%20"],
  parameterCase: ["http://a/b?C=D", "http://a/b?c=d", "http://a/b?C=D"],
  parameterOrder: ["http://a/b?d&c", "http://a/b?c&d", "http://a/b?d&c"],
  valueOrder: ["http://a/b?c=2&c=1", "http://a/b?c=1&c=2", "http://a/b?c=2&c=1"],
  emptyQuery: ["http://a/b?", "http://a/b", "http://a/b?"],
  fragment: ["http://a/b#c", "http://a/b", "http://a/b#c"],
  hashbang: ["http://a/b#!c", "http://a/b", "http://a/b#!c"],
  emptyFragment: ["http://a/b#", "http://a/b", "http://a/b#"],
};

for (const name of RULE_NAMES) {
  Deno.test(`canonicalUrl() carries out ${name} where it is on, and only there`, () => {
    const [given, on, off] = SWITCHED[name];
    // An empty fragment is dropped by two rules.
    const others = name === "emptyFragment" ? { fragment: false } : {};
    assert.ok(canonical(given, withRules({ ...others, [name]: true })).endsWith(on));
    assert.ok(canonical(given, withRules({ ...others, [name]: false })).endsWith(off));
  });
}

/** Pieces that have broken canonicalisers: half escapes, dots, marks, other alphabets, surrogates. */
const PIECE = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(..."/?#&=%:;@.\\!+ ~-_[]()|^`{}<>'\"$,*".split("")) },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      ...[
        "%2",
        "%25",
        "%2e",
        "%2E%2e",
        "%61",
        "%36%31",
        "%%36",
        "%41",
        "%c3%a9",
        "%ED%A0%80",
        "%ff",
      ],
      ...["%2F", "%3f", "%23", "%26", "%3D", "%00", "%7F", "%2525", "%252561", "%C2%AD"],
      ...["..", "/./", "/../", "//", "///", ";jsessionid=1", "/(S(4hqa0555fwsecu455xqckv45))/"],
      ...[
        "utm_source=1",
        "&sid=0123456789abcdef0123456789abcdef",
        "www.",
        "www12.",
        "xn--",
        "xn--o39a",
      ],
      ...[
        "\t",
        "\n",
        "\0",
        "\x1f",
        "\x7f",
        "\xa0",
        "\xad",
        "가",
        "é",
        "e\u0301",
        "İ",
        "ß",
        "．",
        "😀",
      ],
      ...[
        "\ud800",
        "\udc00",
        "0x7f.1",
        "256",
        "08",
        ":80",
        ":080",
        ":443",
        ":",
        "@",
        "#!",
        "[::1]",
      ],
      ...["http://", "https:", "HTTP:\\\\", "file:", "foo:", "foo://", "mailto:", "a.kr", "A.KR"],
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 3 }) },
);
const URLISH = fc.tuple(
  fc.constantFrom(
    "",
    "",
    " ",
    "http://",
    "http://a.kr",
    "HTTPS://a.kr/",
    "http:",
    "foo:",
    "foo://h",
    "file:",
  ),
  fc.array(PIECE, { maxLength: 12 }).map((pieces) => pieces.join("")),
).map(([front, back]) => front + back);
const POLICY = fc.record({
  on: fc.uniqueArray(fc.constantFrom(...RULE_NAMES)),
  host: fc.option(fc.uniqueArray(fc.constantFrom(...RULE_NAMES))),
}).map(({ on, host }): UrlPolicy => ({
  ...STATED_POLICY,
  rules: switches((name) => on.includes(name)),
  hosts: host === null ? {} : {
    "*.a.kr": { rules: switches((name) => host.includes(name)) },
    "a.kr": { rules: switches((name) => !host.includes(name)) },
  },
}));

function assertIdempotent(given: string, policy: UrlPolicy): void {
  const once = canonicalUrl(given, policy);
  if (once.kind === "invalid") {
    assert.doesNotMatch(once.reason.en, /does not settle/);
    return;
  }
  const twice = canonicalUrl(once.url, policy);
  assert.deepEqual(twice, { kind: "canonical", url: once.url, applied: [] });
}

Deno.test("canonicalUrl() of its own result is the result, and no rule applies", () => {
  fc.assert(fc.property(URLISH, (given) => assertIdempotent(given, STATED_POLICY)), {
    numRuns: 4000,
  });
});

Deno.test("canonicalUrl() is idempotent for every subset of the rules", () => {
  fc.assert(fc.property(URLISH, POLICY, assertIdempotent), { numRuns: 6000 });
});

Deno.test("canonicalUrl() is idempotent with one rule off, or one rule on", () => {
  const one = fc.tuple(fc.constantFrom(...RULE_NAMES), fc.boolean());
  fc.assert(
    fc.property(
      URLISH,
      one,
      (given, [only, on]) =>
        assertIdempotent(given, withRules(switches((name) => (name === only) === on))),
    ),
    { numRuns: 4000 },
  );
});

/** Addresses as they stand in a corpus: most of them are found canonical at a glance. */
const ORDINARY = fc.record({
  front: fc.constantFrom(
    "http://a.kr",
    "https://www.a-b.kr",
    "https://www2.www.a.co.kr",
    "http://xn--o39a.kr",
  ),
  path: fc.array(
    fc.constantFrom("", "b", "C", "~d", "e.f", ".g", "%EA%B0%80", "h-1", "i;j", "index.html"),
  ),
  query: fc.array(
    fc.tuple(
      fc.constantFrom("b", "a", "B", "utm_id", "cfid", "%61", ""),
      fc.constantFrom("=1", "=", "", "=%2F"),
    ),
    { maxLength: 4 },
  ),
}).map(({ front, path, query }) =>
  front + path.map((segment) => `/${segment}`).join("") +
  (query.length === 0 ? "" : `?${query.map((pair) => pair.join("")).join("&")}`)
);

Deno.test("canonicalUrl() sees at a glance what it would find at length", () => {
  fc.assert(
    fc.property(fc.oneof(ORDINARY, URLISH), POLICY, fc.boolean(), (given, random, stated) => {
      const policy = stated ? STATED_POLICY : { ...random, hosts: {} };
      // Settings of any host, even of one that is not meant, are a reason to look at length.
      const atLength = { ...policy, hosts: { "elsewhere.example": {} } };
      assert.deepEqual(canonicalUrl(given, policy), canonicalUrl(given, atLength));
    }),
    { numRuns: 6000 },
  );
});

/** The rules that say what browsers do anyway. */
const BROWSER = withRules(switches((name) =>
  STATED_RULES[name] && ![
    ...["hostTrailingDot", "percentLone", "percentUnreserved", "percentCase", "sessionPath"],
    ...["trailingSlash", "trackingParameters", "sessionParameters", "emptyParameters"],
    ...["parameterOrder", "emptyQuery", "fragment", "emptyFragment"],
  ].includes(name)
));

Deno.test("canonicalUrl() agrees with the platform's parser where only its rules are on", () => {
  fc.assert(
    // The platform does not yet encode `^` in paths, as the standard does since 2024.
    fc.property(URLISH.filter((url) => !url.includes("^")), (given) => {
      const expected = URL.parse(given.toWellFormed());
      const got = canonicalUrl(given, BROWSER);
      assert.equal(got.kind === "canonical" ? got.url : null, expected?.href ?? null);
    }),
    { numRuns: 6000 },
  );
});

Deno.test("canonicalUrl() gives what the platform's parser takes, unchanged in meaning", () => {
  fc.assert(
    fc.property(URLISH, (given) => {
      const got = canonicalUrl(given, STATED_POLICY);
      if (got.kind === "invalid") return;
      const parsed = URL.parse(got.url);
      assert.notEqual(parsed, null, got.url);
      // Where no rule dropped the dots, the host is the one a browser would ask.
      if (/^https?:/.test(got.url) && !got.applied.includes("hostTrailingDot")) {
        assert.equal(parsed?.host, URL.parse(given.toWellFormed())?.host);
      }
    }),
    { numRuns: 4000 },
  );
});
