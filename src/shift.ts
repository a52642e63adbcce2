/**
 * Site-wide shifts: one pattern, many rows, one day.
 *
 * A suffix on every name or a renamed prefix is one decision of the site, and perhaps none of the
 * register: it becomes one question to a person instead of hundreds of events. What counts as many
 * stands in the selector spec.
 *
 * @module
 */

import type { Row } from "./model.ts";
import type { Movement } from "./movements.ts";
import { fold, readDate } from "./normalize.ts";
import { allowed } from "./plausibility.ts";
import type { SelectorSpec } from "./selector_spec.ts";
import { columnLabels, type ValueColumn } from "./value_column.ts";
import type { Refusal, Sentence } from "./refusal.ts";

/** One pattern that many cells of a column follow. */
export interface Shift {
  readonly column: ValueColumn;
  readonly words: Sentence;
  readonly movements: readonly Movement[];
}

/** Columns with so few words that equal changes are their nature. */
const FEW_WORDS: ReadonlySet<ValueColumn> = new Set<ValueColumn>([
  "status",
  "noticeCategory",
  "lastAnnualReportYear",
]);

/** For each column, the shift that most rows follow among those that a day does not explain. */
export function siteWideShifts(
  { bounds }: Pick<SelectorSpec, "bounds">,
  { of, days }: { readonly of: number; readonly days: number },
  movements: readonly Movement[],
): Refusal[] {
  if (!bounds.sameChange) return [];
  const worst = new Map<ValueColumn, { readonly shift: Shift; readonly limit: number }>();
  for (const shift of shiftsIn(movements)) {
    const causes = new Set(shift.movements.map(({ cause }) => cause)).size;
    const { byMany, byOne } = bounds.sameChange;
    const limit = days * allowed(causes > 1 ? byMany : byOne, of, 0.1);
    const found = shift.movements.length;
    const known = worst.get(shift.column)?.shift.movements.length ?? 0;
    if (found > limit && found > known) worst.set(shift.column, { shift, limit });
  }
  return [...worst.values()].map((one) => doubtOf(one, of));
}

function doubtOf(
  { shift, limit }: { readonly shift: Shift; readonly limit: number },
  of: number,
): Refusal {
  const { column, words, movements } = shift;
  const [first] = movements as [Movement];
  return {
    kind: "site-wide-shift",
    label: columnLabels(column).ko,
    pattern: words,
    of,
    allowed: limit,
    found: movements.length,
    page: first.row.position.page,
    example: exampleOf(first),
  };
}

/** Every pattern that at least two cells of a column follow. */
function shiftsIn(movements: readonly Movement[]): Shift[] {
  const shifts = new Map<string, Shift & { movements: Movement[] }>();
  const reworded = rewordedFields(movements);
  for (const movement of movements) {
    const { column, kind, row } = movement;
    // Later versions differ from document to document; the same one everywhere is a default.
    const isOrdinary = kind === "progress" && column !== "documentVersion";
    if (isOrdinary || kind === "blanked" || FEW_WORDS.has(column)) continue;
    for (const [pattern, words] of patternsOf(movement)) {
      const isOrder = pattern === "order";
      // Sites have no order, and a row in which one was reworded may show them in another as well.
      if (isOrder && reworded.get(row)?.has(fieldOf(column))) continue;
      // Parts of the sites that changed places are one shift, whichever parts they are.
      const key = `${isOrder ? fieldOf(column) : column} ${pattern}`;
      const known = shifts.get(key) ?? { column, words, movements: [] };
      if (known.movements.at(-1)?.row !== row) known.movements.push(movement);
      shifts.set(key, known);
    }
  }
  return [...shifts.values()].filter((shift) => shift.movements.length > 1);
}

/** For each row, its fields of which a value changed beyond its place. */
function rewordedFields(movements: readonly Movement[]): Map<Row, Set<string>> {
  const fields = new Map<Row, Set<string>>();
  for (const { column, from, to, row } of movements) {
    if (inOrder(from) === inOrder(to)) continue;
    fields.set(row, (fields.get(row) ?? new Set()).add(fieldOf(column)));
  }
  return fields;
}

function fieldOf(column: ValueColumn): string {
  return column.split(".")[0] as string;
}

/** The patterns that one change follows: what was put where, what it became, how far it moved. */
function patternsOf({ from, to }: Movement): [string, Sentence][] {
  const patterns: [string, Sentence][] = [];
  const add = (pattern: string, ko: string, en: string) => patterns.push([pattern, { ko, en }]);
  const days = daysBetween(from, to);
  if (days !== null) add(`days ${days}`, `${days}일씩 옮겨짐`, `moved by ${days} days`);
  // Rows of one and of several sites may have become the same, each as often as it has sites.
  const [first, ...others] = to.split("\n") as [string, ...string[]];
  const one = others.every((line) => line === first) ? first : to;
  add(`becomes ${fold(one)}`, `모두 "${short(one)}"이(가) 됨`, `all became "${short(one)}"`);
  if (from === "") return patterns;
  if (inOrder(from) === inOrder(to)) add("order", "순서만 바뀜", "its values changed places");
  if (from.toLowerCase() === to.toLowerCase()) {
    add("case", "대소문자가 바뀜", "letter case changed");
    return patterns;
  }
  const [before, after] = middles(from, to);
  if (before === "") {
    add(`put ${fold(after)}`, `"${short(after)}"이(가) 붙음`, `"${short(after)}" was added`);
  } else if (after === "") {
    add(`cut ${fold(before)}`, `"${short(before)}"이(가) 빠짐`, `"${short(before)}" was removed`);
    add(`cut to ${to.length}`, `${to.length}자에서 잘림`, `cut to ${to.length} characters`);
  } else {
    add(
      `${fold(before)} → ${fold(after)}`,
      `"${short(before)}" → "${short(after)}"`,
      `"${short(before)}" → "${short(after)}"`,
    );
  }
  return patterns;
}

/** The values of several sites, whatever their order. */
function inOrder(text: string): string {
  return text.split("\n").map(fold).sort().join("\n");
}

/** What is left of two texts without the beginning and the end that they share. */
function middles(from: string, to: string): [string, string] {
  const most = Math.min(from.length, to.length);
  let start = 0;
  while (start < most && from[start] === to[start]) start++;
  let end = 0;
  while (end < most - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  return [from.slice(start, from.length - end), to.slice(start, to.length - end)];
}

function daysBetween(from: string, to: string): number | null {
  const [a, b] = [readDate(from), readDate(to)];
  if (a === null || b === null) return null;
  return Temporal.PlainDate.from(a).until(Temporal.PlainDate.from(b)).days;
}

/** One changed cell for a sentence: which row, what it was, what it is. */
export function exampleOf({ from, to, row: { values } }: Movement): string {
  const name = values.registrationNumber ?? values.ingredient ?? "–";
  return `${name}: ${short(from) || "–"} → ${short(to) || "–"}`;
}

function short(text: string): string {
  const line = text.replaceAll("\n", " / ");
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
