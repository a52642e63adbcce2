/**
 * Counts in English words: one thing is no "1 things". Korean has one form for both.
 *
 * @module
 */

/** A count with its noun, the count with separators. */
export function counted(count: number, one: string, more: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;
}

/** How often something was seen. */
export function times(count: number): string {
  return count === 1 ? "once" : counted(count, "time", "times");
}

/** How often in a row. */
export function inARow(count: number): string {
  return count === 1 ? "once" : `${counted(count, "time", "times")} in a row`;
}
