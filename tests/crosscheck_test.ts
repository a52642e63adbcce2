/**
 * A second view against the list: what only one has, what differs, and what may only be late.
 *
 * @module
 */

import assert from "node:assert/strict";
import { crosscheck, type Views } from "../src/crosscheck.ts";
import type { RecordId, RegisterRecord, RunId } from "../src/model.ts";
import { prepareSpec } from "../src/extract.ts";
import { selectSpec } from "../src/selectors.ts";
import { ApiDouble, type ApiRow, DECODED_KEY } from "./support/api_double.ts";
import { simulate } from "./support/fixture_days.ts";
import { FixtureSite } from "./support/fixture_site.ts";
import { HurriedClock } from "./support/hurried_clock.ts";
import { Dmf } from "./support/run_dmf.ts";

const spec = selectSpec("mfds-openapi");
const { wellFormed } = prepareSpec(spec);

function record(values: Partial<RegisterRecord>): RegisterRecord {
  return {
    noticeCategory: "별표1",
    registrationNumber: "20240101-209-J-1",
    ingredient: "프레가발린",
    applicant: "㈜하이플",
    sites: [{ name: "Bayer AG", address: "Leverkusen", country: "독일" }],
    firstRegisteredOn: "2024-01-01",
    lastChangedOn: null,
    lastAnnualReportYear: null,
    status: "active",
    statusChangedOn: null,
    documentVersion: null,
    linkedReviewNumber: null,
    ...values,
  };
}

function standing(all: readonly RegisterRecord[], of: string) {
  const validFrom = "2026-11-01" as RunId;
  return all.map((values, i) => ({ record: `${of}${i}` as RecordId, values, validFrom }));
}

function compared(
  list: readonly RegisterRecord[],
  view: readonly RegisterRecord[],
  more: Partial<Views> = {},
) {
  return crosscheck({
    list: standing(list, "l"),
    view: standing(view, "v"),
    lacks: spec.lacks ?? [],
    wellFormed,
    lateFrom: "2026-11-20" as RunId,
    ...more,
  });
}

Deno.test("crosscheck() finds nothing where only what the view lacks is different", () => {
  const full = record({ lastChangedOn: "2026-11-25", documentVersion: "v1", status: "active" });
  const { same, onlyList, onlyView, differing, fields } = compared([full], [record({})]);
  assert.deepEqual({ same, onlyList, onlyView, differing }, {
    same: 1,
    onlyList: [],
    onlyView: [],
    differing: [],
  });
  assert.deepEqual(fields, [
    "noticeCategory",
    "registrationNumber",
    "ingredient",
    "applicant",
    "sites",
    "firstRegisteredOn",
  ]);
});

Deno.test("crosscheck() takes notation for no difference, and a letter for one", () => {
  const noisy = record({ applicant: "(주) 하이플", ingredient: "프레가발린 " });
  assert.equal(compared([record({})], [noisy]).same, 1);
  const other = compared([record({})], [record({ ingredient: "프레가발란" })]);
  assert.deepEqual(other.differing.map(({ fields }) => fields), [{
    ingredient: { list: "프레가발린", view: "프레가발란" },
  }]);
});

Deno.test("crosscheck() tells what only one of them has, and what is young apart", () => {
  const old = record({
    registrationNumber: "20200101-1-A-1-1",
    firstRegisteredOn: "2020-01-01",
    ingredient: "가",
  });
  const young = record({
    registrationNumber: "20261125-1-A-2-1",
    firstRegisteredOn: "2026-11-25",
    ingredient: "나",
  });
  const number = ({ registrationNumber }: { readonly registrationNumber: string | null }) =>
    registrationNumber;
  const lone = compared([record({}), old], [record({}), young]);
  assert.deepEqual(lone.onlyList.map(number), ["20200101-1-A-1-1"]);
  assert.deepEqual(lone.onlyView, []);
  assert.deepEqual(lone.maybeLate.onlyView.map(number), ["20261125-1-A-2-1"]);
  const exact = compared([], [young], { lateFrom: "2026-11-26" as RunId });
  assert.deepEqual(exact.onlyView.map(number), ["20261125-1-A-2-1"]);
});

Deno.test("crosscheck() expects the withdrawn to be gone from a view without a status", () => {
  const gone = record({ status: "withdrawn", statusChangedOn: "2026-10-01" });
  assert.deepEqual(compared([gone], []).onlyList, []);
  const still = compared([gone], [record({})]);
  assert.deepEqual(still.differing.map(({ fields }) => fields), [{
    status: { list: "withdrawn", view: "active" },
  }]);
  const withStatus = compared([gone], [], { lacks: [] });
  assert.equal(withStatus.onlyList.length, 1);
});

