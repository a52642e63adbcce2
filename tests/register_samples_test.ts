/**
 * Real answers of the register's OpenAPI, where they lie beside the project: two days of it, the day
 * on which it was short, and rows with quirks.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readChanges } from "../src/history.ts";
import type { Change, InstantText, SourceId } from "../src/model.ts";
import { decode } from "../src/decode.ts";
import { digestOf } from "../src/digest.ts";
import { prepareSpec } from "../src/extract.ts";
import { readPage } from "../src/read_page.ts";
import { selectSpec } from "../src/selectors.ts";
import { ApiDouble, type ApiRow, apiRows, ENCODED_KEY } from "./support/api_double.ts";
import { HurriedClock } from "./support/hurried_clock.ts";
import { Dmf } from "./support/run_dmf.ts";
import { sharedData } from "./support/suites.ts";

const samples = sharedData("mfds");
const SOURCE = "mfds-openapi" as SourceId;
const prepared = prepareSpec(selectSpec(SOURCE));

/** Registers a test over the samples, ignored where they are absent. */
function sampleTest(fact: string, fn: (samples: URL) => void | Promise<void>): void {
  Deno.test({ name: fact, ignore: samples === null, fn: () => fn(samples as URL) });
}

function text(folder: URL, name: string): string {
  return Deno.readTextFileSync(new URL(name, folder));
}

function rowsOf(folder: URL, name: string): ApiRow[] {
  return JSON.parse(text(folder, name)).items;
}

/**
 * Older rows of the same companies and ingredients. The samples are the end of a list of 9,149 rows,
 * in which nearly every company has others; without them each of its words would be a new one.
 */
function olderThan(rows: readonly ApiRow[], times: number): ApiRow[] {
  const first = Temporal.PlainDate.from("2010-01-04");
  return Array.from({ length: times * rows.length }, (_, n) => {
    const date = first.add({ days: n }).toString();
    return {
      ...rows[n % rows.length] as ApiRow,
      DMF_PERMIT_NO: `${date.replaceAll("-", "")}-${n % 200 + 1}-I-${n + 1}-0${n % 9 + 1}`,
      DMF_PERMIT_DATE: date,
      NOTICE_CODE: "별표1",
    };
  });
}

/** Days of the service in one folder; each is what the API hands out, and how the run ends. */
async function days(
  lists: readonly (readonly [run: string, rows: readonly ApiRow[], code: number])[],
): Promise<Change[]> {
  await using api = new ApiDouble();
  const sources = { [SOURCE]: { origin: api.origin, key: ENCODED_KEY } };
  await using dmf = await Dmf.towards(api.origin, { sources }, { clock: new HurriedClock() });
  for (const [run, rows, code] of lists) {
    api.rows = rows;
    const ran = await dmf.once(run, "--source", SOURCE, "--lang", "en");
    assert.equal(ran.code, code, ran.err);
  }
  const data = await dmf.open();
  try {
    return await readChanges(data.log, SOURCE, { since: null, until: null });
  } finally {
    await data.close();
  }
}

function read(body: string, contentType = "application/json") {
  const bytes = new TextEncoder().encode(body);
  return readPage({ body: bytes, decoded: decode(bytes, contentType) }, prepared, {
    page: 1,
    url: "http://127.0.0.1:1/list",
    digest: digestOf(bytes),
    observedAt: "2026-10-08T00:06:00Z" as InstantText,
  });
}

sampleTest(
  "two real days are 22 registrations and one corrected number, and nothing is gone",
  async (folder) => {
    const before = rowsOf(folder, "openapi_dmf_2026-09-27_tail.json");
    const after = rowsOf(folder, "openapi_dmf_2026-10-08_tail.json");
    const rest = olderThan([...before, ...after], 20);
    const changes = await days([
      ["2026-09-27", [...rest, ...before], 0],
      ["2026-10-08", [...rest, ...after], 0],
    ]);
    const count = (kind: string) => changes.filter((change) => change.kind === kind).length;
    assert.equal(count("registered"), 22);
    const renumbered = changes.filter(({ kind }) => kind === "renumbered");
    assert.deepEqual(
      renumbered.map(({ from, registrationNumber }) => [from, registrationNumber]),
      [["20130329-190-I-83-01(1)", "20260922-190-I-769-04"]],
    );
    assert.equal(count("withdrawn") + count("delisted") + count("cancelled"), 0);
    const amended = changes.filter(({ kind }) => kind === "amended");
    for (const { fields } of amended) {
      assert.deepEqual(Object.keys(fields), ["noticeCategory"]);
      assert.equal(fields.noticeCategory?.mark, "completed");
    }
    assert.equal(changes.length, 23 + amended.length);
  },
);

sampleTest(
  "the day of 71 rows is refused, and the day after goes on from before it",
  async (folder) => {
    const short = rowsOf(folder, "openapi_dmf_2026-09-17_shrunk.json");
    const rest = [...apiRows(1000), ...short.map((row) => ({ ...row, NOTICE_CODE: "별표1" }))];
    const changes = await days([
      ["2026-09-16", rest, 0],
      ["2026-09-17", short, 3],
      ["2026-09-18", [...rest, ...apiRows(1, 5000)], 0],
    ]);
    assert.deepEqual(changes.map(({ kind }) => kind), ["registered"]);
  },
);

