/**
 * Which archived bodies the log points to, and what must stand in them.
 *
 * @module
 */

import { isOfBoards, type LogEntry } from "../log.ts";
import type { Digest, RunId } from "../model.ts";

/** A row that a body must hold at some bytes. */
export interface NeededRow {
  /** Key of the entry whose evidence it is. */
  readonly at: string;
  readonly start: number;
  readonly end: number;
  /** Texts of which one must stand there; none where the whole body is the evidence. */
  readonly texts: readonly string[];
}

/** What is needed of one body. */
export interface Need {
  readonly run: RunId;
  readonly digest: Digest;
  /** Key of the first that points to it. */
  readonly at: string;
  readonly rows: NeededRow[];
  /** True where it is a page of a refused list that a person may still accept. */
  readonly undecided: boolean;
}

/** Bodies that are pointed to, by run and digest. */
export class Needs {
  readonly #needs = new Map<string, Need>();

  add(run: RunId, digest: Digest, at: string, { undecided = false } = {}): Need {
    const name = `${run}/${digest}`;
    const need = this.#needs.get(name) ?? { run, digest, at, rows: [], undecided };
    this.#needs.set(name, need);
    return need;
  }

  /** What an entry of the log points to. */
  addEntry(run: RunId, entry: LogEntry, at: string): void {
    switch (entry.kind) {
      case "missed":
      case "sighted":
        return;
      case "founded":
        this.add(run, entry.position.digest, at);
        return;
      default: {
        const { digest, start, end } = entry.evidence;
        const names = "values" in entry ? entry.values : entry;
        if (isOfBoards(entry)) {
          this.add(run, digest, at).rows.push({ at, start, end, texts: [] });
          return;
        }
        const texts = [names.registrationNumber, names.ingredient].filter((text) => text !== null);
        const row = { at, start, end, texts: entry.kind === "delisted" ? [] : texts };
        this.add(run, digest, at).rows.push(row);
      }
    }
  }

  /** Takes out what is needed of a body, or `null`. */
  take(run: string, digest: string): Need | null {
    const name = `${run}/${digest}`;
    const need = this.#needs.get(name) ?? null;
    this.#needs.delete(name);
    return need;
  }

  /** What was needed and not taken out. */
  rest(): IterableIterator<Need> {
    return this.#needs.values();
  }
}
