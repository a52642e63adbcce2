/**
 * What a mutation is, and the words in which mutations are written.
 *
 * A mutation is a pure function of a day and of chance. It reaches a whole column on all pages, one
 * page, or at least `max(8 rows, 3 %)` of the rows: fewer than that is what real corrections look
 * like, and is measured apart, as sensitivity. One that cannot reach so many rows of a given day
 * returns `null` and is drawn again on another day.
 *
 * @module
 */

import { type Dice, oneOf } from "../support/fixture_founding.ts";
import type { FixtureRow } from "../support/fixture_row.ts";
import type { Manner, Spoiled } from "./site.ts";

/** One day as a mutation sees it. */
export interface DayView {
  readonly date: string;
  /** The list as it should be served. */
  readonly rows: readonly FixtureRow[];
  readonly manner: Manner;
  /** The list as it was served `daysAgo` days ago; `null` before the accepted past. */
  readonly earlier: (daysAgo: number) => readonly FixtureRow[] | null;
}

/** Chooses which of the rows that a mutation could change it does change; `null` if too few. */
export type Reach = (candidates: readonly number[]) => ReadonlySet<number> | null;

/** What a mutation is given. */
export interface Draw {
  readonly roll: Dice;
  readonly day: DayView;
  readonly reach: Reach;
}

/** A spoiled day, and what a refusal of it may name, in the words of either language. */
export interface Case extends Spoiled {
  readonly names: readonly RegExp[];
}

/** One kind of mutation. */
export interface Mutation {
  readonly kind: string;
  /** What happened on the site, in one sentence. */
  readonly about: string;
  readonly spoil: (draw: Draw) => Case | null;
  /**
   * Why this kind may be believed without a word: what it shows is the true list of an earlier
   * moment, so nothing untrue is published and the next day reports the rest. Checked each time.
   */
  readonly mayBeLate?: string;
}

/** Rows per page that the product asks for. */
const PAGE = 100;

/**
 * Fewest rows that count as drift in a list of `size`: rows that were listed the day before, since a
 * new row has nothing it could contradict.
 */
export function fewest(size: number): number {
  return Math.max(8, Math.ceil(size * 0.03));
}

/** Reaches all candidates, those of one page, or a part, as chance has it. */
export function drawnReach(roll: Dice, { rows, earlier }: DayView): Reach {
  const least = fewest(rows.length);
  const before = new Set(earlier(1)?.map(({ number }) => number.trim()));
  const isKnown = (index: number) => before.has((rows[index] as FixtureRow).number.trim());
  return (candidates) => {
    const reached = drawn(candidates);
    return reached && [...reached].filter(isKnown).length < least ? null : reached;
  };

  function drawn(candidates: readonly number[]): ReadonlySet<number> | null {
    if (candidates.length < least) return null;
    const way = roll(3);
    if (way === 1) {
      const size = Math.min(PAGE, Math.ceil(rows.length / 3));
      const page = roll(Math.ceil(rows.length / size));
      const chosen = candidates.filter((index) => Math.floor(index / size) === page);
      if (chosen.length >= least) return new Set(chosen);
    }
    if (way === 0 || candidates.length === least) return new Set(candidates);
    return someOf(roll, candidates, Math.min(candidates.length, least * 2 ** roll(4)));
  }
}

/** Reaches exactly `count` rows. */
export function exactReach(roll: Dice, count: number): Reach {
  return (candidates) => candidates.length < count ? null : someOf(roll, candidates, count);
}

/** Draws `count` of `choices` without putting back. */
export function someOf<T>(roll: Dice, choices: readonly T[], count: number): Set<T> {
  const left = [...choices];
  const chosen = new Set<T>();
  while (chosen.size < count && left.length > 0) {
    const at = roll(left.length);
    chosen.add(left[at] as T);
    left[at] = left.at(-1) as T;
    left.pop();
  }
  return chosen;
}

/** A cell of a row: its label on the site and its key in the fixture. */
export interface CellName {
  readonly label: string;
  readonly key: keyof FixtureRow;
  /** Label that the program's own messages may use instead. */
  readonly also?: string;
}

/** Every cell of a row but 순번, in the order of the columns. */
export const CELLS: readonly CellName[] = [
  { label: "대상의약품", key: "category" },
  { label: "등록번호", key: "number" },
  { label: "성분명", key: "ingredient" },
  { label: "신청인", key: "applicant" },
  { label: "제조소명", key: "siteNames", also: "제조소" },
  { label: "제조소소재지", key: "siteAddresses", also: "제조소" },
  { label: "제조국가", key: "siteCountries", also: "제조소" },
  { label: "최초등록일자", key: "firstOn" },
  { label: "최종변경일자", key: "changedOn" },
  { label: "최종연차보고년도", key: "reportYear" },
  { label: "취소/취하구분", key: "status" },
  { label: "취소/취하일자", key: "statusOn" },
  { label: "문서번호", key: "version" },
  { label: "연계심사문서번호", key: "review" },
];

