/**
 * CSV for spreadsheets: UTF-8 with BOM, CRLF (RFC 4180), safe from formulas.
 *
 * Text that a spreadsheet would run is guarded (`formula_guard.ts`). Blank values are empty. UTF-8
 * cannot hold a lone surrogate, it becomes U+FFFD. Exact values are in the JSON Lines beside it.
 *
 * @module
 */

import { stringify } from "csv-stringify/sync";
import { guard } from "../formula_guard.ts";
import { EVENT_LABELS, FIELD_NAMES, FIELDS, SITE_PARTS, STATUS_LABELS } from "../fields.ts";
import type { Change, FieldName, RegisterRecord, Site } from "../model.ts";
import { type FieldRow, fieldRows } from "./field_row.ts";
import { valueText } from "./value_text.ts";
import type { Report } from "./report.ts";
import { HEADERS, type Lang, MARKS } from "./words.ts";

/** One value of a CSV row. */
export type CsvValue = string | number | null;

const ROWS_AT_ONCE = 500;

/** Writes rows as CSV text, some hundred rows at a time; the first piece begins with the BOM. */
export function* csvText(rows: Iterable<readonly CsvValue[]>): Iterable<string> {
  let bom = true;
  let waiting: CsvValue[][] = [];
  const written = () => {
    const text = stringify(waiting, { bom, record_delimiter: "windows", quoted_match: /[\r\n]/ });
    bom = false;
    waiting = [];
    return text;
  };
  for (const row of rows) {
    waiting.push(row.map((value) => typeof value === "string" ? guard(value) : value));
    if (waiting.length === ROWS_AT_ONCE) yield written();
  }
  if (waiting.length > 0 || bom) yield written();
}

/** Separates the sites of a record within one column, as the register's own Excel file does. */
const SITE_SEPARATOR = " @ ";

/** One part of all sites: joined by ` @ `, an `@` in a value doubled, an unknown part empty. */
export function joinSites(sites: readonly Site[], part: keyof Site): string {
  return sites.map((site) => (site[part] ?? "").replaceAll("@", "@@")).join(SITE_SEPARATOR);
}

/** Undoes {@linkcode joinSites} for the three columns; a site nothing is known of is not found. */
export function splitSites(columns: Readonly<Record<keyof Site, string>>): Site[] {
  const parts = (text: string) =>
    text.split(SITE_SEPARATOR).map((part) => part === "" ? null : part.replaceAll("@@", "@"));
  const [names, addresses, countries] = [columns.name, columns.address, columns.country].map(parts);
  const sites = (names ?? []).map((name, index) => ({
    name,
    address: addresses?.[index] ?? null,
    country: countries?.[index] ?? null,
  }));
  return sites.filter((site) => site.name ?? site.address ?? site.country);
}

/** All records in force, one row each, with all their fields or some. */
export function recordsCsv(
  { records }: Pick<Report, "records">,
  lang: Lang,
  fields: readonly FieldName[] = FIELD_NAMES,
): Iterable<string> {
  return csvText(rows());

  function* rows(): Iterable<CsvValue[]> {
    yield [
      lang === "ko" ? "관리 번호" : "Record id",
      ...fields.flatMap((field) =>
        field === "sites"
          ? [SITE_PARTS.name[lang], SITE_PARTS.address[lang], SITE_PARTS.country[lang]]
          : [FIELDS[field][lang]]
      ),
      lang === "ko" ? "현재 내용 기준일" : "Valid from",
    ];
    for (const { record, values, validFrom } of records) {
      const row: CsvValue[] = [record];
      for (const field of fields) addCells(row, field, values, lang);
      row.push(validFrom);
      yield row;
    }
  }
}

function addCells(row: CsvValue[], field: FieldName, values: RegisterRecord, lang: Lang): void {
  if (field === "status") row.push(STATUS_LABELS[values.status][lang]);
  else if (field !== "sites") row.push(values[field]);
  else for (const part of PARTS) row.push(joinSites(values.sites, part));
}

const PARTS = ["name", "address", "country"] as const;

const CHANGE_HEADERS = {
  ko: ["번호", "실행일", "관리 번호", "등록번호", "성분명", "신청인"],
  en: ["No.", "Run", "Record id", "Registration number", "Ingredient", "Applicant"],
} as const;

const PROOF_HEADERS = {
  ko: ["관측 시각", "주소", "보관 원문(SHA-256)", "시작 바이트", "끝 바이트(제외)"],
  en: ["Observed at", "Address", "Archived page (SHA-256)", "First byte", "End byte (excluded)"],
} as const;

/** Every event: one row per field, or one row where it has no fields. Instants are in UTC. */
export function changesCsv({ changes }: Pick<Report, "changes">, lang: Lang): Iterable<string> {
  return csvText(changeRows(changes, lang));
}

/** The rows of {@linkcode changesCsv}, their header first. */
export function* changeRows(changes: readonly Change[], lang: Lang): Generator<CsvValue[]> {
  const { kind, field, before, after, mark } = HEADERS;
  const words = [kind, field, before, after, mark].map((header) => header[lang]);
  yield [...CHANGE_HEADERS[lang], ...words, ...PROOF_HEADERS[lang]];
  for (const change of changes) {
    const fields = fieldRows(change);
    const parts = fields.length > 0 ? fields.map((row) => fieldCells(row, lang)) : [NO_FIELD];
    for (const part of parts) {
      yield [...subjectCells(change, lang), ...part, ...proofCells(change)];
    }
  }
}

const NO_FIELD: readonly CsvValue[] = [null, null, null, null];

function subjectCells(change: Change, lang: Lang): CsvValue[] {
  const { seq, run, record, registrationNumber, ingredient, applicant, kind } = change;
  return [seq, run, record, registrationNumber, ingredient, applicant, EVENT_LABELS[kind][lang]];
}

function fieldCells({ field, from, to, mark }: FieldRow, lang: Lang): CsvValue[] {
  return [
    FIELDS[field][lang],
    valueText(field, from, lang),
    valueText(field, to, lang),
    mark ? MARKS[mark][lang] : null,
  ];
}

function proofCells({ observedAt, evidence }: Change): CsvValue[] {
  return [observedAt, evidence.url, evidence.digest, evidence.start, evidence.end];
}
