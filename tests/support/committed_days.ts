/**
 * A register that lives for many days, committed day by day without site and pages.
 *
 * Rows are compared, identified, judged and sealed by the modules that a run uses; what is left out
 * is how they were read. So a year of ten thousand records is written in seconds.
 *
 * @module
 */

import assert from "node:assert/strict";
import { absenceEntries, type Sighting, toLookUp } from "../../src/absence.ts";
import { commit } from "../../src/commit.ts";
import { compare, diff, found } from "../../src/diff.ts";
import { NO_DRIFT } from "../../src/drift.ts";
import { begin, Hold } from "../../src/hold.ts";
import { identify } from "../../src/identity.ts";
import { inOrder } from "../../src/diff.ts";
import { NOTHING_LEARNED } from "../../src/learned.ts";
import type { LogEntry } from "../../src/log.ts";
import type {
  Evidence,
  InstantText,
  RegisterRecord,
  Row,
  RunId,
  SourceId,
} from "../../src/model.ts";
import { NO_BASELINE } from "../../src/plausibility.ts";
import type { EventLog } from "../../src/ports.ts";
import { settle } from "../../src/project.ts";
import type { Accepted } from "../../src/run_record.ts";
import { selectSpec } from "../../src/selectors.ts";
import { applyAll, type Known, type State } from "../../src/state.ts";
import { dice, foundingOf } from "./fixture_founding.ts";
import { Life } from "./fixture_life.ts";
import type { FixtureRow } from "./fixture_row.ts";
import { trueValues } from "./fixture_truth.ts";
import { ManualClock } from "./manual_clock.ts";
import { row } from "./rows.ts";

/** The source of all of them. */
export const SOURCE = "mfds-dmf" as SourceId;

const wellFormed = new RegExp(selectSpec(SOURCE).identity.wellFormed, "u");

/** A store into which whole lists are committed, each as the next day's run. */
export class CommittedDays {
  /** What the log says so far, folded. */
  readonly state: State = new Map();
  readonly runs: RunId[] = [];

  constructor(readonly log: EventLog) {}

  /** Lives through `days` days of a register of `size` rows, the first of them the baseline. */
  async live(size: number, days: number, seed = 1): Promise<void> {
    const life = new Life(foundingOf(size, dice(seed)), dice(seed + 1));
    const first = Temporal.PlainDate.from("2026-01-01");
    for (let day = 1; day <= days; day++) {
      const date = first.add({ days: day - 1 }).toString();
      await this.day(date, valuesOf(day === 1 ? life.list() : life.live(day, date)));
    }
  }

  /** Commits one list. */
  async day(date: string, list: readonly RegisterRecord[]): Promise<void> {
    const run = date as RunId;
    const clock = new ManualClock(`${date}T00:00:00Z`);
    const hold = await begin({ log: this.log, clock }, SOURCE, run, { alone: true });
    assert.ok(hold instanceof Hold);
    const rows = list.map((values, index) => row(values, index + 1));
    const after = this.runs.at(-1) ?? null;
    const entries = after === null ? found(rows, SOURCE, run) : this.#entries(run, rows);
    const gone = entries.filter((entry) => entry.kind === "missed" && entry.misses === 1).length;
    applyAll(this.state, entries, run);
    await commit(this.log, hold, {
      entries,
      accepted: this.#accepted(hold, { rows: rows.length, gone }, after),
      baseline: NO_BASELINE,
      learned: NOTHING_LEARNED,
      terms: null,
      alerts: [],
    });
    await hold.release();
    await settle(this.log, SOURCE);
    this.runs.push(run);
  }

  /** Records in force: listed, or missing from one list. */
  inForce(): Known[] {
    return [...this.state.values()].filter((known) => !known.delisted);
  }

  #entries(run: RunId, rows: readonly Row[]): LogEntry[] {
    const matching = identify(this.state.values(), rows, wellFormed);
    const of = { source: SOURCE, run, taken: (id: string) => this.state.has(id as never) };
    const changes = diff(compare(matching.pairs), matching.fresh, of, evidenceOf);
    const looked = toLookUp(matching.absent, run).map((known): [Known, Sighting] => [
      known,
      { kind: "nothing", evidence: evidenceOf(row()), observedAt: row().position.observedAt },
    ]);
    return inOrder([...changes, ...absenceEntries(matching.absent, new Map(looked), run).entries]);
  }

  #accepted(
    { record }: Hold,
    { rows, gone }: { readonly rows: number; readonly gone: number },
    after: RunId | null,
  ): Omit<Accepted, "firstSeq" | "entries" | "chain"> {
    const { attempt, pass, startedAt, earlier } = record;
    const found = "쪽마다 다른 값";
    return {
      state: "accepted",
      attempt,
      pass,
      startedAt,
      earlier,
      pages: Math.ceil(rows / 100),
      requests: 4,
      statedTotal: rows,
      rows,
      specVersion: 2,
      finishedAt: startedAt as InstantText,
      baseline: after === null,
      after,
      moved: [],
      records: this.inForce().length,
      counts: { ...NO_BASELINE.largest, gone },
      drift: NO_DRIFT,
      // As many as a real day has.
      issues: Array.from(
        { length: 20 },
        () => ({ kind: "unparsed-value", page: 1, row: 1, found }),
      ),
    };
  }
}

function valuesOf(list: readonly (FixtureRow | undefined)[]): RegisterRecord[] {
  return list.flatMap((shown) => shown ? [trueValues(shown) as unknown as RegisterRecord] : []);
}

function evidenceOf({ position }: Row): Evidence {
  const { url, digest, page, row } = position;
  return { url, digest, page, row, start: 1_000 * row, end: 1_000 * row + 900 };
}
