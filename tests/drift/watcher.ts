/**
 * The product under test: one box with an accepted past, and what a day on it ends with.
 *
 * @module
 */

import type { Change, RegisterRecord, SourceId } from "../../src/model.ts";
import { runOnce } from "../../src/pipeline.ts";
import { settle } from "../../src/project.ts";
import type { Sentence } from "../../src/refusal.ts";
import type { SelectorSpec } from "../../src/selector_spec.ts";
import { ManualClock } from "../support/manual_clock.ts";
import { MemoryLog } from "../support/memory_log.ts";
import { HandlerFetch, jobFor, MemoryArchive } from "../support/memory_world.ts";

/** How a day ended. */
export type DayEnd =
  | {
    readonly kind: "accepted";
    readonly changes: readonly Change[];
    /** Values of the records in force after it. */
    readonly records: readonly RegisterRecord[];
  }
  | { readonly kind: "refused"; readonly refusal: string; readonly reason: Sentence };

/** Bounds that refuse nothing. */
const ALL = { rows: 1_000_000, share: 1 };
export const NO_BOUNDS: Partial<SelectorSpec["bounds"]> = {
  tolerated: 1,
  gone: ALL,
  new: ALL,
  blanked: ALL,
  changed: { default: ALL },
};

/** A box; its store and archive are in memory. */
export class Watcher {
  readonly #log: MemoryLog;
  readonly #archive: MemoryArchive;
  readonly #bounds: Partial<SelectorSpec["bounds"]>;

  constructor(
    bounds: Partial<SelectorSpec["bounds"]> = {},
    log = new MemoryLog(),
    archive = new MemoryArchive(),
  ) {
    this.#bounds = bounds;
    this.#log = log;
    this.#archive = archive;
  }

  /** Another box with the same past. */
  copy(bounds = this.#bounds): Watcher {
    return new Watcher(bounds, this.#log.copy(), this.#archive.copy());
  }

  /** Runs one day against a site. */
  async day(date: string, site: (request: Request) => Response): Promise<DayEnd> {
    const job = jobFor(date);
    const spec = { ...job.spec, bounds: { ...job.spec.bounds, ...this.#bounds } };
    const end = await runOnce({ ...job, spec, prepared: { ...job.prepared, spec } }, {
      clock: new ManualClock(`${date}T00:00:00Z`),
      fetch: new HandlerFetch(site),
      archive: this.#archive,
      log: this.#log,
    });
    await settle(this.#log, "mfds-dmf" as SourceId);
    switch (end.kind) {
      case "accepted": {
        const records = [...end.state.values()].filter(({ delisted }) => !delisted);
        const values = records.map((known) => known.values);
        return { kind: "accepted", changes: end.changes, records: values };
      }
      case "quarantined":
        return { kind: "refused", refusal: end.record.refusal.kind, reason: end.record.reason };
      case "failed":
        return { kind: "refused", refusal: "failed", reason: end.record.reason };
      default:
        throw new Error(`${date}: the run was not begun (${end.kind})`);
    }
  }
}
