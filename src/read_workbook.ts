/**
 * The one workbook of a view, from bytes to rows or to the reason why it cannot be believed.
 *
 * The sheet and its header row are found by the labels of the spec. Whether a number is a date, a
 * year or a text is decided by its column, never by its number format. The workbook states no total:
 * that it is whole is proven by its ZIP directory and checksums alone, so the bounds on its size
 * matter more than for a list.
 *
 * @module
 */

import { decode } from "./decode.ts";
import type { Extraction, PageOrigin } from "./extract.ts";
import { fold } from "./normalize.ts";
import type { PreparedColumn, PreparedSpec } from "./prepared_spec.ts";
import { readViewPage, type ViewRow } from "./read_view.ts";
import type { Refusal, Sentence } from "./refusal.ts";
import {
  type CellValue,
  readRelationships,
  readSharedStrings,
  readSheet,
  readWorkbookPart,
} from "./sheet_xml.ts";
import { UnreadableXml } from "./xml.ts";
import { readZip, type ZipParts } from "./zip.ts";

const ZIP_LIMITS = { entries: 2000, expandedBytes: 128 * 1024 * 1024 };
const SHEET_LIMITS = { rows: 100_000, columns: 64 };
/** Sheets that are looked through, and rows of each that the header may stand in. */
const MOST_SHEETS = 10;
const HEADER_ROWS = 20;

type Rows = readonly (readonly CellValue[])[];

/** Reads the workbook. */
export function readWorkbook(
  body: Uint8Array,
  prepared: PreparedSpec,
  at: PageOrigin,
): Extraction {
  const other = otherFormat(body, prepared, at);
  if (other) return { kind: "refused", refusal: other };
  const zip = readZip(body, ZIP_LIMITS);
  if (zip.kind === "broken") return unreadable(zip.why, at);
  try {
    return readSheets(zip.parts, prepared, at);
  } catch (error) {
    if (error instanceof BrokenPart) return unreadable(error.why, at);
    if (!(error instanceof UnreadableXml)) throw error;
    const why = error.message.slice(0, 200);
    return unreadable(
      { ko: `내용이 올바르지 않습니다(${why})`, en: `a part is wrong (${why})` },
      at,
    );
  }
}

