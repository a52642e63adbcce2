/**
 * Rows that went back to what they were: the mark of an old page among new ones.
 *
 * A cache that serves last week's page undoes last week's changes. A register takes a change back
 * once in a while; several on one day, each exactly to its former words, are an old copy.
 *
 * @module
 */

import type { Compared } from "./diff.ts";
import { FIELDS } from "./fields.ts";
import type { FieldName, RecordId, RegisterRecord } from "./model.ts";
import { sameValue } from "./normalize.ts";
import { allowed } from "./plausibility.ts";
import type { Refusal } from "./refusal.ts";
import type { SelectorSpec } from "./selector_spec.ts";

/** Earlier contents of a record, in any order. */
export type EarlierOf = (record: RecordId) => Promise<readonly RegisterRecord[]>;

/** Doubts a list in which more rows returned to earlier content than the spec allows. */
export async function rowsReturned(
  { bounds }: Pick<SelectorSpec, "bounds">,
  of: number,
  compared: readonly Compared[],
  earlierOf: EarlierOf,
): Promise<(Refusal & { kind: "rows-returned" })[]> {
  if (!bounds.returned) return [];
  const limit = allowed(bounds.returned, of, 1);
  const changed = compared.filter(({ known, fields }) =>
    !known.delisted && Object.keys(fields).length > 0
  );
  if (changed.length <= limit) return [];
  const returned: Compared[] = [];
  for (const pair of changed) {
    const earlier = await earlierOf(pair.known.record);
    if (earlier.some((values) => isAgain(values, pair))) returned.push(pair);
  }
  if (returned.length <= limit) return [];
  const names = new Set(returned.flatMap(({ fields }) => Object.keys(fields)));
  const byPage = Map.groupBy(returned, ({ row }) => row.position.page);
  const [page, rows] = [...byPage].reduce((most, one) =>
    one[1].length > most[1].length ? one : most
  );
  const { values } = (rows[0] as Compared).row;
  const example = values.registrationNumber ?? values.ingredient ?? "–";
  return [{
    kind: "rows-returned",
    field: names.size === 1 ? FIELDS[[...names][0] as FieldName].ko : null,
    allowed: limit,
    found: returned.length,
    share: returned.length / changed.length,
    page,
    pages: byPage.size,
    example,
  }];
}

/** Whether every changed field has the value that an earlier version had. */
function isAgain(earlier: RegisterRecord, { fields, row }: Compared): boolean {
  return (Object.keys(fields) as FieldName[]).every((name) =>
    sameValue(name, earlier[name], row.values[name])
  );
}
