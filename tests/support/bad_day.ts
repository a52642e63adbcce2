/**
 * One bad morning: two good days are in force, the site fails, the next day it is well again.
 *
 * Everything a bad morning must leave behind is asserted here, whatever went wrong: nothing untrue
 * is published, the last good data stay in force, `dmf status` says why, and the next clean day
 * tells exactly what was missed, under its own date.
 *
 * @module
 */

import assert from "node:assert/strict";
import { httpFetch } from "../../src/adapters/http_fetch.ts";
import type { Alert } from "../../src/alert.ts";
import type { Desk } from "../../src/desk.ts";
import type { Change, EventKind } from "../../src/model.ts";
import { selectSpec } from "../../src/selectors.ts";
import { type FixtureDay, simulate } from "./fixture_days.ts";
import type { Misbehaviour } from "./fixture_misbehaviour.ts";
import type { SiteOptions } from "./fixture_options.ts";
import { FixtureSite } from "./fixture_site.ts";
import { HurriedClock } from "./hurried_clock.ts";
import { MemoryBox } from "./memory_box.ts";
import { type DeskParts, Dmf } from "./run_dmf.ts";
import { assertTrue } from "./truth.ts";
import { assertLogWhole, assertWhole } from "./whole_store.ts";

/** What goes wrong on a morning, and how it must end. */
export interface BadDay {
  /** Number of the kind in the list of known failures. */
  readonly kind: 1 | 7 | 8 | 11 | 12 | 13 | 14;
  /** What the site does, in words. */
  readonly clause: string;
  /** One of the few that stand for their kind in the everyday suite. */
  readonly everyday?: true;
  readonly site?: SiteOptions;
  readonly troubles?: readonly Misbehaviour[];
  /** Requests do not reach the site but whatever is there, if anything is. */
  readonly elsewhere?: () => Elsewhere;
  /** Limits of the requests whose URL matches, so that nobody waits for minutes. */
  readonly limits?: { readonly of: RegExp; readonly ms?: number; readonly bytes?: number };
  /**
   * 0: harmless, the day's events are told as on any other day. 1: a fault of network or server,
   * without a verdict. 3: refused.
   */
  readonly ends: 0 | 1 | 3;
  /** What the reason must name; on a harmless day, an issue of the run. */
  readonly says?: RegExp;
  /** A row that the list gains while it is read: the harmless day tells of it too. */
  readonly gains?: string;
  /** Every request must be one of these, path and query. */
  readonly asks?: RegExp;
  /** Events of this kind need a look-up, which fails: they come a day later. */
  readonly postpones?: EventKind;
}

/** Another place on the network than the site. */
export interface Elsewhere extends AsyncDisposable {
  readonly origin: string;
}

const ROWS = 120;
const SEED = 1;
type Four<T> = readonly [T, T, T, T];
/** The days as a watcher sees them who believes each of them, and one who refuses the third. */
const believed = simulate(ROWS, 4, SEED) as unknown as Four<FixtureDay>;
const refused = simulate(ROWS, 4, SEED, { refused: [3] }) as unknown as Four<FixtureDay>;
/** The date of the bad day, and what its list truly is. */
export const BAD = believed[2];
/** The last good day, and the day after the bad one with all that it has to catch up. */
export const [, LAST_GOOD, , CAUGHT_UP] = refused;
/** The day after, where the bad one was believed in the end. */
export const NEXT = believed[3];

/** The newest spec with pages of 50 rows, so that a small list has three of them. */
const spec = selectSpec("mfds-dmf");
const SELECTORS = new Map([[
  `selectors/${spec.source}/${spec.version}.json`,
  JSON.stringify({ ...spec, paging: { ...spec.paging, pageSize: 50 } }),
]]);

/** A desk that never sleeps, with real HTTP. */
export function deskOf(openFetch: Desk["openFetch"] = () => httpFetch()): DeskParts {
  return {
    clock: new HurriedClock(),
    selectorFiles: () => Promise.resolve(SELECTORS),
    openFetch,
  };
}

