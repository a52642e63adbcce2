/**
 * A report with every kind of event, the register's own shapes of numbers, and Korean text.
 *
 * @module
 */

import {
  type Change,
  EVENT_KINDS,
  type EventKind,
  type FieldChanges,
  type RecordId,
  type RegisterRecord,
  runId,
} from "../../src/model.ts";
import type { Digest, InstantText } from "../../src/model.ts";
import type { Report, StandingRecord } from "../../src/report/report.ts";
import { readRates } from "../../src/watch_rates.ts";
import { MemoryLog } from "./memory_log.ts";
import { SOURCE, tellDays } from "./told_days.ts";

const DAY = runId("2026-11-30");
const DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" as Digest;
const LIST = "https://nedrug.mfds.go.kr/pbp/CCBAC03/getList";

/** Forty days that end with the sample's, with a day missed and a change on every third. */
const told = new MemoryLog();
await tellDays(
  told,
  "2026-10-22",
  Array.from({ length: 40 }, (_, n) => ({
    events: n % 3 === 0 ? ["amended"] as const : [],
    ends: n === 20 ? "none" : "accepted",
  })),
);
const RATES = await readRates(told, SOURCE, DAY);

/** A record of the register; what is not given is as on an ordinary row. */
export function sampleRecord(values: Partial<RegisterRecord> = {}): RegisterRecord {
  return {
    noticeCategory: "별표1",
    registrationNumber: "20260901-209-J-2268",
    ingredient: "메트포르민염산염",
    applicant: "㈜하이플",
    sites: [{
      name: "Granules India Limited",
      address: "Plot No.: 15A/1, IDA, Phase-Ⅲ, Jeedimetla, Qutbullapur, Telangana, India",
      country: "인도",
    }],
    firstRegisteredOn: "2026-09-01",
    lastChangedOn: null,
    lastAnnualReportYear: 2025,
    status: "active",
    statusChangedOn: null,
    documentVersion: "v0.0.0/2026",
    linkedReviewNumber: null,
    ...values,
  };
}

const TWO_SITES: RegisterRecord["sites"] = [
  {
    name: "Sicor Società Italiana Corticosteroidi S.r.l.",
    address: "Via Terrazzano 77, 20017 Rho (MI), Italy",
    country: "이탈리아",
  },
  {
    name: "Valdepharm",
    address: "Parc Industriel d'Incarville, 27100 Val-de-Reuil, France",
    country: "프랑스",
  },
];

const OLD_ADDRESS = "8045 Argyll Road, Edmonton, Alberta, T6C 4N9, Canada";
const NEW_ADDRESS = "8054 Argyll Road, Edmonton, Alberta, T6C 4N9, Canada";
const evonik = (address: string): RegisterRecord["sites"] => [
  { name: "Evonik Degussa Canada Inc.", address, country: "캐나다" },
];

const RECORDS: readonly Partial<RegisterRecord>[] = [
  { registrationNumber: "20241015-209-J-1903(1)", ingredient: "노메게스트롤아세테이트" },
  { registrationNumber: "수30-12-ND", ingredient: "시롤리무스 분산용액", sites: TWO_SITES },
  { registrationNumber: "163-1-ND", ingredient: "베르테포르핀", sites: evonik(NEW_ADDRESS) },
  { registrationNumber: "20260922-190-I-769-04", applicant: "한국화이자제약㈜" },
  { registrationNumber: "20050831-1-C-1-01", ingredient: "글리클라지드" },
  { status: "withdrawn", statusChangedOn: "2026-11-27", registrationNumber: "116-1-ND" },
  {
    status: "cancelled",
    statusChangedOn: "2026-11-26",
    registrationNumber: "20100402-01-HP-22-17",
  },
  {
    registrationNumber: null,
    ingredient: "아토르바스타틴칼슘삼수화물",
    lastAnnualReportYear: null,
  },
  { registrationNumber: "20261007---12263-25", firstRegisteredOn: "2026-13-40" },
  { registrationNumber: "20050831-37-C-34-05(A)", lastAnnualReportYear: "미제출" },
];

/** The id of sample record `index`. */
export const sampleId = (index: number) => `mfds-dmf-${index}` as RecordId;

function standing(values: Partial<RegisterRecord>, index: number): StandingRecord {
  return { record: sampleId(index), values: sampleRecord(values), validFrom: DAY };
}

/** An event of the sample day on a record. */
export function sampleChange(
  seq: number,
  kind: EventKind,
  of: {
    readonly record: RecordId;
    readonly values: RegisterRecord;
    readonly fields?: FieldChanges;
    readonly from?: string;
  },
): Change {
  const { registrationNumber, ingredient, applicant } = of.values;
  return {
    seq,
    run: DAY,
    kind,
    record: of.record,
    registrationNumber,
    ingredient,
    applicant,
    fields: of.fields ?? {},
    ...(of.from === undefined ? {} : { from: of.from }),
    possibleSince: runId("2026-11-29"),
    observedAt: "2026-11-29T21:03:11Z" as InstantText,
    evidence: {
      url: `${LIST}?page=${seq}&limit=100`,
      digest: DIGEST,
      start: 41_212 + seq,
      end: 43_007 + seq,
      page: seq,
      row: seq * 3,
    },
  };
}

