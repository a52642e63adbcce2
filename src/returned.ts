/**
 * Rows that went back to what they were: the mark of an old page among new ones.
 *
 * A cache that serves last week's page undoes last week's changes, all of them. A register takes a
 * change back once in a while, or reinstates what it withdrew, beside rows that stay as they are
 * since. Therefore rows count as old only where a stretch of the list is as it was at one moment:
 * each row of it that changed since then and did not go back speaks against one that did.
 *
 * @module
 */

import type { Compared } from "./diff.ts";
import { FIELDS } from "./fields.ts";
import type { Pair } from "./identity.ts";
import type { FieldName, RecordId, RegisterRecord } from "./model.ts";
import { sameValue } from "./normalize.ts";
import { allowed } from "./plausibility.ts";
import type { Refusal } from "./refusal.ts";
import type { SelectorSpec } from "./selector_spec.ts";
import type { Earlier } from "./state.ts";

/** Earlier contents of a record, in any order. */
export type EarlierOf = (record: RecordId) => Promise<readonly Earlier[]>;

/** Rows of a list that are known, and those of them that changed, out of `of` records in force. */
export interface Returning {
  readonly of: number;
  readonly pairs: readonly Pair[];
  readonly compared: readonly Compared[];
}

/** Doubts a list in which a stretch of more rows than the spec allows is as it was before. */
export async function rowsReturned(
  { bounds }: Pick<SelectorSpec, "bounds">,
  { of, pairs, compared }: Returning,
  earlierOf: EarlierOf,
): Promise<(Refusal & { kind: "rows-returned" })[]> {
  if (!bounds.returned) return [];
  const limit = allowed(bounds.returned, of, 1);
  const changed = compared.filter(({ known, fields }) =>
    !known.delisted && Object.keys(fields).length > 0
  );
  if (LOST * changed.length <= limit) return [];
  const spans = new Map<Pair["row"], readonly Earlier[]>();
  for (const pair of changed) {
    const earlier = await earlierOf(pair.known.record);
    const again = earlier.filter(({ values }) => isAgain(values, pair));
    if (again.length > 0) spans.set(pair.row, again);
  }
  if (LOST * spans.size <= limit) return [];
  const { lead, rows } = oldestStretch(pairs, spans);
  if (lead <= limit) return [];
  const old = new Set(rows);
  return [doubtOf(changed.filter(({ row }) => old.has(row)), changed.length, limit)];
}

function doubtOf(
  returned: readonly Compared[],
  changed: number,
  limit: number,
): Refusal & { kind: "rows-returned" } {
  const names = new Set(returned.flatMap(({ fields }) => Object.keys(fields)));
  const byPage = Map.groupBy(returned, ({ row }) => row.position.page);
  const [page, rows] = [...byPage].reduce((most, one) =>
    one[1].length > most[1].length ? one : most
  );
  const { values } = (rows[0] as Compared).row;
  const example = values.registrationNumber ?? values.ingredient ?? "–";
  return {
    kind: "rows-returned",
    field: names.size === 1 ? FIELDS[[...names][0] as FieldName].ko : null,
    // Fewer are allowed where they lost values.
    allowed: Math.min(limit, returned.length - 1),
    found: returned.length,
    share: returned.length / changed,
    page,
    pages: byPage.size,
    example,
  };
}

/** Whether every changed field has the value that an earlier version had. */
function isAgain(earlier: RegisterRecord, { fields, row }: Compared): boolean {
  return (Object.keys(fields) as FieldName[]).every((name) =>
    sameValue(name, earlier[name], row.values[name])
  );
}

/** Rows for a copy in a stretch, and by how many votes they lead over the rows against it. */
interface Stretch {
  readonly lead: number;
  readonly rows: readonly Pair["row"][];
}

/** A register that fills in what a row lacks seldom takes it away again; a withdrawal ends so, though. */
const LOST = 2;

function votesOf({ known: { values }, row }: Pair): number {
  const isReinstated = row.values.status !== values.status;
  const lost = (Object.keys(values) as FieldName[]).some((name) =>
    !(isReinstated && name === "statusChangedOn") &&
    isBlank(row.values[name]) && !isBlank(values[name])
  );
  return lost ? LOST : 1;
}

function isBlank(value: RegisterRecord[FieldName]): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/**
 * The stretch of the list that looks most like an old copy: rows that went back outnumber by most
 * those that changed since the same moment and stayed.
 */
function oldestStretch(
  pairs: readonly Pair[],
  spans: ReadonlyMap<Pair["row"], readonly Earlier[]>,
): Stretch {
  const listed = pairs.filter(({ known }) => !known.delisted).toSorted((a, b) => {
    const [x, y] = [a.row.position, b.row.position];
    return x.page - y.page || x.row - y.row;
  });
  // Just before a version ended is as late as the copy of its row can be from.
  const ends = new Set([...spans.values()].flat().map(({ validTo }) => validTo));
  let best: Stretch = { lead: 0, rows: [] };
  for (const end of ends) {
    const one = longestLead(listed, (pair) => {
      const isOld = spans.get(pair.row)
        ?.some(({ validFrom, validTo }) => validFrom < end && end <= validTo);
      return isOld ? votesOf(pair) : pair.known.validFrom >= end ? -1 : 0;
    });
    if (one.lead > best.lead) best = one;
  }
  return best;
}

/** The stretch with the largest sum of votes (Kadane). */
function longestLead(listed: readonly Pair[], voteOf: (pair: Pair) => number): Stretch {
  let best: Stretch = { lead: 0, rows: [] };
  let [lead, rows]: [number, Pair["row"][]] = [0, []];
  for (const pair of listed) {
    const vote = voteOf(pair);
    if (vote > 0) rows.push(pair.row);
    lead += vote;
    if (lead > best.lead) best = { lead, rows: [...rows] };
    if (lead <= 0) [lead, rows] = [0, []];
  }
  return best;
}
