/**
 * Which known word somebody probably meant.
 *
 * Used by every message that refuses a word; whether the word is refused is decided elsewhere.
 *
 * @module
 */

/**
 * Returns the known word with the fewest typing errors, or `null` where none is near enough.
 *
 * An error is one letter missing, added, wrong, or swapped with its neighbor; letter case, width
 * and composition count as none. Up to a third of the letters may be wrong, at least one; of
 * equally near words the first wins.
 */
export function nearest(word: string, known: Iterable<string>): string | null {
  const letters = fold(word);
  let best: string | null = null;
  let fewest = Infinity;
  for (const candidate of known) {
    const others = fold(candidate);
    const longer = Math.max(letters.length, others.length);
    const allowed = Math.min(Math.max(1, Math.floor(longer / 3)), longer - 1);
    if (Math.abs(letters.length - others.length) > allowed) continue;
    const errors = distance(letters, others);
    if (errors <= allowed && errors < fewest) {
      best = candidate;
      fewest = errors;
    }
  }
  return best;
}

function fold(word: string): readonly string[] {
  return [...word.normalize("NFKC").toLowerCase()];
}

/** Optimal string alignment distance, over three rolling rows. */
function distance(a: readonly string[], b: readonly string[]): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const wrong = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + wrong);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      }
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
