/**
 * Whether a whole list is believed, and which row is which record if it is.
 *
 * Pages and completeness were judged while they were read; what is left is whether the change from
 * the accepted past is one that a day explains. The one question of a site-wide shift comes first,
 * then the absolute bounds, then what only statistics can tell.
 *
 * @module
 */

import type { CrawledList, RefusedList } from "./crawl.ts";
import { compare, type Compared } from "./diff.ts";
import { type Drift, driftOf, NO_DRIFT } from "./drift.ts";
import { statisticWords } from "./drift_words.ts";
import { identify, type Matching } from "./identity.ts";
import { learn, type Learned } from "./learned.ts";
import { levelsOutside } from "./levels.ts";
import { type Movement, movementsOf } from "./movements.ts";
import { type ChangeCounts, countChanges, NO_BASELINE } from "./plausibility.ts";
import { implausible, plausibleSize } from "./plausibility.ts";
import type { RegisterRecord, Row, RunId } from "./model.ts";
import { fold } from "./normalize.ts";
import type { Judged } from "./observation.ts";
import type { Past } from "./recall.ts";
import { aboutOf, type Refusal } from "./refusal.ts";
import { rowsReturned } from "./returned.ts";
import { exampleOf, siteWideShifts } from "./shift.ts";
import { valuesIn } from "./statistics.ts";
import { columnLabels, type ValueColumn } from "./value_column.ts";
import type { Job } from "./world.ts";

/** A list that is believed, identified and compared. */
export interface Believed {
  readonly kind: "believed";
  readonly crawled: CrawledList;
  readonly matching: Matching;
  readonly compared: readonly Compared[];
  readonly counts: ChangeCounts;
  readonly drift: Drift;
  /** What is learned once this list is accepted. */
  readonly learned: Learned;
}

/** A list that is not believed; `drift` where it was measured. */
export interface Doubted {
  readonly kind: "refused";
  /** The doubts that nobody lifted, the gravest first, and after them those that somebody did. */
  readonly doubts: readonly [Refusal, ...Refusal[]];
  readonly drift: Drift;
}

type Verifying = Pick<Job, "spec" | "prepared" | "replica" | "run">;

/**
 * Judges what was crawled against the past. What the crawl itself refused stays refused; of all other
 * doubts a person may have lifted some, by what they are about.
 */
export async function verify(
  job: Verifying,
  past: Past,
  crawled: CrawledList | RefusedList,
  lifted: ReadonlySet<string>,
): Promise<Believed | Doubted> {
  if (crawled.kind === "refused") {
    return { kind: "refused", doubts: [crawled.refusal], drift: NO_DRIFT };
  }
  const wrongSize = plausibleSize(job.spec, crawled.list.rows.length, job.replica);
  const judged = past.founding
    ? verifyFirst(job, past, crawled)
    : await verifyNext(job, past, crawled);
  const doubts = wrongSize ? [wrongSize, ...judged.doubts] : judged.doubts;
  const [first, ...others] = doubts.filter((doubt) => !lifted.has(aboutOf(doubt)));
  if (first === undefined) return judged.believed;
  // What was lifted already is said once more, so that a second acceptance lifts all of it.
  const again = doubts.filter((doubt) => lifted.has(aboutOf(doubt)));
  const { drift } = judged.believed;
  return { kind: "refused", doubts: [first, ...others, ...again], drift };
}

/** What a list amounts to if it is believed, and why it might not be. */
interface Verified {
  readonly believed: Believed;
  readonly doubts: readonly Refusal[];
}

/** The first list has no past: only the spec's own bounds can doubt it. */
function verifyFirst(job: Verifying, past: Past, crawled: CrawledList): Verified {
  const { rows } = crawled.list;
  const today = past.accepted.copy();
  for (const { values } of rows) today.add(values);
  const believed: Believed = {
    kind: "believed",
    crawled,
    matching: { pairs: [], fresh: rows, absent: [], issues: [] },
    compared: [],
    counts: NO_BASELINE.largest,
    drift: NO_DRIFT,
    learned: learn(past.learned, { today, movements: [], days: 1, quiet: false, founding: true }),
  };
  return { believed, doubts: levelsOutside(job.spec, today) };
}

