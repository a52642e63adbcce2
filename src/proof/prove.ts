/**
 * A field of a record, proven by the bytes it was read from; or the fault that says what does not
 * hold.
 *
 * The page is read once more with the spec of its run. Only where the row is the record, stands where
 * the log says, and reads as the record says, is there a proof.
 *
 * @module
 */

import { valueIn } from "../row_draft.ts";
import { canonical } from "../digest.ts";
import { byteOffsets } from "../decode.ts";
import { FIELD_NAMES } from "../fields.ts";
import type { LocatedRow, LocatedText, Span } from "../locate.ts";
import type { LogEntry } from "../log.ts";
import type { FieldName, InstantText, RegisterRecord, Row, RunId } from "../model.ts";
import { sameValue } from "../normalize.ts";
import type { Given, Standing } from "./given.ts";
import { noPage, noRow, notProven, otherPlace, otherRecord, otherValue } from "./not_proven.ts";
import type { PagePlace, Pages, ProvenPage } from "./page.ts";

/** One text of a cell, its bytes in the archived body, and the site it belongs to, from 1. */
export interface ProvenText {
  readonly site: number | null;
  readonly text: string;
  /** Half-open; none where the cell says nothing, several where markup divides the text. */
  readonly ranges: readonly Span[];
}

/** A cell of the proven row, from its start tag to after its end tag. */
export interface ProvenCell extends Span {
  readonly label: string;
  /** What the spec takes the column for; `null` where it does not know it. */
  readonly column: string | null;
  /** Whether it holds the field, or a part of it. */
  readonly proves: boolean;
  readonly texts: readonly ProvenText[];
}

/** The entry that a proof begins with. */
export interface ProvenEvent {
  readonly seq: number;
  readonly run: RunId;
  readonly kind: LogEntry["kind"];
  readonly observedAt: InstantText;
  /** The accepted run before; `null` for the baseline. */
  readonly possibleSince: RunId | null;
}

/** A field with all that proves it; offsets are bytes of the archived body. */
export interface FieldProof {
  readonly field: FieldName;
  readonly value: RegisterRecord[FieldName];
  /** As the site wrote it, where that differs. */
  readonly raw: string | null;
  readonly event: ProvenEvent;
  /** The version that began with the event. */
  readonly version: { readonly validFrom: RunId; readonly validTo: RunId | null };
  readonly page: ProvenPage;
  /** The row, counted from 0, with all of its cells. */
  readonly row: Span & { readonly index: number; readonly cells: readonly ProvenCell[] };
}

/** Where an entry was read, and as what an entry is proven. */
export interface EntryPlace {
  readonly event: ProvenEvent;
  readonly page: PagePlace;
  readonly row: number;
  /** Bytes of the row as the log has them; the baseline has none. */
  readonly bytes: Span | null;
}

/**
 * Where the log says that an entry was read.
 *
 * @throws {ArchiveFault} where it was read nowhere.
 */
export function placeOf({ sealed, run }: Given): EntryPlace {
  const { entry, seq } = sealed;
  if (!("position" in entry) && !("evidence" in entry)) throw noPage(entry.kind, seq);
  const at = "position" in entry ? entry.position : entry.evidence;
  const { observedAt } = "position" in entry ? entry.position : entry;
  const { url, digest, page } = at;
  const { specVersion } = run;
  return {
    event: { seq, run: sealed.run, kind: entry.kind, observedAt, possibleSince: run.after ?? null },
    page: { run: sealed.run, page, url, digest, observedAt, specVersion },
    row: at.row,
    bytes: "evidence" in entry ? { start: entry.evidence.start, end: entry.evidence.end } : null,
  };
}

/**
 * Proves a field of a record by the entry that gave it its value.
 *
 * @throws {ArchiveFault} that says what does not hold.
 */
