/**
 * What the projections of a source must hold, folded from its log in memory.
 *
 * A version is remembered by its digest only: there are ten times as many versions as records. The
 * same fold is what a rebuild of the projections would start from.
 *
 * @module
 */

import { canonical, digestOf } from "../digest.ts";
import { numberKey } from "../keys.ts";
import type { SealedEntry } from "../log.ts";
import type { RecordId, RunId, SourceId } from "../model.ts";
import { type Effect, effectOf, type Projected } from "../project.ts";

/** The fold of a log, entry by entry. */
export class ExpectedProjections {
  readonly records = new Map<RecordId, Effect["after"]>();
  /** Digest of each version, by record and first run. */
  readonly versions = new Map<string, string>();
  /** Record ids by the last part of their number's key. */
  readonly numbers = new Map<string, RecordId[]>();
  /** Records of which the log itself is damaged: nothing can be said of their projections. */
  readonly doubtful = new Set<RecordId>();
  /** Records as they stand beyond what is projected already. */
  readonly #ahead = new Map<RecordId, Projected>();

  constructor(readonly source: SourceId) {}

  /** Takes the next entry; `projected` is false where the projections are not that far yet. */
  take(sealed: SealedEntry, run: RunId, projected: boolean): void {
    const id = sealed.entry.record;
    const before = this.#ahead.get(id) ?? this.records.get(id) ?? { known: undefined, seq: 0 };
    const { after, writes, number } = effectOf(this.source, before, sealed, run);
    if (!projected) {
      this.#ahead.set(id, after);
      return;
    }
    this.records.set(id, after);
    for (const { key, value } of writes) {
      if (key[0] !== "version") continue;
      const name = versionName(id, key.at(-1) as RunId);
      if (value === undefined) this.versions.delete(name);
      else this.versions.set(name, versionHash(value));
    }
    if (number !== null) this.#name(number, id);
  }

  #name(number: string, id: RecordId): void {
    const last = numberKey(this.source, number).at(-1) as string;
    const ids = this.numbers.get(last);
    if (!ids) this.numbers.set(last, [id]);
    else if (!ids.includes(id)) ids.push(id);
  }
}

/** The name under which a version is remembered. */
export function versionName(record: RecordId, validFrom: RunId): string {
  return `${record}/${validFrom}`;
}

/** What is remembered of a version. */
export function versionHash(version: unknown): string {
  return digestOf(canonical(version));
}
