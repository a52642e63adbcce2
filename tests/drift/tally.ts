/**
 * Counting what came of trials, and how sure a rate is.
 *
 * @module
 */

import type { Lived } from "./lived.ts";
import type { Spoilt } from "./trial.ts";

/** Counts of one kind of mutation. */
export interface SpoiltCount {
  crawls: number;
  refused: number;
  harmless: number;
  late: number;
  false: number;
  /** Of the refused: those whose reason names what was spoilt. */
  named: number;
  /** Days after a refused one that were run, and those of them that caught up exactly. */
  followed: number;
  caughtUp: number;
}

/** Counts of one kind of benign day. */
export interface BenignCount {
  days: number;
  accepted: number;
  asked: number;
  refused: number;
  untrue: number;
}

/** No crawls yet. */
export function noSpoilt(): SpoiltCount {
  return {
    crawls: 0,
    refused: 0,
    harmless: 0,
    late: 0,
    false: 0,
    named: 0,
    followed: 0,
    caughtUp: 0,
  };
}

/** No days yet. */
export function noBenign(): BenignCount {
  return { days: 0, accepted: 0, asked: 0, refused: 0, untrue: 0 };
}

/** Counts one crawl. */
export function countSpoilt(count: SpoiltCount, spoilt: Spoilt): void {
  count.crawls += 1;
  count[spoilt.outcome] += 1;
  if (spoilt.outcome !== "refused" && spoilt.outcome !== "late") return;
  if (spoilt.outcome === "refused" && spoilt.named) count.named += 1;
  if (spoilt.wrongAfter === null) return;
  count.followed += 1;
  if (spoilt.wrongAfter === "") count.caughtUp += 1;
}

/** Counts one day. */
export function countBenign(count: BenignCount, lived: Lived): void {
  count.days += 1;
  count[lived.outcome] += 1;
}

/** Adds counts up. */
export function sum<T extends object>(counts: Iterable<T>, nothing: T): T {
  const total = { ...nothing } as Record<string, number>;
  for (const count of counts) {
    for (const [name, value] of Object.entries(count)) total[name] = (total[name] ?? 0) + value;
  }
  return total as T;
}

/** Wilson's 95 % interval for `hits` of `of`, as shares from 0 to 1. */
export function wilson(hits: number, of: number): readonly [number, number] {
  if (of === 0) return [0, 1];
  const z = 1.959964;
  const share = hits / of;
  const middle = share + (z * z) / (2 * of);
  const spread = z * Math.sqrt((share * (1 - share)) / of + (z * z) / (4 * of * of));
  const scale = 1 + (z * z) / of;
  return [Math.max(0, (middle - spread) / scale), Math.min(1, (middle + spread) / scale)];
}
