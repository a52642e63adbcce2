/**
 * The table of blocks that people label and models learn from: `dmf label` writes it, `dmf train` reads it.
 *
 * UTF-8 with or without BOM, commas, a header line. A row that cannot be used is told by its line; the
 * others are read.
 *
 * @module
 */

import { parse } from "csv-parse/sync";
import { unreadable } from "../configuration_error.ts";
import { unguard } from "../formula_guard.ts";
import { nearest } from "../nearest.ts";
import type { Sentence } from "../refusal.ts";
import { VISUAL_FEATURES, type VisualBlock } from "./visual_block.ts";

/** The columns, in the order they are written; they are read in any order, and others are ignored. */
export const LABEL_COLUMNS = [
  "page",
  "kind",
  "content",
  ...VISUAL_FEATURES,
  "isContent",
  "isTitle",
] as const;

/** A label, or `null` where nobody gave one. */
export type Label = 0 | 1 | null;

/** One block with its labels; a title is content too. */
export interface LabelledBlock extends Omit<VisualBlock, "nodes"> {
  /** The page's address, or the name of its file. */
  readonly page: string;
  readonly isContent: Label;
  readonly isTitle: Label;
}

/** A row that cannot be used. */
export interface BadRow {
  /** From 1, the header being the first; of a row over several lines, the last. */
  readonly line: number;
  readonly why: Sentence;
}

/** One row as `csvText()` takes it. */
export function labelRow(
  page: string,
  block: Omit<VisualBlock, "nodes">,
  isContent: Label,
  isTitle: Label,
): readonly (string | number | null)[] {
  return [
    page,
    block.kind,
    block.text,
    ...VISUAL_FEATURES.map((name) => block[name]),
    isContent,
    isTitle,
  ];
}

/** The site of a page: rows of one site are never both learned from and tested on. */
export function siteOf(page: string): string {
  return URL.parse(page)?.host || page;
}

/**
 * Reads a table.
 *
 * @throws {ConfigurationError} where it is no table, or lacks a column.
 */
export function readLabelCsv(
  text: string,
  file: string,
): { readonly rows: readonly LabelledBlock[]; readonly bad: readonly BadRow[] } {
  const [header, ...records] = recordsOf(text, file);
  const places = placesOf(header?.record ?? [], file);
  const rows: LabelledBlock[] = [];
  const bad: BadRow[] = [];
  for (const { record, info } of records) {
    const cell = (name: Column) => (record[places.get(name)!] ?? "").trim();
    const read = record.length === header!.record.length
      ? rowOf(cell)
      : wrongLength(header!.record.length, record.length);
    if ("page" in read) rows.push(read);
    else bad.push({ line: info.lines, why: read });
  }
  return { rows, bad };
}

type Column = typeof LABEL_COLUMNS[number];

interface Row {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

function recordsOf(text: string, file: string): readonly Row[] {
  try {
    return parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as Row[];
  } catch (error) {
    const detail = (error as Error).message.replaceAll('"', "'");
    throw unreadable(file, { ko: `CSV가 아닙니다(${detail}).`, en: `not CSV: ${detail}` });
  }
}

function placesOf(header: readonly string[], file: string): ReadonlyMap<Column, number> {
  const names = header.map((name) => name.trim());
  for (const column of LABEL_COLUMNS) {
    if (names.includes(column)) continue;
    const near = nearest(column, names);
    throw unreadable(file, {
      ko: `첫 줄에 "${column}" 열이 없습니다. ${
        near === null ? "" : `가장 가까운 열은 "${near}"입니다. `
      }필요한 열: ${LABEL_COLUMNS.join(", ")}.`,
      en: `the first line lacks the column "${column}"${
        near === null ? "" : `, nearest is "${near}"`
      }; it needs ${LABEL_COLUMNS.join(", ")}`,
    });
  }
  return new Map(LABEL_COLUMNS.map((column) => [column, names.indexOf(column)]));
}

function wrongLength(expected: number, found: number): Sentence {
  return {
    ko: `칸이 ${expected}개여야 하는데 ${found}개입니다.`,
    en: `expected ${expected} cells, found ${found}`,
  };
}

function rowOf(cell: (name: Column) => string): LabelledBlock | Sentence {
  const kind = cell("kind");
  if (kind !== "text" && kind !== "image") return wrong("kind", "text, image", kind);
  const numbers = new Map<string, number>();
  for (const name of VISUAL_FEATURES) {
    const value = numberOf(cell(name));
    const most = name === "fontSize" ? LARGEST_FONT : 1;
    if (!(value >= 0 && value <= most)) return wrong(name, `0…${most}`, cell(name));
    numbers.set(name, value);
  }
  const labels = [labelOf(cell("isContent")), labelOf(cell("isTitle"))] as const;
  if (labels[0] === undefined) return wrong("isContent", "0, 1", cell("isContent"));
  if (labels[1] === undefined) return wrong("isTitle", "0, 1", cell("isTitle"));
  if (labels[1] === 1 && labels[0] !== 1) return TITLE_APART;
  const [x, y, width, height, fontSize] = VISUAL_FEATURES.map((name) => numbers.get(name)!) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const [page, text] = [unguard(cell("page")), unguard(cell("content"))];
  const [isContent, isTitle] = labels;
  return { page, kind, text, x, y, width, height, fontSize, isContent, isTitle };
}

/** No page has letters as tall; what stands there is no size. */
const LARGEST_FONT = 10_000;

const TITLE_APART: Sentence = {
  ko: '제목("isTitle" 1)은 본문이기도 해야 합니다("isContent" 1).',
  en: 'a title ("isTitle" 1) must be content too ("isContent" 1)',
};

/** `Number()` would read an empty cell as 0, and "0x10" as 16. */
function numberOf(text: string): number {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

function labelOf(text: string): Label | undefined {
  return text === "" ? null : text === "0" ? 0 : text === "1" ? 1 : undefined;
}

function wrong(column: Column, expected: string, found: string): Sentence {
  const shown = found.length > 40 ? `${found.slice(0, 37)}…` : found;
  return {
    ko: `"${column}" 값은 ${expected}이어야 합니다(현재 값: "${shown}").`,
    en: `"${column}" must be ${expected}, found "${shown}"`,
  };
}
