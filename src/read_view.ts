/**
 * From the rows of a second view, texts by label, to rows of the register.
 *
 * The same for an OpenAPI and for a workbook: labels find columns, the sites of a row come as three
 * texts, and fields that the view lacks stay blank. What the texts are read from is decided in
 * `read_answer.ts` and `read_workbook.ts`.
 *
 * @module
 */

import type { Extraction, PageOrigin, PageReading } from "./extract.ts";
import { splitSites } from "./joined_sites.ts";
import type { Issue, Row } from "./model.ts";
import { nearest } from "./nearest.ts";
import { clean, fold } from "./normalize.ts";
import type { PreparedColumn, PreparedSpec } from "./prepared_spec.ts";
import type { Refusal } from "./refusal.ts";
import { isSitePart, RowDraft, type RowValues, type SitePart } from "./row_draft.ts";

/** The texts of one row by label, as the view wrote them. */
export type ViewRow = Readonly<Record<string, string | null>>;

/** A page of a view, before it is known what its labels mean. */
export interface ViewPage {
  readonly statedTotal: number;
  /** Labels that the page has, whether or not a row has a value there. */
  readonly labels: readonly string[];
  readonly rows: readonly ViewRow[];
}

/** A shorter page may lack a field because no row of it has a value there. */
const TELLING_ROWS = 20;

/** Reads the rows of a page. */
export function readViewPage(page: ViewPage, prepared: PreparedSpec, at: PageOrigin): Extraction {
  const { spec } = prepared;
  const columns = new Map<string, PreparedColumn>();
  const unkept = new Set((spec.unkept ?? []).map(fold));
  const unknown: string[] = [];
  for (const label of page.labels) {
    const column = prepared.byLabel.get(fold(label));
    if (column) columns.set(label, column);
    else if (!unkept.has(fold(label))) unknown.push(label);
  }
  const shape = misshapen(page, prepared, columns);
  if (shape) return { kind: "refused", refusal: { ...shape, page: at.page } };

  const rows: Row[] = [];
  const issues: Issue[] = unknown.map((found) => ({
    kind: "unknown-column",
    found: found.slice(0, 200),
    page: at.page,
  }));
  let kept: KeptSites | null = null;
  for (const [index, texts] of page.rows.entries()) {
    const read = readRow(texts, { prepared, columns, unknown });
    if ("kind" in read) {
      return { kind: "refused", refusal: { ...read, page: at.page, row: index + 1 } };
    }
    const { row: { doubts, ...row }, kept: keptCountries } = read;
    const position = { ...at, row: index };
    rows.push({ ...row, position });
    const { registrationNumber } = row.values;
    for (const doubt of doubts) {
      issues.push({ ...doubt, registrationNumber, page: at.page, row: index + 1 });
    }
    if (keptCountries === null) continue;
    kept ??= { registrationNumber, row: index + 1, found: keptCountries, others: -1 };
    kept.others += 1;
  }
  if (kept) issues.push(keptIssue(kept, at.page));
  return { kind: "read", page: pageReading(page, { rows, unknown, issues }) };
}

function pageReading(
  { statedTotal }: ViewPage,
  { rows, unknown, issues }: {
    readonly rows: readonly Row[];
    readonly unknown: readonly string[];
    readonly issues: readonly Issue[];
  },
): PageReading {
  return { statedTotal, rows, unknownColumns: unknown, issues };
}

function misshapen(
  { labels, rows }: ViewPage,
  { columns: all }: PreparedSpec,
  found: ReadonlyMap<string, PreparedColumn>,
): { kind: "missing-column"; expected: string; nearest: string | null } | {
  kind: "repeated-column";
  found: string;
} | null {
  if (rows.length === 0) return null;
  const present = [...found.values()];
  const repeated = present.find((column, index) => present.indexOf(column) < index);
  if (repeated) return { kind: "repeated-column", found: repeated.label };
  const missing = all.find((column) =>
    !present.includes(column) &&
    (column.required || column.field === "status" || rows.length >= TELLING_ROWS)
  );
  if (missing === undefined) return null;
  const strangers = labels.filter((label) => !found.has(label));
  return {
    kind: "missing-column",
    expected: missing.label,
    nearest: nearest(missing.label, strangers),
  };
}

/** Sites of a page that stay joined; told once a page, with the first of them. */
interface KeptSites {
  readonly registrationNumber: string | null;
  readonly row: number;
  readonly found: string;
  others: number;
}

function keptIssue({ registrationNumber, row, found, others }: KeptSites, page: number): Issue {
  return {
    kind: "joined-sites",
    field: "sites",
    registrationNumber,
    found: others === 0 ? found : `${found} (+${others})`,
    page,
    row,
  };
}

type UnknownWord = Omit<Refusal & { kind: "unknown-word" }, "page" | "row">;

function readRow(
  texts: ViewRow,
  { prepared, columns, unknown }: {
    readonly prepared: PreparedSpec;
    readonly columns: ReadonlyMap<string, PreparedColumn>;
    readonly unknown: readonly string[];
  },
): { readonly row: RowValues; readonly kept: string | null } | UnknownWord {
  const draft = new RowDraft(prepared);
  const parts = new Map<SitePart, { column: PreparedColumn; text: string }>();
  for (const [label, column] of columns) {
    // Trimmed as a cell is, line breaks and all: what is white space is no text.
    const text = (texts[label] ?? "").trim();
    if (isSitePart(column.field)) parts.set(column.field, { column, text });
    else {
      const word = draft.read(column, text);
      if (word !== null) return word;
    }
  }
  for (const label of unknown) draft.unknown.push([label, clean(texts[label] ?? "")]);
  const text = (part: SitePart) => parts.get(part)?.text ?? "";
  const countries = text("sites.country");
  const split = splitSites(
    { names: text("sites.name"), addresses: text("sites.address"), countries },
    prepared.spec.siteSeparators ?? [],
  );
  const entries: Readonly<Record<SitePart, readonly string[]>> = {
    "sites.name": split.names,
    "sites.address": split.addresses,
    "sites.country": split.countries,
  };
  for (const [part, { column }] of parts) draft.readSites(column, entries[part]);
  return { row: draft.finish(), kept: split.kept ? countries : null };
}
