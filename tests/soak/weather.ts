/**
 * What goes wrong on a day, drawn from a seed with stated chances.
 *
 * Three draws are made for every day and may combine: the site, the machine, the habits of whoever
 * looks after the box. About half of the days see nothing of it.
 *
 * @module
 */

import { type Dice, oneOf } from "../support/fixture_founding.ts";
import type { Misbehaviour } from "../support/fixture_misbehaviour.ts";
import type { RobotsAnswer } from "../support/fixture_options.ts";

/** What is wrong with the site, and for how long. */
export type SiteTrouble =
  | { readonly kind: "none" }
  /** The list must be refused: exit 3. `allDay` or only on the first attempt. */
  | { readonly kind: "refused"; readonly spoils: Spoiled; readonly allDay: boolean }
  /** The site cannot be read: exit 1; for one attempt, or for so many days. */
  | { readonly kind: "unreachable"; readonly spoils: Spoiled; readonly days: 0 | 1 | 3 }
  | { readonly kind: "moves once" }
  | { readonly kind: "never stands still" };

/** A misbehaviour of the list, or an answer of robots.txt. */
export type Spoiled = Misbehaviour | { readonly kind: "robots"; readonly robots: RobotsAnswer };

/** What is wrong with the machine during the first attempt of the day. */
export type MachineTrouble =
  | "none"
  | "power cut at a store write"
  | "power cut at a file write"
  | "kill -9"
  | "disk full"
  | "stopped between seal and report"
  | "outbox unwritable"
  | "a second process"
  | "clock an hour off";

/** What people do to the box beyond its daily run. */
export type Habit = "rerun" | "readers" | "fsck and backup" | "off until tomorrow" | "decide";

/** Everything that was drawn for one day. */
export interface Weather {
  readonly site: SiteTrouble;
  readonly machine: MachineTrouble;
  /** Days for which the box stays off, this one included; 0 where it is on. */
  readonly off: number;
  readonly habits: ReadonlySet<Habit>;
}

/** A day on which nothing goes wrong. */
export const CALM: Weather = {
  site: { kind: "none" },
  machine: "none",
  off: 0,
  habits: new Set(),
};

/** Chances in a thousand. */
const SITE: readonly (readonly [number, SiteTrouble["kind"]])[] = [
  [80, "refused"],
  [60, "unreachable"],
  [30, "moves once"],
  [10, "never stands still"],
];
const MACHINE: readonly (readonly [number, MachineTrouble])[] = [
  [60, "power cut at a store write"],
  [60, "power cut at a file write"],
  [100, "kill -9"],
  [40, "disk full"],
  [30, "stopped between seal and report"],
  [20, "outbox unwritable"],
  [40, "a second process"],
  [40, "clock an hour off"],
];
const OFF = 25;
const HABITS: readonly (readonly [number, Habit])[] = [
  [100, "rerun"],
  [100, "readers"],
  [50, "fsck and backup"],
  /** Only where the first attempt of the day was cut off. */
  [250, "off until tomorrow"],
  /** Only where the list was refused in the end: what is true is accepted, the rest rejected. */
  [700, "decide"],
];

/** The chances as a person reads them. */
export function chances(): string {
  const line = (of: readonly (readonly [number, string])[]) =>
    of.map(([chance, kind]) => `${kind} ${chance / 10} %`).join(", ");
  return `Site: ${line(SITE)}.\nMachine: ${line(MACHINE)}.\n` +
    `Box off for 1 to 4 days: ${OFF / 10} %.\nHabits: ${
      line(HABITS)
    } (the last but one after a cut, the last after a refusal).`;
}

/** Draws the weather of one day; `kills` is false where no process may be started. */
export function draw(roll: Dice, { kills }: { readonly kills: boolean }): Weather {
  const machine = pick(roll, MACHINE) ?? "none";
  const kind = pick(roll, SITE) ?? "none";
  return {
    site: trouble(kind, roll),
    machine: machine === "kill -9" && !kills ? "power cut at a store write" : machine,
    off: roll(1000) < OFF ? 1 + roll(4) : 0,
    habits: new Set(HABITS.flatMap(([chance, habit]) => roll(1000) < chance ? [habit] : [])),
  };
}

function pick<T>(roll: Dice, from: readonly (readonly [number, T])[]): T | null {
  let at = roll(1000);
  for (const [chance, what] of from) {
    if (at < chance) return what;
    at -= chance;
  }
  return null;
}

function trouble(kind: SiteTrouble["kind"], roll: Dice): SiteTrouble {
  switch (kind) {
    case "refused":
      return { kind, spoils: oneOf(roll, REFUSED), allDay: roll(2) === 0 };
    case "unreachable":
      return { kind, spoils: oneOf(roll, UNREACHABLE), days: oneOf(roll, [0, 0, 0, 1, 1, 3]) };
    default:
      return { kind };
  }
}

/** Every misbehaviour of a list that must not be believed. */
const REFUSED: readonly Spoiled[] = [
  { kind: "maintenance-page" },
  { kind: "maintenance-page", page: 2 },
  { kind: "waf-page" },
  { kind: "error-shell" },
  { kind: "login-page" },
  { kind: "empty-list" },
  { kind: "half-list" },
  { kind: "short-list", rows: 71 },
  { kind: "total-lies", by: 5 },
  { kind: "total-lies", by: -5 },
  { kind: "duplicated-row", at: 40, instead: true },
  { kind: "duplicated-row", at: 99, instead: false },
  { kind: "dropped-row", at: 40, gap: false },
  { kind: "dropped-row", at: 40, gap: true },
  { kind: "page-ignored" },
  { kind: "renamed-header", label: "성분명", to: "주성분명" },
  { kind: "swapped-cells", labels: ["신청인", "성분명"] },
  { kind: "missing-column", label: "문서번호" },
  { kind: "unknown-status", at: 120, word: "정지" },
  { kind: "cut-body", announced: false },
  { kind: "robots", robots: { kind: "disallow" } },
];

const UNREACHABLE: readonly Spoiled[] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 503, page: 2 },
  { kind: "status", status: 403 },
  { kind: "status", status: 404, page: 2 },
  { kind: "cut-body", announced: true },
  { kind: "drop" },
  { kind: "wrong-type", type: "application/pdf" },
  { kind: "redirect", to: "https://example.com/login" },
  { kind: "robots", robots: { kind: "status", status: 500 } },
];

/** Name of a trouble in the table of what was drawn. */
export function nameOf(site: SiteTrouble): string {
  switch (site.kind) {
    case "refused":
      return `site: refused, ${detail(site.spoils)}${site.allDay ? ", all day" : ""}`;
    case "unreachable":
      return `site: unreachable ${LASTS[site.days]}`;
    default:
      return `site: ${site.kind}`;
  }
}

const LASTS = { 0: "for one attempt", 1: "all day", 3: "for three days" } as const;

function detail(spoils: Spoiled): string {
  return spoils.kind === "robots" ? "robots.txt forbids" : spoils.kind;
}
