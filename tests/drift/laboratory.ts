/**
 * The drift laboratory: many spoilt crawls and many benign days, counted by kind.
 *
 * Every trial depends on the seed, its kind and its number alone, so that any of them can be run
 * again by itself.
 *
 * @module
 */

import type { SelectorSpec } from "../../src/selector_spec.ts";
import { type Dice, dice, oneOf } from "../support/fixture_founding.ts";
import { BENIGN } from "./benign.ts";
import { type Box, boxesOf, type Plan } from "./boxes.ts";
import { exactReach, type Mutation } from "./mutation.ts";
import { MUTATIONS } from "./mutations.ts";
import {
  type BenignCount,
  countBenign,
  countSpoilt,
  noBenign,
  noSpoilt,
  type SpoiltCount,
} from "./tally.ts";
import type { Lived } from "./lived.ts";
import { benignDays, drawCase, type Spoilt, spoiltDay } from "./trial.ts";

/** What to run. */
export interface Order {
  readonly seed: number;
  readonly mutated: number;
  /** Number of the first spoilt crawl, for running one of them again. */
  readonly first?: number;
  readonly benign: number;
  readonly plans: readonly Plan[];
  /** Spoilt first lists of each kind. */
  readonly founding: number;
  /** Trials of each cell of the sensitivity table; none if 0. */
  readonly sensitivity: number;
  /** Bounds in place of the spec's. */
  readonly bounds?: Partial<SelectorSpec["bounds"]>;
  /** Kinds to run, all if left out. */
  readonly kinds?: (kind: string) => boolean;
  /** Told of each trial that missed a goal. */
  readonly missed?: (trial: Missed) => void;
}

/** A trial that missed a goal, with what is needed to run it again. */
export interface Missed {
  readonly kind: string;
  readonly index: number;
  readonly size: number;
  readonly past: number;
  readonly came: Spoilt | Lived;
}

/** What was counted. */
export interface Rates {
  readonly plans: readonly Plan[];
  readonly mutated: ReadonlyMap<string, SpoiltCount>;
  readonly benign: ReadonlyMap<string, BenignCount>;
  /** What came of spoilt first lists. */
  readonly founding: ReadonlyMap<string, SpoiltCount>;
  readonly sensitivity: ReadonlyMap<string, readonly Noticed[]>;
}

/** How many of so many trials with so many rows affected were noticed. */
export interface Noticed {
  readonly rows: number;
  readonly noticed: number;
  readonly trials: number;
}

/** Registers of the whole laboratory, in every markup; most are small, as trials cost by the row. */
export const PLANS: readonly Plan[] = [
  { size: 150, pasts: [1, 3, 6, 10], manner: {} },
  { size: 150, pasts: [1, 3, 6, 10], manner: { cellLabels: false } },
  { size: 170, pasts: [1, 3, 6], manner: { paging: { kind: "one-page" } }, newestFirst: true },
  {
    size: 170,
    pasts: [1, 3, 6, 10],
    manner: { cellLabels: false, paging: { kind: "one-page" }, bareText: true },
  },
  { size: 190, pasts: [1, 6, 10], manner: { numbered: "down" }, newestFirst: true },
  { size: 210, pasts: [3, 6, 10], manner: { cellLabels: false, loneSiteFlat: true } },
  { size: 240, pasts: [1, 6], manner: { mobile: "table" } },
  { size: 300, pasts: [6, 10, 30], manner: { cellLabels: false, numbered: "down" } },
  { size: 400, pasts: [1, 10, 30], manner: {} },
  { size: 600, pasts: [3, 10], manner: { cellLabels: false } },
];

/** A register nearer to the real one in size; one trial in fifty happens to it. */
const LARGE: Plan = { size: 3_000, pasts: [1, 6, 10], manner: {} };

/** Registers of the suite. */
export const FEW_PLANS: readonly Plan[] = [
  { size: 110, pasts: [1, 3], manner: {} },
  { size: 115, pasts: [3], manner: { cellLabels: false } },
];

/** The days on which boxes come by their past are benign, too. */
export const PAST = "day of a past";

/** Runs an order. */
export async function run(order: Order): Promise<Rates> {
  const small: Box[] = [];
  const large: Box[] = [];
  const past = noBenign();
  // One crawl that is run again by itself is drawn from the same boxes as among all.
  const isWhole = order.mutated > 1_000 || order.first !== undefined;
  const plans = isWhole ? [...order.plans, LARGE] : order.plans;
  for (const [at, plan] of plans.entries()) {
    const pasts = order.founding > 0 ? [0, ...plan.pasts] : plan.pasts;
    const { boxes, lived } = await boxesOf(
      { ...plan, pasts },
      order.seed + 1_000 * at,
      order.bounds,
    );
    (plan === LARGE ? large : small).push(...boxes);
    for (const [index, came] of lived.entries()) {
      countBenign(past, came);
      if (came.outcome === "accepted") continue;
      order.missed?.({ kind: PAST, index, size: plan.size, past: index, came });
    }
  }
  const stock = new Stock(small, large);
  return {
    plans,
    mutated: await runMutated(order, stock),
    benign: new Map([[PAST, past], ...await runBenign(order, stock)]),
    founding: await runFounding(order, stock),
    sensitivity: await runSensitivity(order, stock),
  };
}

/** The boxes of which a trial draws one. */
class Stock {
  readonly small: readonly Box[];
  /** Boxes without a past. */
  readonly founding: readonly Box[];

  private readonly large: readonly Box[];

  constructor(boxes: readonly Box[], large: readonly Box[]) {
    this.small = boxes.filter(({ past }) => past > 0);
    this.founding = boxes.filter(({ past }) => past === 0);
    this.large = large.filter(({ past }) => past > 0);
  }

