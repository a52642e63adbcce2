/**
 * What is strange about values that were not there before.
 *
 * @module
 */

import { isYoung } from "./movements.ts";
import { clipped, type Judged, leastDeviation, mean, type Observation } from "./observation.ts";
import type { Tally } from "./statistics.ts";
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
