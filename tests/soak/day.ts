/**
 * One day of the box: its attempts under the weather of that day, and what each must come to.
 *
 * @module
 */

import type { Fetch } from "../../src/ports.ts";
import { httpFetch } from "../../src/adapters/http_fetch.ts";
import type { Dice } from "../support/fixture_founding.ts";
import type { FixtureSite } from "../support/fixture_site.ts";
import type { SiteOptions } from "../support/fixture_options.ts";
import { ManualClock } from "../support/manual_clock.ts";
import type { DeskParts, Dmf } from "../support/run_dmf.ts";
import { type DiskTrouble, FaultyBox } from "./faulty_box.ts";
import type { Killer } from "./killed.ts";
import { type Look, look } from "./look.ts";
import type { MachineTrouble, SiteTrouble, Weather } from "./weather.ts";
import type { Morning } from "./year.ts";

/** One command line of the day and what it came to. */
export interface Attempt {
  /** Exit code; `null` where the process was killed or lost its power. */
  readonly code: number | null;
  /** Codes that fit what was in its way. */
  readonly expected: readonly number[];
  /** True where the list, as the site showed it, may be believed. */
  readonly believable: boolean;
  /** The machine's trouble came to pass. */
  readonly struck: boolean;
  readonly words: string;
  readonly after: Look;
}

/** What a day is lived with. */
export interface Household {
  readonly dmf: Dmf;
  readonly site: FixtureSite;
  readonly roll: Dice;
  readonly killer: Killer;
  /** What stood behind all applicants when a list was believed last; `null` before. */
  readonly suffix: string | null;
  /** Told of what ought not to be. */
  readonly complain: (sentence: string) => void;
}

/** Most attempts that a day is given. */
const MOST_ATTEMPTS = 4;

/** Lives a day; yields every attempt as soon as it has ended. */
export async function* live(
  home: Household,
  morning: Morning,
  weather: Weather,
): AsyncGenerator<Attempt> {
  const clock = new ManualClock(
    hourOf(morning.date, weather.machine === "clock an hour off" ? home.roll(2) === 0 ? 5 : 7 : 6),
  );
  const isMoved = home.suffix !== null && home.suffix !== morning.suffix;
  let mixed = false;
  let last: Attempt | undefined;
  for (let n = 1; n <= MOST_ATTEMPTS; n++) {
    const site: SiteTrouble = n === 1 || lastsAllDay(weather.site)
      ? weather.site
      : { kind: "none" };
    const machine = n === 1 ? weather.machine : "none";
    const sealed = last?.after.head?.run === morning.date;
    setSite(home, morning, site);
    const codes: readonly number[] = sealed
      ? [0]
      : mixed && site.kind === "none"
      ? [0, 3]
      : [codeOf(site, morning.dress, isMoved)];
    const ran = await attempt(home, clock, machine);
    last = {
      ...ran,
      expected: ran.expected ?? codes,
      believable: sealed || !isSpoilt(site),
      after: await look(home.dmf, morning.date),
    };
    yield last;
    // Pages of a spoilt list that an interrupted attempt has kept make the next reading a mixed one.
    mixed = last.code === null && isSpoilt(site);
    const whole = last.code !== null && last.code !== 4;
    if (last.after.head?.run === morning.date && whole) return;
    if (!whole && weather.habits.has("off until tomorrow")) return;
    if (n > 1 && whole && site.kind !== "none") return;
    if (isMoved && site.kind === "none" && last.code === 3) return;
    clock.advance((n === 1 ? 20 : 180) * 60_000);
  }
}

/** An instant of the day by the hour in Seoul. */
export function hourOf(date: string, hour: number): string {
  return Temporal.PlainDate.from(date).toZonedDateTime({
    timeZone: "Asia/Seoul",
    plainTime: Temporal.PlainTime.from({ hour, minute: 1 }),
  }).toInstant().toString();
}

function lastsAllDay(site: SiteTrouble): boolean {
  return (site.kind === "refused" && site.allDay) || (site.kind === "unreachable" && site.days > 0);
}