  draw(roll: Dice): Box {
    const some = this.large.length > 0 && roll(50) === 0 ? this.large : this.small;
    return oneOf(roll, some);
  }
}

/** Draws on other boxes before a kind is said to fit none. */
const MOST_DRAWS = 400;

async function runMutated(order: Order, stock: Stock): Promise<Map<string, SpoiltCount>> {
  const kinds = MUTATIONS.filter(({ kind }) => order.kinds?.(kind) ?? true);
  const counts = new Map(kinds.map(({ kind }) => [kind, noSpoilt()]));
  for (let index = order.first ?? 0; index < order.mutated && kinds.length > 0; index++) {
    const mutation = kinds[index % kinds.length] as Mutation;
    const { box, came } = await mutatedTrial(mutation, index, order.seed, stock);
    countSpoilt(counts.get(mutation.kind) as SpoiltCount, came);
    const isMiss = came.outcome === "false" || ("named" in came && !came.named) ||
      ("wrongAfter" in came && (came.wrongAfter ?? "") !== "");
    if (isMiss) order.missed?.({ kind: mutation.kind, index, ...sizeOf(box), came });
  }
  return counts;
}

async function mutatedTrial(mutation: Mutation, index: number, seed: number, stock: Stock) {
  const roll = diceOf(seed, mutation.kind, index);
  const { box, spoilt } = drawn(mutation.kind, () => {
    const box = stock.draw(roll);
    const spoilt = drawCase(mutation, box, roll);
    return spoilt && { box, spoilt };
  });
  return { box, came: await spoiltDay(mutation, box, spoilt, { recover: roll(4) === 0 }) };
}

async function runBenign(order: Order, stock: Stock): Promise<Map<string, BenignCount>> {
  const kinds = BENIGN.filter(({ kind }) => order.kinds?.(kind) ?? true);
  const counts = new Map(kinds.map(({ kind }) => [kind, noBenign()]));
  for (let [index, days] = [0, 0]; days < order.benign && kinds.length > 0; index++) {
    const benign = kinds[index % kinds.length] as typeof kinds[number];
    const roll = diceOf(order.seed, benign.kind, index);
    for (let draws = 0;; draws++) {
      if (draws === MOST_DRAWS) throw new Error(`No box allows "${benign.kind}"`);
      const box = stock.draw(roll);
      const lived = await benignDays(benign, box, roll);
      if (lived === null) continue;
      days += lived.length;
      for (const came of lived) {
        countBenign(counts.get(benign.kind) as BenignCount, came);
        if (came.outcome === "refused" || came.outcome === "untrue") {
          order.missed?.({ kind: benign.kind, index, ...sizeOf(box), came });
        }
      }
      break;
    }
  }
  return counts;
}

/** Spoils the first list of all, which nothing can be compared with. */
async function runFounding(order: Order, { founding }: Stock): Promise<Map<string, SpoiltCount>> {
  const counts = new Map<string, SpoiltCount>();
  for (const mutation of MUTATIONS.filter(({ kind }) => order.kinds?.(kind) ?? true)) {
    const count = noSpoilt();
    for (let index = 0; index < order.founding; index++) {
      const roll = diceOf(order.seed, `${mutation.kind} first`, index);
      const box = oneOf(roll, founding);
      const spoilt = drawCase(mutation, box, roll);
      if (spoilt) countSpoilt(count, await spoiltDay(mutation, box, spoilt, { recover: false }));
    }
    if (count.crawls > 0) counts.set(mutation.kind, count);
  }
  return counts;
}

/** Kinds whose reach can be set to a number of rows. */
export const SENSITIVE: readonly string[] = [
  "truncated",
  "suffix on many rows",
  "UTF-8 read as Latin-1",
  "one constant",
  "defaulted to -",
  "defaulted to null",
  "dates a day early",
  "status defaulted to 취하",
  "leading zeros dropped",
  "case changed",
  "first site only",
];
const AFFECTED = [1, 2, 4, 8, 16, 32, 64];

async function runSensitivity(order: Order, stock: Stock): Promise<Map<string, Noticed[]>> {
  const table = new Map<string, Noticed[]>();
  if (order.sensitivity === 0) return table;
  for (const mutation of MUTATIONS.filter(({ kind }) => SENSITIVE.includes(kind))) {
    const cells: Noticed[] = [];
    for (const rows of AFFECTED) {
      let noticed = 0;
      for (let index = 0; index < order.sensitivity; index++) {
        const roll = diceOf(order.seed, `${mutation.kind} ${rows}`, index);
        const { box, spoilt } = drawn(mutation.kind, () => {
          const box = oneOf(roll, stock.small);
          const spoilt = drawCase(mutation, box, roll, exactReach(roll, rows));
          return spoilt && { box, spoilt };
        });
        const came = await spoiltDay(mutation, box, spoilt, { recover: false });
        if (came.outcome === "refused") noticed += 1;
      }
      cells.push({ rows, noticed, trials: order.sensitivity });
    }
    table.set(mutation.kind, cells);
  }
  return table;
}

function drawn<T>(kind: string, draw: () => T | null): T {
  for (let draws = 0; draws < MOST_DRAWS; draws++) {
    const found = draw();
    if (found !== null) return found;
  }
  throw new Error(`No box allows "${kind}"`);
}

function sizeOf(box: Box) {
  return { size: box.known.length, past: box.past };
}

/** Dice of one trial (FNV-1a over what it depends on). */
function diceOf(seed: number, kind: string, index: number): Dice {
  let hash = 0x811c9dc5;
  for (const character of `${seed}|${kind}|${index}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193) >>> 0;
  }
  return dice(hash);
}