/** What is no ZIP file: a legacy workbook, a page, or nothing known. */
function otherFormat(
  body: Uint8Array,
  { faultPages }: PreparedSpec,
  at: PageOrigin,
): Refusal | null {
  const magic = [...body.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (magic === "504b0304") return null;
  const { page } = at;
  if (magic === "d0cf11e0") return { kind: "unreadable-workbook", page, why: LEGACY };
  const decoded = decode(body, null);
  const text = decoded.kind === "decoded" ? decoded.text : "";
  const fault = faultPages.find(({ pattern }) => pattern.test(text));
  if (fault) return { kind: "not-the-list", page, looksLike: fault.looksLike, title: null };
  const why = /^\s*</.test(text) ? MARKUP : NO_WORKBOOK;
  return { kind: "unreadable-workbook", page, why };
}

const LEGACY: Sentence = {
  ko: "옛 .xls 형식이거나 암호가 걸린 파일입니다. .xlsx만 읽습니다",
  en: "it is a legacy .xls or an encrypted file; only .xlsx is read",
};
const MARKUP: Sentence = {
  ko: "엑셀이 아니라 웹 페이지(HTML을 .xls로 이름 붙인 것 포함)입니다. .xlsx만 읽습니다",
  en: "it is a web page, maybe HTML named .xls; only .xlsx is read",
};
const NO_WORKBOOK: Sentence = { ko: "엑셀 파일이 아닙니다", en: "it is no workbook" };
const NO_SHEET: Sentence = { ko: "시트가 없습니다", en: "it has no sheet" };

class BrokenPart extends Error {
  constructor(readonly why: Sentence) {
    super(why.en);
  }
}

function readSheets(parts: ZipParts, prepared: PreparedSpec, at: PageOrigin): Extraction {
  const workbook = readWorkbookPart(part(parts, "xl/workbook.xml") ?? missing("xl/workbook.xml"));
  const relations = part(parts, "xl/_rels/workbook.xml.rels");
  const targets = relations ? readRelationships(relations) : new Map<string, string>();
  const shared = part(parts, "xl/sharedStrings.xml");
  const strings = shared ? readSharedStrings(shared) : [];
  const lists: { header: number; rows: Rows }[] = [];
  let nearest: Rows | null = null;
  for (const id of workbook.sheets.slice(0, MOST_SHEETS)) {
    const name = pathOf(targets.get(id) ?? "");
    const rows = readSheet(part(parts, name) ?? missing(name), strings, SHEET_LIMITS);
    nearest ??= rows;
    const header = headerOf(rows, prepared);
    if (header !== null) lists.push({ header, rows });
  }
  const [list, ...others] = lists;
  if (list === undefined) return refuseWithout(nearest, at);
  if (others.length > 0) {
    const found = lists.length;
    return { kind: "refused", refusal: { kind: "two-tables", page: at.page, found } };
  }
  return readList(list, { prepared, at, date1904: workbook.date1904 });
}

function refuseWithout(rows: Rows | null, at: PageOrigin): Extraction {
  if (rows === null) return unreadable(NO_SHEET, at);
  const refusal = { kind: "not-the-list", page: at.page, looksLike: null, title: null } as const;
  const first = rows.find((row) => row.some((cell) => cell !== null)) ?? [];
  const title = first.map((cell) => String(cell ?? "")).join(" ").trim().slice(0, 100);
  return { kind: "refused", refusal: { ...refusal, title: title === "" ? null : title } };
}

/** Absolute targets begin with a slash, others lie beside the workbook part. */
function pathOf(target: string): string {
  return target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;
}

function part(parts: ZipParts, name: string): Uint8Array | null {
  const read = parts.read(name);
  if (read?.kind === "broken") throw new BrokenPart(read.why);
  return read?.bytes ?? null;
}

function missing(name: string): never {
  throw new UnreadableXml(`no ${name}`);
}

/** The first row that names at least half of the columns. */
function headerOf(rows: Rows, { byLabel, columns }: PreparedSpec): number | null {
  const found = rows.slice(0, HEADER_ROWS).findIndex((row) => {
    const known = new Set(row.map((cell) => byLabel.get(fold(String(cell ?? "")))));
    known.delete(undefined);
    return 2 * known.size >= columns.length;
  });
  return found < 0 ? null : found;
}

function readList(
  { header, rows }: { readonly header: number; readonly rows: Rows },
  { prepared, at, date1904 }: {
    readonly prepared: PreparedSpec;
    readonly at: PageOrigin;
    readonly date1904: boolean;
  },
): Extraction {
  const labels = (rows[header] as readonly CellValue[]).map((cell) => String(cell ?? "").trim());
  const named = labels.filter((label) => label !== "");
  const twice = named.find((label, index) => named.indexOf(label) < index);
  if (twice !== undefined) {
    return {
      kind: "refused",
      refusal: { kind: "repeated-column", page: at.page, found: twice },
    };
  }
  const columns = labels.map((label) => prepared.byLabel.get(fold(label)));
  const data = rows.slice(header + 1).filter((row) => row.some((cell) => cell !== null));
  const texts = data.map((row): ViewRow =>
    Object.fromEntries(
      labels.flatMap((label, index) =>
        label === "" ? [] : [[label, textOf(row[index] ?? null, columns[index], date1904)]]
      ),
    )
  );
  return readViewPage({ statedTotal: texts.length, labels: named, rows: texts }, prepared, at);
}

function textOf(
  cell: CellValue,
  column: PreparedColumn | undefined,
  date1904: boolean,
): string | null {
  if (typeof cell !== "number") return cell;
  return column?.type === "date" ? dateOf(cell, date1904) ?? String(cell) : String(cell);
}

/**
 * An Excel serial as a date. Serial 60 is 1900-02-29, a day that never was; before it the epoch is
 * a day later.
 */
function dateOf(serial: number, date1904: boolean): string | null {
  const days = Math.floor(serial);
  if (days < 1 || days > 2_958_465 || (!date1904 && days === 60)) return null;
  const epoch = date1904 ? "1904-01-01" : days < 60 ? "1899-12-31" : "1899-12-30";
  return Temporal.PlainDate.from(epoch).add({ days }).toString();
}

function unreadable(why: Sentence, at: PageOrigin): Extraction {
  return { kind: "refused", refusal: { kind: "unreadable-workbook", page: at.page, why } };
}
