import assert from "node:assert/strict";
import { canonicalUrl } from "../src/corpus/canonical_url.ts";
import { readUrlPolicy, STATED_POLICY } from "../src/corpus/url_policy.ts";
import { RULE_NAMES, URL_RULES } from "../src/corpus/url_rules.ts";
import { says } from "./support/bilingual.ts";

const FILE = "urls.json";

Deno.test("readUrlPolicy() takes what is left out from the stated policy", () => {
  assert.deepEqual(readUrlPolicy("{}", FILE), STATED_POLICY);
  const policy = readUrlPolicy('\uFEFF{"rules":{"fragment":false}}', FILE);
  assert.equal(policy.rules.fragment, false);
  assert.equal(policy.rules.trailingSlash, true);
});

Deno.test("readUrlPolicy() reads a policy that canonicalUrl() follows", () => {
  const policy = readUrlPolicy(
    JSON.stringify({
      rules: { hostWww: true },
      trackingParameters: ["ref", "ad_*", "visit={8,}"],
      hosts: { "*.example.kr": { alsoTracking: ["sort"] } },
    }),
    FILE,
  );
  const result = canonicalUrl(
    "http://www.example.kr/a?ref=1&ad_x=2&visit=12345678&sort=new&utm_id=3",
    policy,
  );
  // Without www the host is example.kr itself, which the pattern does not name.
  assert.deepEqual(result, {
    kind: "canonical",
    url: "http://example.kr/a?utm_id=3",
    applied: ["hostWww", "trackingParameters"],
  });
});

const REFUSED: readonly [fact: string, text: string, words: RegExp][] = [
  ["an unknown key", '{"rulez":{}}', /"rulez" is not a known key, nearest is "rules"/],
  [
    "an unknown rule",
    '{"rules":{"trailingSlashes":true}}',
    /"rules\.trailingSlashes" is not a known key, nearest is "trailingSlash"/,
  ],
  [
    "an unknown rule of a host",
    '{"hosts":{"a.kr":{"rules":{"fragmnt":true}}}}',
    /fragmnt" is not a known key, nearest is "fragment"/,
  ],
  [
    "a rule that is no switch",
    '{"rules":{"fragment":"no"}}',
    /"rules\.fragment" must be true or false/,
  ],
  ["a parameter with a mark", '{"trackingParameters":["a=b"]}', /must be a parameter name/],
  ["a host with a scheme", '{"hosts":{"http://a.kr":{}}}', /must be a host such as/],
  ["what is no JSON", "{", /not JSON/],
];

for (const [fact, text, words] of REFUSED) {
  Deno.test(`readUrlPolicy() refuses ${fact} by name`, () => {
    assert.throws(() => readUrlPolicy(text, FILE), says("ConfigurationError", words));
  });
}

Deno.test("URL_RULES says of every rule in both languages what it does", () => {
  for (const name of RULE_NAMES) {
    const { ko, en } = URL_RULES[name];
    assert.match(ko, /(니다)$/, name);
    assert.match(en, /^[a-z][^가-힣]+[^.]$/, name);
  }
});