/** Real HTTP, with the limits of a bad day and to where its requests end up. */
export function fetchOf({ limits }: BadDay, elsewhere?: Elsewhere): ReturnType<Desk["openFetch"]> {
  const fetch = httpFetch();
  const { of, ms = Infinity, bytes = Infinity } = limits ?? { of: /^$/ };
  return {
    get(request) {
      const url = elsewhere ? request.url.replace(/^\w+:\/\/[^/]+/, elsewhere.origin) : request.url;
      if (!of.test(url)) return fetch.get({ ...request, url });
      return fetch.get({
        ...request,
        url,
        headerTimeoutMs: Math.min(request.headerTimeoutMs, ms),
        bodyTimeoutMs: Math.min(request.bodyTimeoutMs, ms),
        maxBytes: Math.min(request.maxBytes, bytes),
      });
    },
    [Symbol.dispose]: () => fetch.close(),
  };
}

/** Two good days in force, in memory or on a disk. */
export interface GoodDays extends AsyncDisposable {
  /** The same days once more, towards another origin. */
  towards(origin: string, parts: DeskParts): Promise<Dmf>;
  /** Fails unless such a box is whole. */
  prove(dmf: Dmf): Promise<void>;
  /** Every alert that such a box has handed on, since it was copied or ever. */
  alerts(dmf: Dmf): Promise<readonly Alert[]>;
}

