import assert from "node:assert/strict";
import { canonicalUrl } from "../src/corpus/canonical_url.ts";
import { STATED_POLICY } from "../src/corpus/url_policy.ts";
import { sharedData, suiteTest } from "./support/suites.ts";
import { DIFFERENCES } from "./support/url_differences.ts";
import { policyWith, urlCases } from "./support/url_suites.ts";
import { isAsPublished, reasonOf, suitesTable, TABLE } from "./support/url_suites_table.ts";

const w3lib = sharedData("suites/w3lib");

suiteTest(
  "url-urlcanon",
  "canonicalUrl() differs from the published cases only where a reason is given",
  async (suite) => {
    const cases = await urlCases(w3lib as URL, suite);
    const different = cases.filter((each) => !isAsPublished(each));
    assert.deepEqual(different.filter((each) => reasonOf(each) === null), []);
    for (const { reason } of DIFFERENCES) {
      assert.ok(
        different.some((each) => reasonOf(each) === reason),
        `nothing differs by: ${reason}`,
      );
    }
    assert.ok(cases.length > 1400, `${cases.length} cases`);
  },
  w3lib !== null,
);

suiteTest(
  "url-urlcanon",
  "corpus_url_suites.md tells what comes out of the published cases",
  async (suite) => {
    const cases = await urlCases(w3lib as URL, suite);
    assert.equal(await Deno.readTextFile(TABLE), suitesTable(cases));
  },
  w3lib !== null,
);

suiteTest(
  "url-urlcanon",
  "canonicalUrl() is idempotent on every published address, under the stated policy and another",
  async (suite) => {
    const cases = await urlCases(w3lib as URL, suite);
    assert.equal(cases.filter((each) => each.suite === "idempotence").length, 172);
    for (
      const policy of [STATED_POLICY, policyWith({ percentRepeated: true, formEncoding: true })]
    ) {
      for (const { given } of cases) {
        const once = canonicalUrl(given, policy);
        if (once.kind === "invalid") continue;
        assert.deepEqual(canonicalUrl(once.url, policy), { ...once, applied: [] });
      }
    }
  },
  w3lib !== null,
);