async function verifyNext(
  job: Verifying,
  past: Past,
  crawled: CrawledList,
): Promise<Verified> {
  const matching = identify(past.state.values(), crawled.list.rows, job.prepared.wellFormed);
  const compared = compare(matching.pairs);
  const { examples, ...counts } = countChanges(matching, compared);
  const of = past.inForce.length;
  const { rows } = crawled.list;
  const judged = judgedOf(job, past, matching, { compared, rows });
  const drift = driftOf(judged);
  const returned = await rowsReturned(
    job.spec,
    { of, pairs: matching.pairs, compared },
    past.earlierOf,
  );
  // A list of which most rows are other rows has lost its keys: the column that did it says more.
  const isKeyless = 2 * matching.fresh.length > of;
  const strange = improbable(job.spec.bounds.improbability, drift, judged, isKeyless);
  const doubts = [
    ...(isKeyless ? strange : []),
    ...returned.filter(({ share }) => share >= 0.5),
    ...siteWideShifts(job.spec, { of, days: judged.days }, judged.movements),
    ...implausible(job.spec, of, { ...counts, examples }, past.baseline),
    ...levelsOutside(job.spec, judged.today),
    ...(isKeyless ? [] : strange),
    ...returned.filter(({ share }) => share < 0.5),
  ];
  const quiet = judged.movements.length === 0 && judged.fresh.length === 0;
  const learned = learn(past.learned, { ...judged, quiet, founding: false });
  const believed = {
    kind: "believed",
    crawled,
    matching,
    compared,
    counts,
    drift,
    learned,
  } as const;
  return { believed, doubts };
}

/** Statistics of the accepted list, and of the same list after today's changes. */
function judgedOf(
  job: Verifying,
  past: Past,
  { fresh, pairs }: Matching,
  { compared, rows }: { readonly compared: readonly Compared[]; readonly rows: readonly Row[] },
): Judged {
  const today = past.accepted.copy();
  for (const { known, row, fields } of compared) {
    if (known.delisted) today.add(row.values);
    if (known.delisted || Object.keys(fields).length === 0) continue;
    today.remove(known.values);
    today.add(row.values);
  }
  for (const { values } of fresh) today.add(values);
  const countsOf = countsIn(rows);
  const isKnown = (column: ValueColumn, value: string) =>
    (countsOf(column).get(fold(value)) ?? 0) > 1;
  const movements = movementsOf(compared, job.run, isKnown);
  const { accepted, learned } = past;
  const days = daysSince(past.last?.run ?? null, job.run, past.learned.quietDays);
  const above = rowAbove(rows);
  const before = valuesBefore(pairs);
  return {
    run: job.run,
    days,
    accepted,
    today,
    learned,
    movements,
    fresh,
    rows,
    countsOf,
    above,
    before,
  };
}

/** What each row said before; looked up when it is asked for first. */
function valuesBefore(pairs: Matching["pairs"]): Judged["before"] {
  let known: Map<Row, RegisterRecord> | null = null;
  return (row) => {
    known ??= new Map(pairs.map((pair) => [pair.row, pair.known.values]));
    return known.get(row);
  };
}

/** Values of today's rows and how often they come; a column is counted when it is asked for. */
export function countsIn(rows: readonly Pick<Row, "values">[]): Judged["countsOf"] {
  const byColumn = new Map<ValueColumn, ReadonlyMap<string, number>>();
  return (column) => {
    const known = byColumn.get(column);
    if (known) return known;
    const counts = new Map<string, number>();
    for (const { values } of rows) {
      for (const value of valuesIn(values, column)) {
        const folded = fold(value);
        if (folded !== "") counts.set(folded, (counts.get(folded) ?? 0) + 1);
      }
    }
    byColumn.set(column, counts);
    return counts;
  };
}

/** The row above each row; made when it is asked for first. */
function rowAbove(rows: readonly Row[]): Judged["above"] {
  let places: Map<Row, number> | null = null;
  return (row) => {
    places ??= new Map(rows.map((one, place) => [one, place]));
    return rows[(places.get(row) ?? 0) - 1];
  };
}

/** Days that the changes of a list may be spread over; after two weeks of silence a person looks. */
export function daysSince(last: RunId | null, run: RunId, quietDays: number): number {
  if (last === null) return 1;
  const { days } = Temporal.PlainDate.from(last).until(Temporal.PlainDate.from(run));
  return Math.min(14, Math.max(1, days) + quietDays);
}

function improbable(
  allowed: number | undefined,
  { joint, carriers }: Drift,
  { movements, fresh }: Judged,
  isKeyless: boolean,
): Refusal[] {
  // Where most rows seem new their age says nothing; the column that lost their numbers does.
  const ageless = carriers.find(({ statistic: { of } }) => of !== "age" && of !== "future");
  const carrier = (isKeyless ? ageless : null) ?? carriers[0];
  if (allowed === undefined || joint < allowed || !carrier) return [];
  const { column, statistic, expected, found, values } = carrier;
  const isNew = statistic.of === "age" || statistic.of === "future" ||
    ("group" in statistic && statistic.group === "new");
  const moved: Movement | undefined = isNew
    ? undefined
    : movements.find((one) => one.column === column && one.kind !== "progress");
  const row = moved?.row ?? (isNew ? fresh[0] : undefined);
  return [{
    kind: "improbable",
    label: columnLabels(column).ko,
    statistic: statisticWords(statistic),
    expected,
    found,
    values,
    joint,
    allowed,
    page: row?.position.page ?? null,
    example: moved ? exampleOf(moved) : row?.values.registrationNumber ?? null,
  }];
}