/** Cells with free text, which most text mutations may fall on. */
export const TEXTS = cells(
  ["number", "ingredient", "applicant", "siteNames", "siteAddresses", "version", "review"],
);

/** Cells with dates. */
export const DATES = cells(["firstOn", "changedOn", "statusOn"]);

/** The cells with these keys. */
export function cells(keys: readonly (keyof FixtureRow)[]): readonly CellName[] {
  return CELLS.filter(({ key }) => keys.includes(key));
}

/** What a refusal says that names one of these columns. */
export function naming(...named: readonly (CellName | string)[]): readonly RegExp[] {
  return named.flatMap((each) => {
    const label = typeof each === "string" ? each : each.label;
    const also = CELLS.find((cell) => cell.label === label)?.also;
    return (also === undefined ? [label] : [label, also]).map((one) =>
      new RegExp(`(?<![가-힣])${RegExp.escape(one)}`)
    );
  });
}

/** What a refusal says that names a page. */
export function namingPage(page: number): RegExp {
  return new RegExp(`(?<!\\d)${page}쪽`);
}

/** What a refusal says of a list that lost, gained or repeated rows. */
export const NAMES_ROWS: readonly RegExp[] = [
  /사라졌|새로 생겼|총 [\d,]+건|서로 다른 행|행과 같습니다|순번|목록이 [\d,]+건/,
];

/** What a refusal says of a list whose rows are not the right ones: how many, or in which field. */
export const NAMES_ANY: readonly RegExp[] = [...NAMES_ROWS, ...naming(...CELLS)];

/** Rewrites one cell text of one row; `index` is that of the row in the list. */
export type Rewrite = (text: string, row: FixtureRow, index: number) => string;

/** Returns `row` with one cell rewritten; a nested cell is rewritten part by part. */
export function withCell(
  row: FixtureRow,
  key: keyof FixtureRow,
  rewrite: (text: string) => string,
): FixtureRow {
  const value = row[key];
  return { ...row, [key]: typeof value === "string" ? rewrite(value) : value.map(rewrite) };
}

/** Rewrites one cell of the rows that are reached; `null` where too few would change. */
export function rewriteCells(draw: Draw, cell: CellName, rewrite: Rewrite): Case | null {
  const { rows } = draw.day;
  const rewritten = rows.map((row, index) =>
    withCell(row, cell.key, (text) => rewrite(text, row, index))
  );
  return replaceRows(draw, rewritten, naming(cell));
}

/** Rewrites any one of `choices`, drawn by chance. */
export function rewriteOneOf(
  draw: Draw,
  choices: readonly CellName[],
  rewrite: Rewrite,
): Case | null {
  return rewriteCells(draw, oneOf(draw.roll, choices), rewrite);
}

/** Shows `replacements` (one for each row) in place of the rows that are reached. */
export function replaceRows(
  draw: Draw,
  replacements: readonly FixtureRow[],
  names: readonly RegExp[],
): Case | null {
  const { rows } = draw.day;
  const candidates = rows.flatMap((row, index) =>
    meaningOf(row) === meaningOf(replacements[index] as FixtureRow) ? [] : [index]
  );
  const reached = draw.reach(candidates);
  if (reached === null) return null;
  return {
    rows: rows.map((row, index) => reached.has(index) ? replacements[index] as FixtureRow : row),
    names,
  };
}

/** A row as people read it, without notation. */
export function meaningOf(row: FixtureRow): string {
  return JSON.stringify(row).normalize("NFKC").replace(/\s|\\[rnt]/g, "").replaceAll('"-"', '""');
}

/** A mutation that rewrites one of `choices`; `make` draws how. */
export function rewriting(
  kind: string,
  about: string,
  choices: readonly CellName[],
  make: (roll: Dice) => (text: string) => string,
): Mutation {
  return { kind, about, spoil: (draw) => rewriteOneOf(draw, choices, make(draw.roll)) };
}

/** The text of one cell, nested texts in one line. */
export function textOf(row: FixtureRow, key: keyof FixtureRow): string {
  return [row[key]].flat().join(" ");
}

/** Rows that one page of the list has. */
export function pageSize({ rows, manner }: DayView): number {
  return manner.paging?.kind === "one-page" ? rows.length : PAGE;
}
