/**
 * How many records the site says its list has.
 *
 * A page may show several counts; the one that belongs to the list stands nearest before it.
 *
 * @module
 */

import type { Survey } from "./find_table.ts";

/** Reads the stated total of a page that has a list; `null` where the page does not state one. */
export function statedTotal(survey: Survey, pattern: RegExp): number | null {
  const { text, listAt, titles } = survey;
  const before = [
    ...countsIn(text.slice(0, listAt), pattern, 0),
    ...titles.filter(({ at }) => at <= listAt).flatMap((t) => countsIn(t.text, pattern, t.at)),
  ];
  if (before.length > 0) return before.reduce((a, b) => b.at >= a.at ? b : a).count;
  const after = [
    ...countsIn(text.slice(listAt), pattern, listAt),
    ...titles.filter(({ at }) => at > listAt).flatMap((t) => countsIn(t.text, pattern, t.at)),
  ];
  return after.length > 0 ? after.reduce((a, b) => b.at < a.at ? b : a).count : null;
}

interface Count {
  readonly at: number;
  readonly count: number;
}

function countsIn(text: string, pattern: RegExp, offset: number): Count[] {
  const counts: Count[] = [];
  for (const match of text.matchAll(pattern)) {
    const count = Number((match[1] ?? "").replaceAll(",", "") || NaN);
    if (Number.isSafeInteger(count)) counts.push({ at: offset + match.index, count });
  }
  return counts;
}
