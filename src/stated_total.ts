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
  const inTitles = titles.flatMap((title) =>
    countsIn(title.text, pattern).map(({ count }) => ({ start: title.at, end: title.at, count }))
  );
  const before = [
    ...inTitles.filter(({ end }) => end <= listAt),
    ...countsIn(text.slice(0, listAt), pattern),
  ];
  if (before.length > 0) return before.reduce((a, b) => b.end >= a.end ? b : a).count;
  const after = [
    ...inTitles.map(({ start, count }) => ({ start: start - listAt, count })),
    ...countsIn(text.slice(listAt), pattern),
  ];
  return after.length > 0 ? after.reduce((a, b) => b.start < a.start ? b : a).count : null;
}

interface Count {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

function countsIn(text: string, pattern: RegExp): Count[] {
  const counts: Count[] = [];
  for (const match of text.matchAll(pattern)) {
    const count = Number((match[1] ?? "").replaceAll(",", "") || NaN);
    const { index: start } = match;
    if (Number.isSafeInteger(count)) counts.push({ start, end: start + match[0].length, count });
  }
  return counts;
}
