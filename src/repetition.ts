/**
 * What is strange about values that other rows have as well: copies, and echoes of the row above.
 *
 * @module
 */

import { causeOf, type MovementKind } from "./movements.ts";
import { fold } from "./normalize.ts";
import type { Judged, Observation } from "./observation.ts";
import type { RegisterRecord, Row } from "./model.ts";
import { valuesIn } from "./statistics.ts";
import { shareSurprise } from "./surprise.ts";
import type { ValueColumn } from "./value_column.ts";
import type { Caused } from "./value_observations.ts";

/** Fewer values than this are not worth counting a whole column for. */
const FEWEST_COPIES = 4;

/** Columns in which a row has its own value, or shares it with rows that it belongs to. */
const OWN: ReadonlySet<ValueColumn> = new Set<ValueColumn>([
  "registrationNumber",
  "sites.name",
  "sites.address",
  "linkedReviewNumber",
]);

/** Values that another row has as well, in a column where most rows have their own. */
export function copies(
  { countsOf }: Pick<Judged, "countsOf">,
  column: ValueColumn,
  group: "new" | "moved",
  all: readonly Caused[],
): Observation[] {
  const values = all.map(({ value }) => fold(value)).filter((value) => value !== "");
  if (values.length < FEWEST_COPIES || !OWN.has(column)) return [];
  const counts = countsOf(column);
  let [shared, total] = [0, 0];
  for (const count of counts.values()) {
    total += count;
    if (count > 1) shared += count;
  }
  const least = group === "moved" ? 0.3 : 0.1;
  const expected = Math.min(0.95, Math.max(least, total === 0 ? 1 : shared / total));
  const hits = values.filter((value) => (counts.get(value) ?? 0) > 1).length;
  const surprise = shareSurprise(hits, values.length, expected);
  const found = hits / values.length;
  return [{
    column,
    statistic: { of: "copies", group },
    expected,
    found,
    values: values.length,
    surprise,
  }];
}

/** Columns in which neighbours rarely have the same value by right. */
const APART: ReadonlySet<ValueColumn> = new Set<ValueColumn>([
  ...OWN,
  "lastChangedOn",
  "statusChangedOn",
  "lastAnnualReportYear",
]);

/** Movements that may well end at the neighbour's value, such as this year's report, or at none. */
const HONEST: ReadonlySet<MovementKind> = new Set<MovementKind>([
  "progress",
  "renewed",
  "blanked",
]);
/** Rows to look up for a value; further away it is another page's matter. */
const MOST_STEPS = 200;

/**
 * Values that repeat the row above: what filling down does, and rotating, and a page that slipped.
 *
 * An applicant that gives several of its rows one value is one cause. How often neighbours agree by
 * right is learned from the rows that stand as they stood.
 */
export function echoes(
  { above, before, movements, fresh, rows }: Pick<
    Judged,
    "above" | "before" | "movements" | "fresh" | "rows"
  >,
  column: ValueColumn,
  group: "new" | "moved",
): Observation[] {
  if (!APART.has(column)) return [];
  const moved = movements.filter((one) => one.column === column);
  const arrived = group === "new"
    ? fresh
    : moved.filter(({ kind }) => !HONEST.has(kind)).map(({ row }) => row);
  const textOf = (values: RegisterRecord | undefined) =>
    values ? valuesIn(values, column).map(fold).filter(Boolean).join("\n") : "";
  const textIn = (row: Row) => textOf(row.values);
  const filled = arrived.filter((row) => textIn(row) !== "");
  if (filled.length === 0) return [];
  // The nearest value above: the rows between may be blank. Where it slipped itself, what it was.
  const nearest = (row: Row, textIn: (row: Row) => string): string => {
    let up = above(row);
    for (let steps = 0; steps < MOST_STEPS && up && textIn(up) === ""; steps++) up = above(up);
    return up ? textIn(up) : "";
  };
  const was = (row: Row) => textOf(before(row));
  const echoed = filled.filter((row) =>
    [nearest(row, textIn), nearest(row, was)].includes(textIn(row))
  );
  const causesIn = (rows: readonly Row[]) =>
    new Set(rows.map((row) => `${causeOf(row.values)}\n${textIn(row)}`)).size;
  const [hits, values] = [causesIn(echoed), causesIn(filled)];
  const restless = new Set([...fresh, ...moved.map(({ row }) => row)]);
  const expected = column === "lastAnnualReportYear"
    // Years are few, so that neighbours share them.
    ? 0.6
    : agreement(rows.filter((row) => !restless.has(row)).map(textIn));
  const statistic = { of: "echoes", group } as const;
  const surprise = shareSurprise(hits, values, expected);
  return [{ column, statistic, expected, found: hits / values, values, surprise }];
}

/** No neighbours agree so rarely, and few so often, that one more or less would tell a lot. */
const AGREEMENT = { least: 0.03, most: 0.1 } as const;

/**
 * How likely a value is that of its neighbour: the share of neighbours that agree, estimated after
 * Krichevsky and Trofimov since a column may have few values.
 */
function agreement(texts: readonly string[]): number {
  const filled = texts.filter((text) => text !== "");
  const agreeing = filled.filter((text, at) => at > 0 && text === filled[at - 1]).length;
  const share = (agreeing + 0.5) / Math.max(1, filled.length);
  return Math.min(AGREEMENT.most, Math.max(AGREEMENT.least, share));
}
