/**
 * One trial: a spoilt day or benign days on a copy of a box, and what came of it.
 *
 * @module
 */

import type { Dice } from "../support/fixture_founding.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import type { Sentence } from "../../src/refusal.ts";
import type { Benign } from "./benign_draw.ts";
import { type Box, nextDay } from "./boxes.ts";
import { type Lived, livedAs } from "./lived.ts";
import { type Case, type Draw, drawnReach, type Mutation } from "./mutation.ts";
import { believe, type ById, type Knowledge } from "./register.ts";
import { siteOf } from "./site.ts";
import { difference, saidBy, sameContent, type Truth, verdictOn } from "./truth.ts";
import { type DayEnd, NO_BOUNDS, type Watcher } from "./watcher.ts";

/** What came of a spoilt day. */
export type Spoilt =
  | {
    readonly outcome: "refused";
    /** Whether the reason names what was spoilt. */
    readonly named: boolean;
    readonly reason: Sentence;
    /** What the next clean day did wrong, empty if nothing; `null` where it was not run. */
    readonly wrongAfter: string | null;
  }
  /** Believed with exactly the true events. */
  | { readonly outcome: "harmless" }
  /** Believed, silent about true events, which the next day reported if one could; its kind may. */
  | { readonly outcome: "late"; readonly wrongAfter: string | null }
  | {
    readonly outcome: "false";
    readonly said: readonly Truth[];
    readonly truths: readonly Truth[];
  };

/** Draws a case of a kind for the next day of a box; `null` where that day does not allow one. */
export function drawCase(kind: Mutation, box: Box, roll: Dice, reach?: Draw["reach"]): Case | null {
  const day = nextDay(box);
  return kind.spoil({ roll, day, reach: reach ?? drawnReach(roll, day) });
}

/** Serves a spoilt day. */
export async function spoiltDay(
  kind: Mutation,
  box: Box,
  spoilt: Case,
  { recover }: { readonly recover: boolean },
): Promise<Spoilt> {
  const { register, past, known } = box;
  const day = nextDay(box);
  const watcher = box.watcher.copy();
  const end = await watcher.day(day.date, siteOf(day.rows, day.manner, spoilt));
  if (end.kind === "refused") {
    const named = spoilt.names.some((name) => name.test(wordsOf(end)));
    const wrongAfter = recover ? await catchingUp(box, watcher) : null;
    return { outcome: "refused", named, reason: end.reason, wrongAfter };
  }
  const said = end.changes.map(saidBy);
  const { truths } = believe(known, register.list(past + 1));
  if (past === 0) return foundedOn(end, register.list(1));
  switch (verdictOn(said, truths)) {
    case "true":
      return { outcome: "harmless" };
    case "silent":
      if (kind.mayBeLate !== undefined) return await lateOrFalse(box, watcher, { said, truths });
  }
  return { outcome: "false", said, truths };
}

/** A first list makes no events: what it founds must be the list as it is. */
function foundedOn({ records }: Accepted, list: ById): Spoilt {
  const isTrue = sameContent(records, list.filter((row) => row !== undefined));
  return isTrue ? { outcome: "harmless" } : { outcome: "false", said: [], truths: [] };
}

type Accepted = Extract<DayEnd, { kind: "accepted" }>;

function wordsOf({ reason }: { readonly reason: Sentence }): string {
  return `${reason.ko}\n${reason.en}`;
}

/** What is wrong with the day after a refused one, which must report what happened on both. */
async function catchingUp(box: Box, watcher: Watcher): Promise<string | null> {
  const day = box.past + 2;
  const { truths, undecidable } = believe(box.known, box.register.list(day));
  if (undecidable) return null;
  const end = await cleanDay(box, watcher, day);
  if (end.kind === "refused") return `then refused: ${end.reason.en}`;
  const said = end.changes.map(saidBy);
  return verdictOn(said, truths) === "true" ? "" : `then ${difference(said, truths)}`;
}

/**
 * After one more day, the records must be those of a watcher who was never deceived; where that day is
 * refused nothing untrue was published, but it did not catch up.
 */
async function lateOrFalse(
  { register, past, known, written, manner }: Box,
  watcher: Watcher,
  told: { readonly said: readonly Truth[]; readonly truths: readonly Truth[] },
): Promise<Spoilt> {
  // Of what the spoilt day kept silent about, the next tells two changes at once.
  if (believe(known, register.list(past + 2)).undecidable) {
    return { outcome: "late", wrongAfter: null };
  }
  const end = await cleanDay({ register, written, manner }, watcher, past + 2);
  if (end.kind === "refused") {
    return { outcome: "late", wrongAfter: `then refused: ${end.reason.en}` };
  }
  const undeceived = [past + 1, past + 2].reduce(
    (before: Knowledge, day) => believe(before, register.list(day)).known,
    known,
  );
  const rows = undeceived.flatMap((one) => one && one.absentDays === 0 ? [one.row] : []);
  const absent = undeceived.flatMap((one) => one && one.absentDays > 0 ? [one.row] : []);
  return containsAll(end.records, rows, absent)
    ? { outcome: "late", wrongAfter: "" }
    : { outcome: "false", ...told };
}

/** Records must be those of `rows`; a row that is absent may still be in force, or not. */
function containsAll(
  records: Accepted["records"],
  rows: readonly FixtureRow[],
  absent: readonly FixtureRow[],
): boolean {
  const gone = new Set(absent.map(({ number }) => number.trim()));
  const isListed = (number: string | null) => !gone.has(number ?? "");
  return sameContent(
    records.filter(({ registrationNumber }) => isListed(registrationNumber)),
    rows.filter(({ number }) => isListed(number.trim())),
  );
}

function cleanDay(
  box: Pick<Box, "register" | "written" | "manner">,
  watcher: Watcher,
  day: number,
): Promise<DayEnd> {
  const rows = box.written(box.register.list(day), day);
  return watcher.day(box.register.date(day), siteOf(rows, box.manner));
}

/** Lives through benign days until one is not believed; `null` where the box does not allow them. */
export async function benignDays(
  kind: Benign,
  box: Box,
  roll: Dice,
): Promise<readonly Lived[] | null> {
  const first = box.past + 1;
  const days = kind.live({ roll, register: box.register, day: first });
  if (days === null) return null;
  const watcher = box.watcher.copy();
  let known = box.known;
  const lived: Lived[] = [];
  for (const [at, { list, day = first + at, manner, written }] of days.entries()) {
    const told = believe(known, list);
    if (told.undecidable) return lived.length === 0 ? null : lived;
    const rows = box.written(list, day);
    const site = siteOf(written?.(rows) ?? rows, { ...box.manner, ...manner });
    const date = box.register.date(day);
    const before = watcher.copy(NO_BOUNDS);
    const end = await watcher.day(date, site);
    const came = end.kind === "refused" && kind.asked?.names.some((name) => name.test(wordsOf(end)))
      ? released(await before.day(date, site), told.truths)
      : livedAs(end, told.truths);
    lived.push(came);
    if (came.outcome !== "accepted") return lived;
    known = told.known;
  }
  return lived;
}

/** A question is right where its release, if anything lets the day through, tells the truth. */
function released(end: DayEnd, truths: readonly Truth[]): Lived {
  const came = livedAs(end, truths);
  return came.outcome === "untrue" ? came : { outcome: "asked" };
}