/** Two good days in memory. */
export async function inMemory(): Promise<GoodDays> {
  const box = new MemoryBox();
  await using site = new FixtureSite();
  await using dmf = await Dmf.towards(site.origin, {}, {
    ...deskOf(),
    openData: box.open,
  });
  await liveThrough(site, dmf);
  const boxes = new Map<Dmf, MemoryBox>();
  const boxOf = (dmf: Dmf) => boxes.get(dmf) as MemoryBox;
  return {
    async towards(origin, parts) {
      const copy = box.copy();
      const dmf = await Dmf.towards(origin, {}, { ...parts, openData: copy.open });
      boxes.set(dmf, copy);
      return dmf;
    },
    prove: (dmf) => assertLogWhole(boxOf(dmf).log),
    alerts: (dmf) => Promise.resolve(boxOf(dmf).alerts),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Two good days in a data folder, as a box has them. */
export async function onDisk(): Promise<GoodDays> {
  await using site = new FixtureSite();
  const dmf = await Dmf.towards(site.origin, {}, deskOf());
  await liveThrough(site, dmf);
  return {
    towards: (origin, parts) => dmf.copyTowards(origin, parts),
    prove: assertWhole,
    alerts: async (dmf) => {
      const outbox = `${dmf.data}/outbox`;
      const names = await Array.fromAsync(Deno.readDir(outbox), ({ name }) => name);
      const texts = names.map((name) => Deno.readTextFile(`${outbox}/${name}`));
      return (await Promise.all(texts)).map((text) => JSON.parse(text));
    },
    [Symbol.asyncDispose]: () => dmf[Symbol.asyncDispose](),
  };
}

async function liveThrough(site: FixtureSite, dmf: Dmf): Promise<void> {
  for (const day of believed.slice(0, 2)) {
    site.setRows(day.rows);
    assert.equal((await dmf.once(day.date)).code, 0);
  }
}

/** Plays a bad day and the day after it. */
export async function play(day: BadDay, good: GoodDays): Promise<void> {
  await using site = new FixtureSite(day.site);
  await using dmf = await good.towards(site.origin, deskOf());
  site.setRows(BAD.rows);
  site.misbehave(...day.troubles ?? []);
  const inForce = await asOf(dmf, BAD.date);
  await attempt(day, dmf, inForce);
  assertAsked(day, site);
  site.setOptions({});
  site.misbehave();
  await recover(day, dmf, site);
  if (day.ends !== 0) assert.deepEqual(await asOf(dmf, BAD.date), inForce);
}

/** One attempt at the bad day: how it ends, and that `inForce` stays in force if it ends badly. */
export async function attempt(day: BadDay, dmf: Dmf, inForce: readonly Standing[]): Promise<void> {
  const { ends, says = /./ } = day;
  await using elsewhere = day.elsewhere?.() ?? null;
  const ran = await dmf.run(["--once", "--date", BAD.date, "--lang", "en"], {
    openFetch: () => fetchOf(day, elsewhere ?? undefined),
  });
  assert.equal(ran.code, ends, ran.err);
  const told = await dmf.changes("--since", BAD.date);
  if (ends === 0) return assertTrue(harmless(day), told);
  assert.match(ran.err, says);
  assert.deepEqual(told, []);
  assert.deepEqual(await asOf(dmf, BAD.date), inForce);
  const [status] = JSON.parse((await dmf.run(["status", "--json", "--lang", "en"])).out).sources;
  assert.equal(status.head, LAST_GOOD.date);
  assert.equal(status.lastRun, BAD.date);
  assert.equal(status.records, inForce.length);
  const judged = ends === 3 && !FORBIDDEN.test(status.reason);
  assert.equal(status.verdict, judged ? "quarantined" : null);
  assert.match(status.reason, says);
}

/** Fails where something was asked for that must not be. */
export function assertAsked({ asks = /^/ }: BadDay, { log }: FixtureSite): void {
  for (const { path, query } of log) assert.match(`${path}?${query}`, asks);
}

/** robots.txt ends a run with 3 as a refusal does, but nothing was read that could be judged. */
const FORBIDDEN = /^robots\.txt forbids/;

/** The clean day after: it tells all that was missed, as seen on that day and not before. */
async function recover(day: BadDay, dmf: Dmf, site: FixtureSite): Promise<void> {
  site.setRows(CAUGHT_UP.rows);
  const since = Temporal.Now.instant().round({
    smallestUnit: "millisecond",
    roundingMode: "trunc",
  });
  const ran = await dmf.once(CAUGHT_UP.date, "--lang", "en");
  assert.equal(ran.code, 0, ran.err);
  const told = await dmf.changes("--since", day.ends === 0 ? CAUGHT_UP.date : BAD.date);
  assertTrue(day.ends === 0 ? afterHarmless(day) : CAUGHT_UP, told);
  assertDated(told, CAUGHT_UP.date, since);
}

/** Fails unless every change is one of `date`, seen since `since`. */
export function assertDated(
  changes: readonly Change[],
  date: string,
  since: Temporal.Instant,
): void {
  for (const { run, observedAt } of changes) {
    assert.equal(run, date);
    assert.ok(Temporal.Instant.compare(observedAt, since) >= 0, `${observedAt} is before ${since}`);
  }
}

/** One record as `dmf as-of --json` prints it. */
export interface Standing {
  readonly record: string;
  readonly validFrom: string;
}

/** The register as it stood on `date`. */
export async function asOf(dmf: Dmf, date: string): Promise<readonly Standing[]> {
  const { out, err } = await dmf.run(["as-of", date, "--json"]);
  assert.equal(err, "");
  return JSON.parse(out);
}

/** What a harmless day tells: its own events, with the row gained, without what is postponed. */
function harmless({ gains, postpones }: BadDay): FixtureDay {
  const events = BAD.events.filter(({ kind }) => kind !== postpones);
  assert.ok(postpones === undefined || events.length < BAD.events.length, "Nothing to postpone");
  if (gains === undefined) return { ...BAD, events };
  const { applicant = "" } = BAD.rows[0] ?? {};
  const event = { kind: "registered", registrationNumber: gains, fields: {}, applicant } as const;
  return { ...BAD, events: [...events, event] };
}

function afterHarmless({ postpones }: BadDay): FixtureDay {
  const postponed = BAD.events.filter(({ kind }) => kind === postpones);
  return { ...NEXT, events: [...NEXT.events, ...postponed] };
}
