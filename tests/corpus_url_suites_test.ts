import assert from "node:assert/strict";
import { sharedData, suiteTest } from "./support/suites.ts";
import { DIFFERENCES } from "./support/url_differences.ts";
import { urlCases } from "./support/url_suites.ts";
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
  "canonicalUrl() is idempotent on every published address",
  async (suite) => {
    const cases = (await urlCases(w3lib as URL, suite)).filter((each) =>
      each.suite === "idempotence"
    );
    assert.equal(cases.length, 172);
    for (const { given, expected, got } of cases) assert.equal(got, expected, given);
  },
  w3lib !== null,
);
