/**
 * What is strange about values that were not there before.
 *
 * @module
 */

import { isYoung, type MovementKind } from "./movements.ts";
import { fold } from "./normalize.ts";
import { clipped, type Judged, leastDeviation, mean, type Observation } from "./observation.ts";
import type { RegisterRecord, Row } from "./model.ts";
import { type Tally, valuesIn } from "./statistics.ts";
import { normalSurprise, shareSurprise } from "./surprise.ts";
import { FEATURES, SHAPED, type ValueColumn, WORDED } from "./value_column.ts";

/** Correlation of values that come on one day: new rows come in kinds, corrections hardly do. */
const LIKENESS = { new: 0.15, moved: 0.05 } as const;
/** Columns of a few fixed words: how long or how Korean those are tells nothing. */
const VOCABULARIES: ReadonlySet<ValueColumn> = new Set<ValueColumn>(["status", "noticeCategory"]);

/** A value and who is behind it. */
export interface Caused {
  readonly value: string;
  readonly cause: string;
}

/** What the new values of a column look like, beside those of the accepted list. */
export function valueObservations(
  accepted: Tally,
  column: ValueColumn,
  group: "new" | "moved",
  all: readonly Caused[],
): Observation[] {
  const values = all.filter(({ value }) => value !== "");
  if (values.length === 0 || accepted.size(column) === 0) return [];
  const byCause = Map.groupBy(values, ({ cause }) => cause);
  const measured = [...byCause.values()].map((ofCause) => {
    const each = ofCause.map(({ value }) => accepted.measure(column, value));
    return FEATURES.map((_, at) => mean(each.map((features) => features[at] as number)));
  });
  const words = WORDED.includes(column) || SHAPED.includes(column)
    ? [unknownWords(accepted, column, group, values)]
    : [];
  if (VOCABULARIES.has(column)) return words;
  const observations = FEATURES.map((feature, at): Observation => {
    const { mean: expected, deviation } = accepted.spread(column, feature);
    const least = leastDeviation(feature, expected);
    const spread = Math.max(deviation, group === "new" && feature === "pattern" ? 0.4 : least);
    const found = measured.map((features) => features[at] as number);
    const deviations = found.map((x) => clipped((x - expected) / spread));
    const count = deviations.length;
    const likeness = 1 + (count - 1) * LIKENESS[group];
    const z = deviations.reduce((sum, x) => sum + x, 0) / Math.sqrt(count * likeness);
    return {
      column,
      statistic: { of: "values", group, feature },
      expected,
      found: mean(found),
      values: values.length,
      surprise: normalSurprise(z),
    };
  });
  return [...observations, ...words];
}

/** Shares of unknown words that are ordinary whatever the accepted list says. */
const LEAST_UNKNOWN: Readonly<Record<string, number>> = {
  // An applicant that changes its name takes a new one; new numbers come broken or unusual.
  "applicant moved": 0.5,
  "registrationNumber": 0.3,
  "sites.country": 0.15,
};

/** Words never seen before; an applicant that changes its name nearly always takes a new one. */
function unknownWords(
  accepted: Tally,
  column: ValueColumn,
  group: "new" | "moved",
  values: readonly Caused[],
): Observation {
  const least = LEAST_UNKNOWN[`${column} ${group}`] ?? LEAST_UNKNOWN[column] ?? 0.05;
  const expected = Math.min(0.95, Math.max(least, accepted.unseen(column)));
  const words = new Set(values.map(({ value, cause }) => `${cause}\n${value}`));
  const unknown = [...words].filter((word) => {
    return !accepted.knows(column, word.slice(word.indexOf("\n") + 1));
  });
  const surprise = shareSurprise(unknown.length, words.size, expected);
  const found = unknown.length / words.size;
  return {
    column,
    statistic: { of: "words", group },
    expected,
    found,
    values: words.size,
    surprise,
  };
}

/** New rows are young; a handful of old ones at once are somebody else's rows. */
export function ageOf({ fresh, run }: Judged): Observation {
  const dated = fresh.filter(({ values }) => values.firstRegisteredOn !== null);
  const old = dated.filter(({ values }) => !isYoung(values, run)).length;
  return shareOf("age", { hits: old, of: dated.length, expected: 0.05 });
}

/** New rows whose number or first day lies in the future are nobody's. */
export function futureOf({ fresh, run }: Judged): Observation {
  const dayOf = (number: string | null) => {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)-/.exec(number ?? "") ?? [];
    return year ? `${year}-${month}-${day}` : "";
  };
  const hits =
    fresh.filter(({ values }) =>
      (values.firstRegisteredOn ?? "") > run || dayOf(values.registrationNumber) > run
    ).length;
  return shareOf("future", { hits, of: fresh.length, expected: 0.01 });
}

function shareOf(
  about: "age" | "future",
  { hits, of, expected }: { readonly hits: number; readonly of: number; readonly expected: number },
): Observation {
  const found = of === 0 ? 0 : hits / of;
  const surprise = shareSurprise(hits, of, expected);
  const column = "firstRegisteredOn";
  return { column, statistic: { of: about }, expected, found, values: of, surprise };
}

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
  { countsOf }: Judged,
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

/** Values that repeat the row above: what filling down does, and rotating, and a page that slipped. */
export function echoes(
  { above, before, movements, fresh }: Judged,
  column: ValueColumn,
  group: "new" | "moved",
): Observation[] {
  if (!APART.has(column)) return [];
  const rows = group === "new"
    ? fresh
    : movements.filter(({ column: moved, kind }) => moved === column && !HONEST.has(kind))
      .map((one) => one.row);
  const textOf = (values: RegisterRecord | undefined) =>
    values ? valuesIn(values, column).map(fold).filter(Boolean).join("\n") : "";
  const textIn = (row: Row) => textOf(row.values);
  const filled = rows.filter((row) => textIn(row) !== "");
  if (filled.length === 0) return [];
  // The nearest value above: the rows between may be blank. Where it slipped itself, what it was.
  const nearest = (row: Row, textIn: (row: Row) => string): string => {
    let up = above(row);
    for (let steps = 0; steps < MOST_STEPS && up && textIn(up) === ""; steps++) up = above(up);
    return up ? textIn(up) : "";
  };
  const was = (row: Row) => textOf(before(row));
  const hits =
    filled.filter((row) => [nearest(row, textIn), nearest(row, was)].includes(textIn(row))).length;
  // Years are few, so that neighbours share them; everything else hardly ever meets its like.
  const expected = column === "lastAnnualReportYear" ? 0.6 : 0.1;
  const surprise = shareSurprise(hits, filled.length, expected);
  const values = filled.length;
  return [{
    column,
    statistic: { of: "echoes", group },
    expected,
    found: hits / values,
    values,
    surprise,
  }];
}
