/**
 * The blocks of some pages with the labels that a person gave them, and the rows of the table they
 * make: the DataCreator of the paper.
 *
 * Labels that the table already holds are kept: those of the same blocks with the blocks, all other
 * rows as they are. What the columns are is decided in `label_csv.ts`.
 *
 * @module
 */

import { type Label, LABEL_COLUMNS, type LabelledBlock, labelRow } from "../content/label_csv.ts";
import type { Page } from "../content/page_node.ts";
import { boxAround, type VisualBlock } from "../content/visual_block.ts";

/** What a person says of a block; a title is content too, `null` is nothing yet. */
export type Mark = "content" | "title" | "other" | null;

/** All that can be said. */
export const MARKS: readonly Mark[] = ["content", "title", "other", null];

/** A page with its blocks. */
export interface BlockedPage {
  /** Its address, or the name of its file. */
  readonly name: string;
  readonly page: Page;
  readonly blocks: readonly VisualBlock[];
}

/** A block as it is drawn; lengths are CSS pixels. */
export interface DrawnBlock {
  readonly kind: VisualBlock["kind"];
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly mark: Mark;
}

/** The table while it is worked on. */
export class LabelSheet {
  readonly pages: readonly BlockedPage[];
  /** Labels of these pages that are of no block they have now. */
  readonly homeless: number;
  readonly #marks: Mark[][];
  readonly #others: readonly LabelledBlock[];

  /** `known` are the rows that the table holds already. */
  constructor(pages: readonly BlockedPage[], known: readonly LabelledBlock[]) {
    this.pages = pages;
    const labelled = new Map(known.map((row) => [keyOf(row.page, row), markOf(row)]));
    this.#marks = pages.map(({ name, blocks }) =>
      blocks.map((block) => labelled.get(keyOf(name, block)) ?? null)
    );
    const names = new Set(pages.map(({ name }) => name));
    this.#others = known.filter(({ page }) => !names.has(page));
    const found = new Set(
      pages.flatMap(({ name, blocks }) => blocks.map((one) => keyOf(name, one))),
    );
    this.homeless =
      known.filter((row) =>
        row.isContent !== null && names.has(row.page) && !found.has(keyOf(row.page, row))
      ).length;
  }

  /** Blocks that are labelled, and all there are; of one page or of all. */
  progress(page?: number): { readonly done: number; readonly all: number } {
    const marks = page === undefined ? this.#marks.flat() : this.#marks[page] ?? [];
    return { done: marks.filter((mark) => mark !== null).length, all: marks.length };
  }

  /** Labels a block; false where there is no such block. */
  mark(page: number, block: number, mark: Mark): boolean {
    const marks = this.#marks[page];
    if (marks === undefined || !Object.hasOwn(marks, block)) return false;
    marks[block] = mark;
    return true;
  }

  /** The blocks of a page as they are drawn, in page order. */
  drawn(page: number): readonly DrawnBlock[] {
    const blocked = this.pages[page];
    if (blocked === undefined) return [];
    return blocked.blocks.map(({ kind, text, nodes, fontSize }, index) => {
      const box = boxAround(nodes.map((node) => blocked.page.nodes[node]!));
      return {
        kind,
        text,
        x: box.left,
        y: box.top,
        width: box.right - box.left,
        height: box.bottom - box.top,
        fontSize,
        mark: this.#marks[page]?.[index] ?? null,
      };
    });
  }

  /** The whole table, its header first. */
  *rows(): Generator<readonly (string | number | null)[]> {
    yield LABEL_COLUMNS;
    for (const row of this.#others) yield labelRow(row.page, row, row.isContent, row.isTitle);
    for (const [at, { name, blocks }] of this.pages.entries()) {
      for (const [index, block] of blocks.entries()) {
        yield labelRow(name, block, ...labelsOf(this.#marks[at]?.[index] ?? null));
      }
    }
  }
}

function labelsOf(mark: Mark): readonly [isContent: Label, isTitle: Label] {
  switch (mark) {
    case "content":
      return [1, 0];
    case "title":
      return [1, 1];
    case "other":
      return [0, 0];
    case null:
      return [null, null];
  }
}

function markOf({ isContent, isTitle }: LabelledBlock): Mark {
  if (isContent === null) return null;
  return isContent === 0 ? "other" : isTitle === 1 ? "title" : "content";
}

/** One block in a table and on its page: the same words of the same kind at the same place. */
function keyOf(page: string, block: Omit<VisualBlock, "nodes">): string {
  const { kind, text, x, y, width, height } = block;
  return JSON.stringify([page, kind, text.toWellFormed().trim(), x, y, width, height]);
}
