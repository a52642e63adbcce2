/**
 * `dmf watch`: stays, and runs every morning at 06:00 in Seoul: the register first, then the second
 * views and the boards that dmf.json names, each by itself.
 *
 * Deno.cron only wakes; whether a run is due is asked of `schedule.ts` each time, so that a missed
 * morning is caught up by exactly one run and a second waking does nothing. A fault never ends the
 * watch: it is said, and the next morning comes.
 *
 * @module
 */

import type { Command } from "../action.ts";
import { setBack } from "../clock_check.ts";
import { ConfigurationError } from "../configuration_error.ts";
import { type DataFolder, type Desk, inWords } from "../desk.ts";
import { describeFault } from "../fault_words.ts";
import { lastRun } from "../history.ts";
import type { RunId, SourceId } from "../model.ts";
import type { EventLog } from "../ports.ts";
import { CRON_UTC, nextDue, retryMinutes, seoulDate } from "../schedule.ts";
import { readHead } from "../store.ts";
import { StoreFault } from "../store_fault.ts";
import { readMorningBoards } from "./board_source.ts";
import { runBoardSource } from "./boards.ts";
import { readMorning } from "./job.ts";
import { type OnceResult, runSource } from "./once.ts";

/** Runs the command until the desk's signal aborts. */
export async function watch(
  desk: Desk,
  { common }: Command & { readonly kind: "watch" },
): Promise<number> {
  const sources = await morningOf(desk, common);
  const { next } = nextDue(null, desk.clock.now());
  const at = next.toZonedDateTimeISO("Asia/Seoul").toPlainDateTime().toString().slice(0, 16);
  desk.err(inWords(common.lang, {
    ko: `매일 06:00(서울)에 실행합니다. 다음 실행 ${at.replace("T", " ")}. 끝내려면 Ctrl+C.\n`,
    en: `Runs every day at 06:00 in Seoul, next at ${at.replace("T", " ")}. Ctrl+C ends it.\n`,
  }));
  // One after the other: a morning that comes while the last one is still being retried waits.
  let work = catchUp(desk, sources, common);
  await desk.daily(CRON_UTC, () => work = work.then(() => catchUp(desk, sources, common)));
  await work;
  return 0;
}

type Common = Command["common"];

/** A source of the morning, whatever kind it is of. */
interface Due {
  readonly source: SourceId;
  run(data: DataFolder, run: RunId): Promise<OnceResult>;
}

async function morningOf(desk: Desk, common: Common): Promise<readonly Due[]> {
  const registers = (await readMorning(desk, common)).map((source) => ({
    source: source.spec.source,
    run: (data: DataFolder, run: RunId) => runSource(desk, data, source, { common, run }),
  }));
  const boards = (await maybeBoards(desk, common)).map((source) => ({
    source: source.spec.source,
    run: (data: DataFolder, run: RunId) => runBoardSource(desk, data, source, { common, run }),
  }));
  return [...registers, ...boards];
}

/** A board that is set up wrongly is said, and keeps the register waiting for nothing. */
async function maybeBoards(desk: Desk, common: Common) {
  try {
    return await readMorningBoards(desk, common);
  } catch (fault) {
    if (!(fault instanceof ConfigurationError)) throw fault;
    desk.err(`${inWords(common.lang, fault.sentence)}\n`);
    return [];
  }
}

/** Runs what is due of every source until nothing is; what failed waits for no other source. */
async function catchUp(
  desk: Desk,
  sources: readonly Due[],
  common: Common,
): Promise<void> {
  let [attempt, until] = [0, ""];
  while (!desk.signal.aborted) {
    let again = false;
    for (const source of sources) again = await tried(desk, source, common) || again;
    if (!again || desk.signal.aborted) return;
    const now = desk.clock.now();
    const { next } = nextDue(null, now);
    // Pauses grow within a day, and never past the next morning, which may be another source's.
    attempt = until === next.toString() ? attempt + 1 : 1;
    until = next.toString();
    const left = now.until(next).total("milliseconds");
    await desk.clock.sleep(Math.min(retryMinutes(attempt) * 60_000, left), desk.signal)
      .catch((fault: unknown) => sayUnlessEnded(desk, fault, common));
  }
}

/** Runs what is due; true where it should be tried again today. A fault is said and ends nothing. */
async function tried(desk: Desk, source: Due, common: Common): Promise<boolean> {
  if (desk.signal.aborted) return false;
  try {
    return await runDue(desk, source, common);
  } catch (fault) {
    sayUnlessEnded(desk, fault, common);
    return false;
  }
}

function sayUnlessEnded(desk: Desk, fault: unknown, common: Common): void {
  if (!desk.signal.aborted) desk.err(`${inWords(common.lang, describeFault(fault))}\n`);
}

/** Runs what is due; true where it should be tried again today. */
async function runDue(desk: Desk, source: Due, common: Common): Promise<boolean> {
  const data = await desk.openData(common.data, "found");
  try {
    const now = desk.clock.now();
    await mustNotBeSetBack(data.log, source.source, now);
    const last = await lastFinished(data.log, source.source, seoulDate(now));
    const { due } = nextDue(last, now);
    if (due === null) return false;
    return (await source.run(data, due)).retry;
  } finally {
    await data.close();
  }
}

/** A clock behind the last seal takes today for a day that is done, and would skip it silently. */
async function mustNotBeSetBack(
  log: EventLog,
  source: SourceId,
  now: Temporal.Instant,
): Promise<void> {
  const { head } = await readHead(log, source);
  const reason = head && setBack(head.at, now);
  if (reason) throw new StoreFault(reason);
}

/**
 * The last run by `today` that needs no further attempt: accepted, or waiting for a person.
 *
 * A run of a later day was made while the clock was ahead, and must not keep this morning waiting.
 */
async function lastFinished(
  log: EventLog,
  source: SourceId,
  today: RunId,
): Promise<RunId | null> {
  const last = await lastRun(log, source, today);
  if (last === null) return null;
  const { state } = last.record;
  const open = state === "running" || (state === "failed" && !last.record.disallowed);
  if (!open) return last.run;
  return Temporal.PlainDate.from(last.run).subtract({ days: 1 }).toString() as RunId;
}
