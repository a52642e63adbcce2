/**
 * One page of a list, from text to rows or to the reason why it cannot be believed.
 *
 * Never throws on any text whatsoever. Whether the pages make a whole list is decided in
 * `completeness.ts`.
 *
 * @module
 */

import { CellReader } from "./cell.ts";
import { readRow } from "./columns.ts";
import { dataRows } from "./data_rows.ts";
import { closesHtml, opensHtml, tailOf } from "./document_end.ts";
import { type ListTable, type Survey, surveyPage } from "./find_table.ts";
import { childElements, type HtmlPage, type HtmlParent, parseHtml } from "./html.ts";
import type { Digest, InstantText, Issue, Row } from "./model.ts";
import { clean, fold } from "./normalize.ts";
import { type PreparedSpec, prepareSpec } from "./prepared_spec.ts";
import type { Refusal } from "./refusal.ts";
import { statedTotal } from "./stated_total.ts";
import { textIn } from "./visible_text.ts";

export { type PreparedSpec, prepareSpec };

/** What a page of the list says. */
export interface PageReading {
  /** Records the site says the whole list has. */
  readonly statedTotal: number;
  readonly rows: readonly Row[];
  /** Headers that the spec does not know. */
  readonly unknownColumns: readonly string[];
  readonly issues: readonly Issue[];
}

/** A page read, or the first reason not to. */
export type Extraction =
  | { readonly kind: "read"; readonly page: PageReading }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/** Where a page came from: becomes the position of its rows. */
export interface PageOrigin {
  readonly page: number;
  readonly url: string;
  readonly digest: Digest;
  readonly observedAt: InstantText;
}

/** Reads one page of the list. */
export function extractPage(text: string, prepared: PreparedSpec, at: PageOrigin): Extraction {
  const isWhole = opensHtml(text);
  const page = parseHtml(text, { openTables: !isWhole });
  if (page === null) return refuse({ ...notTheList(at), looksLike: MULTIPLIED });
  const survey = surveyPage(page, prepared);
  const list = survey.lists[0];
  const isCut = isWhole
    ? !closesHtml(text)
    : list !== undefined && page.openTables.has(list.element);
  if (isCut) return refuse({ kind: "cut-document", page: at.page, tail: tailOf(text) });
  if (survey.fault) return refuse({ ...survey.fault, page: at.page });
  if (list === undefined) return refuse(otherPage(page, survey, prepared, at));
  const total = statedTotal(survey, prepared.statedTotal);
  if (total === null) return refuse({ kind: "no-stated-total", page: at.page });
  const readings = survey.lists.map((each) => readList(each, prepared, at));
  // The same list twice, for wide and for narrow screens, is one list.
  if (new Set(readings.length > 1 ? readings.map(contentOf) : []).size > 1) {
    return refuse({ kind: "two-tables", page: at.page, found: readings.length });
  }
  const reading = readings[0] as ListReading;
  return reading.kind === "refused"
    ? reading
    : { kind: "read", page: { statedTotal: total, ...reading.list } };
}

type ListReading =
  | { readonly kind: "list"; readonly list: Omit<PageReading, "statedTotal"> }
  | { readonly kind: "refused"; readonly refusal: Refusal };

const MULTIPLIED = {
  ko: "닫히지 않은 태그가 끝없이 불어나는 문서",
  en: "a document whose unclosed tags multiply without end",
};

function readList(list: ListTable, prepared: PreparedSpec, at: PageOrigin): ListReading {
  const { columns } = list;
  const { page } = at;
  const found = dataRows(list, prepared);
  if (found.kind === "uneven-row") return refuse({ ...found, page, expected: columns.length });
  const reader = new CellReader(columns, prepared.spec.table?.cellLabelClass ?? "");
  const unknownColumns = columns.filter(({ target }) => target === null).map((c) => c.header);
  const issues: Issue[] = unknownColumns.map((label) => ({
    kind: "unknown-column",
    found: label,
    page,
  }));
  const rows: Row[] = [];
  for (const [index, { slots }] of found.rows.entries()) {
    const read = readRow(slots, columns, { reader, prepared });
    const row = index + 1;
    if (reader.mismatch) return refuse({ kind: "label-mismatch", page, row, ...reader.mismatch });
    if ("kind" in read) return refuse({ ...read, page, row });
    const { rowNumber, values, raw, unknown, doubts } = read;
    rows.push({ rowNumber, values, raw, unknown, position: positionOf(at, index) });
    for (const doubt of doubts) {
      issues.push({ ...doubt, registrationNumber: values.registrationNumber, page, row });
    }
  }
  return { kind: "list", list: { rows, unknownColumns, issues } };
}

function positionOf({ page, url, digest, observedAt }: PageOrigin, row: number): Row["position"] {
  return { page, row, url, digest, observedAt };
}

function contentOf(reading: ListReading): string {
  return JSON.stringify(reading);
}

function otherPage(
  page: HtmlPage,
  survey: Survey,
  prepared: PreparedSpec,
  at: PageOrigin,
): Refusal {
  const looksLike = prepared.faultPages.find(({ pattern }) => pattern.test(survey.text))?.looksLike;
  const title = clean(titleOf(page) ?? "");
  return {
    ...notTheList(at),
    looksLike: looksLike ?? null,
    title: fold(title) === "" ? null : title,
  };
}

function titleOf({ root }: HtmlPage): string | null {
  let at: HtmlParent = root;
  for (const name of ["html", "head", "title"]) {
    const next = childElements(at).find((child) => child.tagName === name);
    if (next === undefined) return null;
    at = next;
  }
  return textIn(at);
}

function notTheList({ page }: PageOrigin): Refusal & { kind: "not-the-list" } {
  return { kind: "not-the-list", page, looksLike: null, title: null };
}

function refuse(refusal: Refusal): { readonly kind: "refused"; readonly refusal: Refusal } {
  return { kind: "refused", refusal };
}