export async function proveField(
  { versions }: Standing,
  field: FieldName,
  given: Given,
  pages: Pages,
): Promise<FieldProof> {
  const { values, raw } = versions[0];
  const { event, page: at, row: index, bytes } = placeOf(given);
  const page = await pages.read(at);
  const row = page.reading.rows[index];
  if (row === undefined) throw notProven(page, noRow(index, page.reading.rows.length));
  const value = values[field];
  if (canonical(row.values[field]) !== canonical(value)) {
    throw notProven(page, otherValue(field, canonical(value), canonical(row.values[field])));
  }
  const stranger = differing(given.sealed.entry, row);
  if (stranger !== null) throw notProven(page, otherRecord(index, stranger));
  const proven = provenRow(page, page.locate(index), field);
  if (bytes && (bytes.start !== proven.start || bytes.end !== proven.end)) {
    throw notProven(page, otherPlace(index, textOf(bytes), textOf(proven)));
  }
  const { validFrom, validTo } = given.version;
  return {
    field,
    value,
    raw: raw[field] ?? null,
    event,
    version: { validFrom, validTo },
    page,
    row: { index, ...proven },
  };
}

const textOf = ({ start, end }: Span): string => `${start}–${end}`;

/** The first field by which a row is another record than the entry tells of. */
function differing(entry: LogEntry, { values }: Row): FieldName | null {
  if ("values" in entry) {
    return FIELD_NAMES.find((name) => canonical(entry.values[name]) !== canonical(values[name])) ??
      null;
  }
  if (!("fields" in entry)) return null;
  for (const [name, change] of Object.entries(entry.fields) as [FieldName, { to: unknown }][]) {
    if (canonical(change.to) !== canonical(values[name])) return name;
  }
  // What did not change keeps the notation in which it was first seen.
  const names = ["registrationNumber", "ingredient", "applicant"] as const;
  return names.find((name) => !sameValue(name, entry[name], values[name])) ?? null;
}

function provenRow(page: ProvenPage, located: LocatedRow, field: FieldName) {
  const bytesOf = inBytes(page, located);
  const filled = field === "sites" ? filledSites(page, located) : [];
  const cells = located.cells.map(({ column, texts, ...span }): ProvenCell => {
    const { target, header } = column;
    const proves = target?.field === field ||
      (field === "sites" && target?.field.startsWith("sites.") === true);
    return {
      ...bytesOf(span),
      label: header,
      column: target?.field ?? null,
      proves,
      texts: texts.map(({ text, pieces }, index) => ({
        site: proves && field === "sites" ? filled[index] ?? null : null,
        text,
        ranges: pieces.map(bytesOf),
      })),
    };
  });
  return { ...bytesOf(located), cells };
}

/** Which site each row of the nested tables is; rows that are blank in every column are none. */
function filledSites({ prepared }: ProvenPage, { cells }: LocatedRow): (number | null)[] {
  const columns = cells.filter(({ column }) => column.target?.field.startsWith("sites."))
    .map(({ texts }) => texts);
  const length = Math.max(0, ...columns.map((texts) => texts.length));
  const says = (one: LocatedText | undefined) =>
    one !== undefined && valueIn(one.text, prepared) !== null;
  let site = 0;
  return Array.from(
    { length },
    (_, index) => columns.some((texts) => says(texts[index])) ? ++site : null,
  );
}

/** Maps ranges of a located row from text to bytes, all of them in one pass over the page. */
function inBytes({ body, charset, text }: ProvenPage, located: LocatedRow): (span: Span) => Span {
  const spans: Span[] = [
    located,
    ...located.cells,
    ...located.cells.flatMap(({ texts }) => texts.flatMap(({ pieces }) => pieces)),
  ];
  const offsets = [...new Set(spans.flatMap(({ start, end }) => [start, end]))]
    .sort((a, b) => a - b);
  const bytes = byteOffsets(body, charset, text, offsets);
  const byteAt = new Map(offsets.map((offset, index) => [offset, bytes[index] as number]));
  return ({ start, end }) => ({
    start: byteAt.get(start) as number,
    end: byteAt.get(end) as number,
  });
}
