/**
 * Reads cells straight from archived bytes, with nothing of the program's: gunzip, digest, slice,
 * decode, strip tags. What it reads is held against a workbook that was read back.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { ReadSheet } from "./read_xlsx.ts";

/** One field as `dmf why --json` prints it, as far as a witness needs it. */
export interface ToldField {
  readonly field: string;
  readonly value: unknown;
  readonly proven: boolean;
  readonly event: { readonly seq: number; readonly run: string; readonly kind: string };
  readonly page: { readonly body: string; readonly digest: string; readonly charset: string };
  readonly cells: readonly {
    readonly column: string;
    readonly texts: readonly {
      readonly site: number | null;
      readonly ranges: readonly { readonly start: number; readonly end: number }[];
    }[];
  }[];
}

/** What `dmf why RECORD --json` prints of one record. */
export interface ToldRecord {
  readonly record: string;
  readonly fields: readonly ToldField[];
}

/** Columns of the sheet of all records, by header, with the field and the column of the site. */
export const COLUMNS: readonly (readonly [header: string, field: string, column: string])[] = [
  ["등록번호", "registrationNumber", "registrationNumber"],
  ["성분명", "ingredient", "ingredient"],
  ["신청인", "applicant", "applicant"],
  ["대상의약품", "noticeCategory", "noticeCategory"],
  ["제조소명", "sites", "sites.name"],
  ["제조소소재지", "sites", "sites.address"],
  ["제조국가", "sites", "sites.country"],
  ["최초등록일자", "firstRegisteredOn", "firstRegisteredOn"],
  ["최종변경일자", "lastChangedOn", "lastChangedOn"],
  ["최종연차보고년도", "lastAnnualReportYear", "lastAnnualReportYear"],
  ["취소/취하구분", "status", "status"],
  ["취소/취하일자", "statusChangedOn", "statusChangedOn"],
  ["문서번호", "documentVersion", "documentVersion"],
  ["연계심사문서번호", "linkedReviewNumber", "linkedReviewNumber"],
];

/** A row of the workbook's sheet of all records, by header. */
export function recordRows(
  sheet: ReadSheet,
): readonly ReadonlyMap<string, string | number | null>[] {
  const [headers = [], ...rows] = sheet.rows;
  return rows.map((row) => new Map(headers.map((header, i) => [String(header), row[i] ?? null])));
}

/** What the archived bytes of a field say, in the form of the workbook's cell. */
export function witnessed(data: string, told: ToldField, column: string): string {
  const { body, digest, charset } = told.page;
  const bytes = gunzipSync(Deno.readFileSync(`${data}/${body}`));
  if (createHash("sha256").update(bytes).digest("hex") !== digest) return "(other bytes)";
  const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
  const lines: string[] = [];
  for (const cell of told.cells) {
    if (cell.column !== column) continue;
    for (const { site, ranges } of cell.texts) {
      if (column.startsWith("sites.") && site === null) continue;
      const source = ranges.map(({ start, end }) => decoder.decode(bytes.subarray(start, end)));
      lines[site === null ? 0 : site - 1] = plain(source.join(""));
    }
  }
  return Array.from(lines, (line) => line ?? "").join("\n");
}

/** The cell as read back, in the form of a witness: dates as text, nothing as "". */
export function inWorkbook(value: string | number | null, field: string): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  if (!field.endsWith("On")) return String(value);
  const day = new Date(Date.UTC(1899, 11, 30) + value * 86_400_000);
  return day.toISOString().slice(0, 10);
}

const STATUS_WORDS = new Map([["active", "정상"], ["withdrawn", "취하"], ["cancelled", "취소"]]);

/** The told value of a field, in the form of a witness. */
export function inWords({ field, value }: ToldField, column: string): string {
  if (Array.isArray(value)) {
    const part = column.replace("sites.", "");
    return value.map((site) => site[part] ?? "").join("\n");
  }
  const text = value === null ? "" : String(value);
  return field === "status" ? STATUS_WORDS.get(text) ?? "" : text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  nbsp: " ",
};

/** Source as a reader sees it: no tags, no references, white space once, composed. */
function plain(source: string): string {
  const text = source.replace(/<!--.*?-->/gs, "").replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
    .replace(/[\u200B-\u200D\uFEFF]/g, "").replace(/\s+/g, " ").trim().normalize("NFC");
  if (text === "-") return "";
  const date = /^(\d{4})[-./] ?(\d{1,2})[-./] ?(\d{1,2})\.?$/.exec(text.normalize("NFKC"));
  if (!date) return text;
  return [date[1], date[2]?.padStart(2, "0"), date[3]?.padStart(2, "0")].join("-");
}