/** A move of the whole register is for a person to decide on, however true it is. */
function codeOf(site: SiteTrouble, dress: SiteOptions, isMoved: boolean): number {
  switch (site.kind) {
    case "none":
    case "moves once":
      return isMoved ? 3 : 0;
    case "unreachable":
      return 1;
    case "refused":
      // Compressed, a body that stops is a fault of the line and seen as such.
      return site.spoils.kind === "cut-body" && dress.gzip ? 1 : 3;
    case "never stands still":
      return 3;
  }
}

function isSpoilt(site: SiteTrouble): boolean {
  return site.kind !== "none" && site.kind !== "moves once";
}

/** Lets the site answer as it does in this trouble. */
function setSite(
  { site, roll }: Household,
  { served, dress, arrival, passing }: Morning,
  trouble: SiteTrouble,
): void {
  site.misbehave();
  site.setRows(served);
  site.setOptions(dress);
  switch (trouble.kind) {
    case "none":
      return;
    case "moves once":
      if (arrival === null) return;
      site.setRows(served.filter((row) => row !== arrival));
      site.setOptions({
        ...dress,
        shifting: { afterPages: 1 + roll(2), shifts: 1, row: () => arrival },
      });
      return;
    case "never stands still":
      site.setOptions({ ...dress, shifting: { afterPages: 1, shifts: 999, row: passing } });
      return;
    case "refused":
    case "unreachable":
      if (trouble.spoils.kind !== "robots") site.misbehave(trouble.spoils);
      else site.setOptions({ ...dress, robots: trouble.spoils.robots });
  }
}

type Ran = Omit<Attempt, "expected" | "believable" | "after"> & {
  /** Left out where the site alone decides. */
  readonly expected?: readonly number[];
};

async function attempt(home: Household, clock: ManualClock, machine: MachineTrouble): Promise<Ran> {
  switch (machine) {
    case "none":
    case "clock an hour off": {
      const { code, err } = await home.dmf.run(["--once"], { clock });
      return { code, words: err, struck: machine !== "none" };
    }
    case "kill -9": {
      const code = await home.killer.run(home.dmf.folder, clock.now());
      return { code, words: "", struck: code === null };
    }
    case "a second process":
      return await besideASecond(home, clock);
    default:
      return await onABadDisk(home, clock, diskTrouble(machine, home.roll));
  }
}

function diskTrouble(
  machine: Exclude<MachineTrouble, "none" | "clock an hour off" | "kill -9" | "a second process">,
  roll: Dice,
): DiskTrouble {
  const n = 1 + roll(22);
  const cut = roll(2) === 0 ? "cut before" : "cut after";
  switch (machine) {
    case "power cut at a store write":
      return { at: { write: "store", n }, how: cut };
    case "power cut at a file write":
      return { at: { write: "file", n }, how: cut };
    case "disk full":
      return { at: { write: roll(2) === 0 ? "store" : "file", n }, how: "full" };
    case "stopped between seal and report":
      return { at: { write: "report" }, how: "cut before" };
    case "outbox unwritable":
      return { at: { write: "alert" }, how: "forbidden" };
  }
}

async function onABadDisk(home: Household, clock: ManualClock, trouble: DiskTrouble): Promise<Ran> {
  const box = new FaultyBox(trouble);
  const { code, err } = await home.dmf.run(["--once"], { clock, openData: box.open });
  const isCut = trouble.how === "cut before" || trouble.how === "cut after";
  if (!box.hit) return { code, words: err, struck: false };
  if (isCut) return { code: null, words: err, struck: true, expected: [] };
  return { code, words: err, struck: true, expected: [4] };
}

/** A second process comes when the first one is about to ask for its second page. */
async function besideASecond(home: Household, clock: ManualClock): Promise<Ran> {
  let asked = 0;
  let second: Promise<void> | null = null;
  const intrude = async () => {
    const { code, err } = await home.dmf.run(["--once"], {
      clock: new ManualClock(`${clock.now()}`),
    });
    if (code !== 1) home.complain(`A second process ended with ${code} instead of 1: ${err}`);
  };
  const openFetch: DeskParts["openFetch"] = () => {
    const fetch = httpFetch();
    const get: Fetch["get"] = async (request) => {
      asked += 1;
      if (asked === 3) await (second ??= intrude());
      return await fetch.get(request);
    };
    return { get, [Symbol.dispose]: () => fetch.close() };
  };
  const { code, err } = await home.dmf.run(["--once"], { clock, openFetch });
  return { code, words: err, struck: second !== null };
}