sampleTest("rows with quirks read to the values that they mean", (folder) => {
  const items = rowsOf(folder, "openapi_dmf_quirks.json");
  const body = { header: { resultCode: "00" }, body: { totalCount: items.length, items } };
  const reading = read(JSON.stringify(body));
  assert.equal(reading.kind, "read");
  if (reading.kind !== "read") return;
  const byNumber = new Map(
    reading.page.rows.map(({ values }) => [values.registrationNumber, values]),
  );
  assert.equal(byNumber.size, 18);
  for (const number of byNumber.keys()) assert.match(number as string, prepared.wellFormed);
  const sitesOf = (number: string) => byNumber.get(number)?.sites;
  assert.deepEqual(sitesOf("수5-1-ND"), [{
    name: "Macfarlan Smith Ltd.",
    address: "10 Wheatfield Road, Edinburgh, EH11 2QA, United Kingdom",
    country: "영국",
  }]);
  assert.deepEqual(sitesOf("수5550-4-ND"), [
    {
      name: "Siegfried Evionnaz SA",
      address: "Route du Simplon 1, 36, 1902 Evionnaz, Switzerland",
      country: "스위스",
    },
    {
      name: "[미분화공정] Jetpharma SA",
      address: "[미분화공정]Via Sottobisio 42 A, 6828 Balerna, Switzerland",
      country: "스위스",
    },
  ]);
  assert.deepEqual(sitesOf("20140924-168-I-430-09"), [
    { name: "한국바이오켐제약(주)", address: "세종특별자치시", country: "대한민국" },
    {
      name: "[조품 제조소] Suzhou Fushilai Pharmaceutical Co.,Ltd.",
      address: null,
      country: "중국",
    },
  ]);
  assert.deepEqual(sitesOf("20241015-209-J-1903(1)"), [
    {
      name: "Sicor Societa' Italiana Corticosteroidi S.R.L",
      address: "Tenuta S. Alessandro 13048 Santhia (VC), Italy",
      country: "이탈리아",
    },
    {
      name: "Valdepharm",
      address:
        "Parc Industriel d'Incarville, Parc de la Fringale, CS 10606 Val De Reuil (Cedex) 27106, France",
      country: "프랑스",
    },
  ]);
  // Two Korean sites and one Korean address: whose it is nobody can tell.
  assert.equal(sitesOf("20140905-203-I-444-11")?.length, 1);
  assert.equal(sitesOf("20140912-117-G-124-07")?.length, 1);
  assert.equal(sitesOf("수6580-16-ND(19)")?.length, 1);
  assert.deepEqual(
    reading.page.issues.map((
      { kind, registrationNumber, found },
    ) => [kind, registrationNumber, found]),
    [["joined-sites", "20140905-203-I-444-11", "대한민국,대한민국 (+1)"]],
  );
});

sampleTest("numbers that are null, malformed or complete are kept as they are", (folder) => {
  const items = rowsOf(folder, "openapi_dmf_2026-10-08_tail.json");
  const body = { header: { resultCode: "00" }, body: { totalCount: items.length, items } };
  const reading = read(JSON.stringify(body));
  assert.equal(reading.kind, "read");
  if (reading.kind !== "read") return;
  const numbers = reading.page.rows.map(({ values }) => values.registrationNumber);
  assert.ok(numbers.includes(null));
  const broken = numbers.filter((number) => number !== null && !prepared.wellFormed.test(number));
  assert.ok(broken.length > 0);
  const blank = items.filter((row) => row["NOTICE_CODE"] === "").length;
  assert.equal(
    reading.page.rows.filter(({ values }) => values.noticeCategory === null).length,
    blank,
  );
  assert.ok(blank > 0);
  assert.ok(reading.page.rows.every(({ values }) => values.status === "active"));
});

sampleTest("an answer without hits is a list of no rows", (folder) => {
  const reading = read(text(folder, "openapi_empty.json"));
  assert.equal(reading.kind, "read");
  if (reading.kind === "read") {
    assert.deepEqual([reading.page.statedTotal, reading.page.rows], [0, []]);
  }
});

sampleTest(
  "the quota of the gateway is the end of the day's requests, not of the register",
  (folder) => {
    const reading = read(text(folder, "gateway_error_22.xml"), "text/xml");
    assert.equal(reading.kind, "failed");
    if (reading.kind !== "failed" || reading.failure.kind !== "service") return;
    assert.equal(reading.failure.meaning, "quota");
    assert.equal(reading.failure.message, "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR");
  },
);

sampleTest("a firewall's page that comes as a success is told for what it is", (folder) => {
  const reading = read(text(folder, "waf_block_page.html"), "text/html");
  assert.equal(reading.kind, "refused");
  if (reading.kind !== "refused" || reading.refusal.kind !== "not-the-list") return;
  assert.equal(reading.refusal.looksLike?.en, "a firewall block page");
});
