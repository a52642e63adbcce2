/**
 * A year of daily runs over real pages: `runOnce` as the program runs it, on a real data folder.
 *
 * Every page of every day is written as the fixture site writes it, archived by the disk archive,
 * parsed, verified, compared and sealed. Left out are the socket (pages are handed over in the same
 * process), the politeness pauses (the clock is moved instead) and the reports.
 *
 * @module
 */

import type { DataFolder } from "../../src/desk.ts";
import { digestOf } from "../../src/digest.ts";
import type { InstantText, RunId, SourceId } from "../../src/model.ts";
import type { Outcome } from "../../src/outcome.ts";
import { runOnce } from "../../src/pipeline.ts";
import type { Fetch, FetchRequest } from "../../src/ports.ts";
import { readHead } from "../../src/store.ts";
import { noisyRows } from "../support/fixture_days.ts";
import { dice, foundingOf } from "../support/fixture_founding.ts";
import { Life } from "../support/fixture_life.ts";
import { listHtml, targetOf } from "../support/fixture_list.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import { ManualClock } from "../support/manual_clock.ts";
import { jobFor } from "../support/memory_world.ts";

/** The source of all days. */
const SOURCE = "mfds-dmf" as SourceId;
/** The baseline's day. */
const FIRST = Temporal.PlainDate.from("2026-01-01");
/** What a page takes to arrive, on the clock of the year alone. */
const ANSWER_MS = 300;

/** Seoul dates of a year's days, from the baseline on. */
export function datesOf(days: number): RunId[] {
  return Array.from({ length: days }, (_, day) => FIRST.add({ days: day }).toString() as RunId);
}

/** How a day went. */
export interface LivedDay {
  readonly date: RunId;
  readonly rows: number;
  readonly end: string;
}

/**
 * Crawls `days` days of a register that begins with `size` rows, newest first, one after the other;
 * days that the folder has already are lived through, but not crawled again.
 */
export async function* crawlYear(
  { log, archive, alone }: DataFolder,
  { size, days, seed = 1 }: {
    readonly size: number;
    readonly days: number;
    readonly seed?: number;
  },
): AsyncGenerator<LivedDay> {
  const life = new Life(foundingOf(size, dice(seed)), dice(seed + 1));
  const roll = dice(seed + 2);
  const { head } = await readHead(log, SOURCE);
  for (const [index, date] of datesOf(days).entries()) {
    const list = index === 0 ? life.list() : life.live(index + 1, date);
    const rows = noisyRows(list, { roll, heavy: index === 3, spared: life.amended }).reverse();
    if (head && date <= head.run) continue;
    const clock = new ManualClock(`${date}T00:00:00Z`);
    const world = { log, archive, clock, fetch: new PagesOf(rows, clock) };
    const end = await runOnce({ ...jobFor(date), alone }, world);
    yield { date, rows: rows.length, end: end.kind };
  }
}

/** The fixture site without a socket. */
class PagesOf implements Fetch {
  constructor(
    private readonly rows: readonly FixtureRow[],
    private readonly clock: ManualClock,
  ) {}

  get({ url }: FetchRequest): Promise<Outcome> {
    const asked = new URL(url);
    const html = targetOf(asked) === "terms" ? "<p>약관 제1조</p>" : null;
    if (asked.pathname === "/robots.txt") {
      return this.#answer(url, "User-agent: *\nAllow: /\n", "text/plain");
    }
    const page = html ??
      listHtml(this.rows, { query: asked.searchParams, options: {}, troubles: [] });
    return this.#answer(url, page, "text/html; charset=utf-8");
  }

  #answer(url: string, text: string, type: string): Promise<Outcome> {
    const body = new TextEncoder().encode(text);
    const requestedAt = this.clock.now().toString() as InstantText;
    this.clock.advance(ANSWER_MS);
    return Promise.resolve({
      kind: "fetched",
      body,
      snapshot: {
        url,
        finalUrl: url,
        status: 200,
        headers: { "content-type": type },
        requestedAt,
        receivedAt: this.clock.now().toString() as InstantText,
        digest: digestOf(body),
        bytes: body.length,
      },
    });
  }
}
