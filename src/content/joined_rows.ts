/**
 * The cells of one table row as one block, for people; how a row is written is decided elsewhere.
 *
 * Cells are chosen one by one, so some of a row can be missing: those are left empty, and the others
 * keep their columns. All rows of a table in a run are equally wide.
 *
 * @module
 */

import type { ContentBlock } from "./extraction.ts";

/** Wider tables are none that a person reads; what stands farther right goes into the last column. */
const MOST_COLUMNS = 100;

/** Blocks with the cells of each row joined, separated by tabs; all others as they are. */
export function joinedRows(blocks: readonly ContentBlock[]): readonly ContentBlock[] {
  const joined: ContentBlock[] = [];
  for (let i = 0; i < blocks.length;) {
    const end = endOf(blocks, i, isSameTable);
    if (end === i) joined.push(blocks[i++] as ContentBlock);
    else for (const row of rowsOf(blocks.slice(i, end))) joined.push(row);
    i = Math.max(i, end);
  }
  return joined;
}

/** Whether two rows that follow each other are of one table. */
export function isSameTable(one: ContentBlock, other: ContentBlock): boolean {
  return one.kind === "row" && other.kind === "row" && one.cell?.table === other.cell?.table;
}

function isSameRow(one: ContentBlock, other: ContentBlock): boolean {
  return isSameTable(one, other) && one.cell?.row === other.cell?.row;
}

/** Behind the last block that belongs with block `from`; `from` itself where it is no cell. */
function endOf(
  blocks: readonly ContentBlock[],
  from: number,
  belongs: (one: ContentBlock, other: ContentBlock) => boolean,
): number {
  const first = blocks[from];
  if (first?.cell === undefined) return from;
  let end = from + 1;
  while (end < blocks.length && belongs(first, blocks[end] as ContentBlock)) end++;
  return end;
}

function rowsOf(cells: readonly ContentBlock[]): ContentBlock[] {
  const width = cells.reduce((most, cell) => Math.max(most, columnOf(cell) + 1), 1);
  const rows: ContentBlock[] = [];
  for (let i = 0; i < cells.length;) {
    const end = endOf(cells, i, isSameRow);
    rows.push(rowOf(cells.slice(i, end), width));
    i = end;
  }
  return rows;
}

function columnOf({ cell }: ContentBlock): number {
  return Math.min(cell?.column ?? 0, MOST_COLUMNS - 1);
}

function rowOf(cells: readonly ContentBlock[], width: number): ContentBlock {
  const first = cells[0] as ContentBlock;
  const texts = Array.from({ length: width }, () => "");
  for (const cell of cells) {
    const before = texts[columnOf(cell)];
    texts[columnOf(cell)] = before ? `${before} ${cell.text}` : cell.text;
  }
  const least = (of: (cell: ContentBlock) => number) =>
    cells.reduce((so, cell) => Math.min(so, of(cell)), Infinity);
  const left = least(({ x }) => x);
  const top = least(({ y }) => y);
  return {
    ...first,
    text: texts.join("\t"),
    links: cells.flatMap(({ links }) => links),
    images: cells.flatMap(({ images }) => images),
    x: left,
    y: top,
    width: -least(({ x, width }) => -(x + width)) - left,
    height: -least(({ y, height }) => -(y + height)) - top,
    start: least(({ start }) => start),
    end: -least(({ end }) => -end),
    score: least(({ score }) => score),
  };
}
