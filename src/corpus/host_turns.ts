/**
 * Pages that turned from their text to another one, by what they turned to: where many did to the same, it
 * is an error page that says 200.
 *
 * Held are marks of 32 and 52 bits, no texts, and only of pages that show another text than they had:
 * a corpus that is added for the first time holds nothing. The number is bounded; what has not been
 * used for the longest time goes first. Two paths whose marks agree count as one.
 *
 * @module
 */

/** Pages that are remembered, and of those the ones with one text: five would do. */
const MOST_PAGES = 16_384;
const MOST_ALIKE = 32;

/** By host and text the paths that show it, each with the number of the kept text it had before. */
export class HostTurns {
  /** In the order of their last use. */
  readonly #alike = new Map<string, Map<number, number>>();
  readonly #shown = new Map<number, string>();

  /** Notes that a path shows the text `mark` in place of the kept text `from`. */
  note(host: number, path: number, mark: string, from: number): void {
    this.#clear(path);
    const key = `${host} ${mark}`;
    const paths = this.#alike.get(key) ?? new Map<number, number>();
    this.#alike.delete(key);
    this.#alike.set(key, paths);
    paths.set(path, from);
    this.#shown.set(path, key);
    if (paths.size > MOST_ALIKE) this.#clear(paths.keys().next().value as number);
    if (this.#shown.size > MOST_PAGES) this.#forget();
  }

  /** A quarter goes at once: the beginning of a map that loses one at a time is slow to find. */
  #forget(): void {
    for (const paths of [...this.#alike.values()]) {
      if (this.#shown.size <= MOST_PAGES * 3 / 4) return;
      for (const path of [...paths.keys()]) this.#clear(path);
    }
  }

  /** Notes that a path shows a text that it did not turn to now: a former one, or one of its own. */
  stay(host: number, path: number, mark: string | null): void {
    const key = this.#shown.get(path);
    if (key !== undefined && key !== `${host} ${mark}`) this.#clear(path);
  }

  #clear(path: number): void {
    const key = this.#shown.get(path);
    if (key === undefined) return;
    const paths = this.#alike.get(key) as Map<number, number>;
    this.#shown.delete(path);
    paths.delete(path);
    if (paths.size === 0) this.#alike.delete(key);
  }

  /** How many other paths show the text in place of another kept text than `from`. */
  others(host: number, path: number, mark: string, from: number): number {
    let count = 0;
    for (const [other, before] of this.#alike.get(`${host} ${mark}`) ?? []) {
      if (other !== path && before !== from) count += 1;
    }
    return count;
  }

  /** The bytes that {@linkcode HostTurns.load} reads, in the order of use. */
  save(): Uint8Array {
    const saved = [...this.#alike].map(([key, paths]) => [key, ...[...paths].flat()]);
    return new TextEncoder().encode(JSON.stringify(saved));
  }

  /** What was saved. */
  static load(bytes: Uint8Array): HostTurns {
    const turns = new HostTurns();
    const saved = JSON.parse(new TextDecoder().decode(bytes)) as [string, ...number[]][];
    for (const [key, ...flat] of saved) {
      const paths = new Map<number, number>();
      for (let i = 0; i < flat.length; i += 2) {
        paths.set(flat[i] as number, flat[i + 1] as number);
        turns.#shown.set(flat[i] as number, key);
      }
      turns.#alike.set(key, paths);
    }
    return turns;
  }
}
