/**
 * The sign of life that every run leaves, accepted or not, for something else to watch.
 *
 * It says by when the next one must have come: the next morning's run and three hours. Whoever finds
 * it overdue knows that the crawler is dead, whatever the crawler itself could have said. A run that
 * ends with a fault of store or disk leaves none.
 *
 * @module
 */

import type { InstantText, RunId, SourceId, Verdict } from "./model.ts";
import { nextDue } from "./schedule.ts";

/** The content of `data/heartbeat.json`; the shape is stable. */
export interface Heartbeat {
  readonly source: SourceId;
  readonly at: InstantText;
  readonly run: RunId;
  /** `null` where the run came to none. */
  readonly verdict: Verdict | null;
  /** Last sealed run. */
  readonly head: RunId | null;
  /** Age of the data in force, in hours. */
  readonly ageHours: number | null;
  /** Instant by which the next heartbeat must have been written. */
  readonly nextBy: InstantText;
}

/** How long a run may take, and wait for its turn. */
const GRACE = Temporal.Duration.from({ hours: 3 });

/** The heartbeat of a run that ended at `now`. */
export function heartbeatOf(
  status: Pick<Heartbeat, "source" | "run" | "verdict" | "head" | "ageHours">,
  now: Temporal.Instant,
): Heartbeat {
  const { source, run, verdict, head, ageHours } = status;
  const at = now.toString() as InstantText;
  const nextBy = nextDue(null, now).next.add(GRACE).toString() as InstantText;
  return { source, at, run, verdict, head, ageHours, nextBy };
}

/** Reads a heartbeat; `null` where there is none that can be read. */
export function readHeartbeat(text: string | null): Heartbeat | null {
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Heartbeat;
    for (const instant of [value.at, value.nextBy]) Temporal.Instant.from(instant);
    return typeof value.source === "string" && typeof value.run === "string" ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError) {
      return null;
    }
    throw error;
  }
}