/** The record that the sample day delists, as it was last seen. */
const GONE: StandingRecord = {
  record: sampleId(99),
  values: sampleRecord({ ingredient: "구형흡착탄" }),
  validFrom: DAY,
};

function changesOf(records: readonly StandingRecord[]): Change[] {
  const at = (index: number) => records[index] as StandingRecord;
  return [
    sampleChange(1, "registered", {
      ...at(0),
      fields: { ingredient: { from: null, to: "노메게스트롤아세테이트" } },
    }),
    sampleChange(2, "registered", at(1)),
    sampleChange(3, "registered", at(9)),
    sampleChange(4, "relisted", {
      ...at(4),
      fields: { applicant: { from: "한국세르비에(주)", to: "㈜하이플" } },
    }),
    sampleChange(5, "amended", {
      ...at(2),
      fields: {
        sites: { from: evonik(OLD_ADDRESS), to: evonik(NEW_ADDRESS) },
        lastChangedOn: { from: "2024-02-29", to: "2026-11-27" },
        lastAnnualReportYear: { from: 2024, to: 2025, mark: "annual-report" },
        documentVersion: { from: "v0.0.0/2026", to: "v0.0.1/2026", mark: "document-version" },
        noticeCategory: { from: null, to: "별표1", mark: "completed" },
      },
    }),
    sampleChange(6, "renumbered", { ...at(3), from: "20130329-190-I-83-01(1)" }),
    sampleChange(7, "reinstated", {
      ...at(8),
      fields: { status: { from: "withdrawn", to: "active" } },
    }),
    sampleChange(8, "withdrawn", {
      ...at(5),
      fields: {
        status: { from: "active", to: "withdrawn" },
        statusChangedOn: { from: null, to: "2026-11-27" },
      },
    }),
    sampleChange(9, "cancelled", {
      ...at(6),
      fields: {
        status: { from: "withdrawn", to: "cancelled" },
        statusChangedOn: { from: "2026-01-02", to: "2026-11-26" },
      },
    }),
    sampleChange(10, "delisted", GONE),
  ];
}

/** Counts of the events, as the projection would give them. */
export function countsOf(changes: readonly Change[]): Record<EventKind, number> {
  const count = (kind: EventKind) => changes.filter((change) => change.kind === kind).length;
  return Object.fromEntries(EVENT_KINDS.map((kind) => [kind, count(kind)])) as Record<
    EventKind,
    number
  >;
}

/** The sample day; `over` replaces what a test is about. */
export function sampleReport(over: Partial<Report> = {}): Report {
  const records = over.records ?? RECORDS.map(standing);
  const changes = over.changes ?? (over.records ? [] : changesOf(records));
  return {
    source: "mfds-dmf",
    name: { ko: "식약처 원료의약품등록(DMF) 공고", en: "MFDS register of drug master files" },
    listUrl: LIST,
    run: {
      run: DAY,
      verdict: "accepted",
      reason: null,
      releasable: false,
      released: null,
      drift: { ko: "평소와 다른 점이 없습니다.", en: "Nothing out of the ordinary." },
      after: runId("2026-11-29"),
      baseline: false,
      startedAt: "2026-11-29T21:00:04Z" as InstantText,
      finishedAt: "2026-11-29T21:27:44.125Z" as InstantText,
      attempt: 1,
      pages: 99,
      requests: 102,
      statedTotal: 9812,
      rows: 9812,
      specVersion: 1,
      chain: DIGEST,
    },
    lastGood: { run: DAY, at: "2026-11-29T21:27:44.125Z" as InstantText },
    ageHours: 0,
    counts: countsOf(changes),
    recordCount: records.length,
    changes,
    watched: [],
    missing: [{
      record: sampleId(7),
      values: sampleRecord(RECORDS[7]),
      since: runId("2026-11-29"),
      misses: 2,
    }],
    issues: [
      {
        kind: "malformed-number",
        record: sampleId(8),
        registrationNumber: "20261007---12263-25",
        found: "20261007---12263-25",
        page: 3,
        row: 24,
      },
      { kind: "terms-changed", found: "https://nedrug.mfds.go.kr/cntnts/5" },
    ],
    records,
    departed: changes.some(({ kind }) => kind === "delisted") ? [GONE] : [],
    corrected: [],
    rates: RATES,
    ...over,
  };
}

/** The sample day refused: nothing happened, older data stay in force. */
export function quarantinedReport(): Report {
  const report = sampleReport({ changes: [], missing: [], issues: [] });
  return {
    ...report,
    run: {
      ...report.run,
      verdict: "quarantined",
      releasable: true,
      after: null,
      reason: {
        ko: "9,812건 중 9,741건이 한꺼번에 사라졌습니다(허용 98건).",
        en: "9,741 of 9,812 records vanished at once, allowed 98.",
      },
      rows: 71,
      statedTotal: 71,
      pages: 1,
    },
    lastGood: { run: runId("2026-11-28"), at: "2026-11-27T21:25:00Z" as InstantText },
    ageHours: 48.05,
  };
}
