/**
 * Rows and records by their differences from an ordinary one.
 *
 * @module
 */

import fc from "fast-check";
import type { Digest, InstantText, RegisterRecord, Row, Site } from "../../src/model.ts";

/** An ordinary record, with what the caller says instead. */
export function record(over: Partial<RegisterRecord> = {}): RegisterRecord {
  return {
    noticeCategory: "별표1",
    registrationNumber: "20241015-209-J-1903",
    ingredient: "노메게스트롤아세테이트",
    applicant: "㈜하나약품",
    sites: [{
      name: "Sicor S.r.l.",
      address: "Via Terrazzano 77, Rho, Italy",
      country: "이탈리아",
    }],
    firstRegisteredOn: "2024-10-15",
    lastChangedOn: null,
    lastAnnualReportYear: 2025,
    status: "active",
    statusChangedOn: null,
    documentVersion: "v1.0.0/2024",
    linkedReviewNumber: null,
    ...over,
  };
}

let position = 0;

/** A row that shows a record. */
export function row(over: Partial<RegisterRecord> = {}, rowNumber = 1): Row {
  position += 1;
  return {
    rowNumber,
    values: record(over),
    raw: {},
    unknown: {},
    position: {
      page: 1,
      row: rowNumber - 1,
      url: "http://127.0.0.1/list?page=1",
      digest: "0".repeat(64) as Digest,
      observedAt: "2026-11-02T21:00:00Z" as InstantText,
    },
  };
}

const word = fc.string({
  minLength: 1,
  maxLength: 8,
  unit: fc.constantFrom(..."가나다라마ABCabc123-,.()"),
})
  .filter((text) => text.trim() !== "");
const date = fc.constantFrom("2005-08-31", "2019-02-28", "2026-05-07");

/** Any site. */
export const anySite: fc.Arbitrary<Site> = fc.record({
  name: fc.option(word),
  address: fc.option(word),
  country: fc.constantFrom("인도", "중국", "대한민국", null),
});

/** Any record content; numbers are drawn by the caller where they must be unique. */
export const anyRecord: fc.Arbitrary<RegisterRecord> = fc.record({
  noticeCategory: fc.option(fc.constantFrom("별표1", "신물질", "기타")),
  registrationNumber: fc.option(
    fc.nat({ max: 999 }).map((n) => `20241015-209-J-${n}`),
    { freq: 9 },
  ),
  ingredient: word,
  applicant: word,
  sites: fc.array(anySite, { maxLength: 3 }),
  firstRegisteredOn: fc.option(date),
  lastChangedOn: fc.option(date),
  lastAnnualReportYear: fc.option(fc.integer({ min: 2005, max: 2026 })),
  status: fc.constantFrom("active", "withdrawn", "cancelled"),
  statusChangedOn: fc.option(date),
  documentVersion: fc.option(word),
  linkedReviewNumber: fc.option(word),
});