Deno.test("crosscheck() sees a corrected number as a difference, not as two records", () => {
  const { differing, onlyList, onlyView } = compared(
    [record({ registrationNumber: "20130329-190-I-83-01(1)" })],
    [record({ registrationNumber: "20260922-190-I-769-04" })],
  );
  assert.deepEqual([onlyList, onlyView], [[], []]);
  assert.deepEqual(differing.map(({ fields }) => Object.keys(fields)), [["registrationNumber"]]);
});

Deno.test("crosscheck() asks no more of joined sites than they say", () => {
  const two = [
    { name: "(주)다산제약", address: "경기도 화성시 1", country: "대한민국" },
    { name: "(주)명문바이오", address: "경기도 화성시 2", country: "대한민국" },
  ];
  const joined = {
    name: "(주)다산제약,(주)명문바이오",
    address: "경기도 화성시",
    country: "대한민국,대한민국",
  };
  const held = compared([record({ sites: two })], [record({ sites: [joined] })]);
  assert.deepEqual([held.same, held.sitesUncompared], [1, 1]);
  const other = { ...joined, name: "(주)다산제약,(주)명문제약" };
  assert.equal(
    compared([record({ sites: two })], [record({ sites: [other] })]).differing.length,
    1,
  );
});

/** What the API would say of the records of the list. */
function apiRowOf(values: RegisterRecord): ApiRow {
  const part = (name: "name" | "address" | "country") =>
    values.sites.map((site) => site[name] ?? "").join(",");
  return {
    DMF_PERMIT_NO: values.registrationNumber,
    INGR_KOR_NAME: values.ingredient,
    ENTP_NAME: values.applicant,
    MNFCTR_NAME: part("name"),
    MNFCTR_PLACE: part("address"),
    MANUF_COUNTRY_CODE_NM: part("country"),
    DMF_PERMIT_DATE: values.firstRegisteredOn,
    BIZRNO: "1234567890",
    NOTICE_CODE: values.noticeCategory,
  };
}

Deno.test("dmf crosscheck compares the two lists in force, writes nothing, and ends as asked", async () => {
  const [day] = simulate(120, 1, 3);
  await using site = new FixtureSite();
  site.setRows(day!.rows);
  await using api = new ApiDouble();
  const sources = {
    "mfds-dmf": { origin: site.origin },
    "mfds-openapi": { origin: api.origin, key: DECODED_KEY },
  };
  await using dmf = await Dmf.towards(site.origin, { sources }, { clock: new HurriedClock() });
  const early = await dmf.run(["crosscheck", "--lang", "en"]);
  assert.equal(early.code, 2);

  assert.equal((await dmf.once("2026-11-02")).code, 0);
  const none = await dmf.run(["crosscheck", "--lang", "en"]);
  assert.equal(none.code, 2);
  assert.match(none.err, /No second view was accepted yet \("mfds-excel", "mfds-openapi"\)/);

  const listed = JSON.parse(
    (await dmf.run(["as-of", "2026-11-02", "--json"])).out,
  ) as RegisterRecord[];
  const active = listed.filter(({ status }) => status === "active");
  api.rows = active.slice(1).map(apiRowOf);
  const viewed = await dmf.once("2026-11-02", "--source", "mfds-openapi");
  assert.equal(viewed.code, 0, viewed.err);
  const before = await dmf.run(["status", "--json"]);
  const plain = await dmf.run(["crosscheck", "--json", "--lag", "0"]);
  assert.equal(plain.code, 0, plain.err);
  const report = JSON.parse(plain.out);
  assert.deepEqual(
    [...report.onlyList, ...report.maybeLate.onlyList].map((one: RegisterRecord) =>
      one.registrationNumber
    ),
    [active[0]!.registrationNumber],
  );
  assert.deepEqual(report.onlyView, []);
  assert.equal(
    report.same + report.differing.length + report.maybeLate.differing.length,
    active.length - 1,
  );
  assert.deepEqual(report.differing, []);
  assert.deepEqual(report.list, { source: "mfds-dmf", run: "2026-11-02", records: listed.length });
  const coded = await dmf.run(["crosscheck", "--exit-code", "--lag", "0", "--lang", "en"]);
  assert.equal(coded.code, report.onlyList.length > 0 ? 10 : 0);
  assert.match(coded.out, /only in the list/);
  const after = await dmf.run(["status", "--json"]);
  assert.deepEqual(
    JSON.parse(after.out).sources.map(({ head }: { head: string }) => head),
    JSON.parse(before.out).sources.map(({ head }: { head: string }) => head),
  );
  const itself = await dmf.run(["crosscheck", "--source", "mfds-dmf", "--lang", "en"]);
  assert.equal(itself.code, 2);
  assert.match(itself.err, /is the register itself/);
});
