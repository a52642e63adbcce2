/**
 * How well ways to cut a page into blocks keep content and the rest apart.
 *
 * @module
 */

import { contentBlocks } from "../../src/content/content_blocks.ts";
import { layoutBlocks } from "../../src/content/layout_blocks.ts";
import type { Page } from "../../src/content/page_node.ts";
import { paperBlocks } from "../../src/content/paper_blocks.ts";
import { joinedText } from "../../src/content/visual_block.ts";
import { dice, type SuitePage, wordsOf } from "./content_pages.ts";

/** Lists of nodes that belong together. */
type Cut = (page: Page) => Iterable<{ readonly nodes: readonly number[] }>;

const CUTS: Readonly<Record<string, Cut>> = {
  "the paper's": paperBlocks,
  "layout blocks": layoutBlocks,
  "DOM runs": runs,
  "every node by itself": (page) => Array.from(page.nodes.keys(), (node) => ({ nodes: [node] })),
};

function* runs(page: Page) {
  const { count, first, last } = contentBlocks(page);
  for (let block = 0; block < count; block++) {
    const length = last[block]! - first[block]! + 1;
    yield { nodes: Array.from({ length }, (_, at) => first[block]! + at) };
  }
}

/** A block is mixed where the rarer label holds at least this share of its characters. */
const MIXED = 0.1;

/** Sums over pages, by the name of the cut. */
export class Blockings {
  readonly #sums = new Map(
    Object.keys(CUTS).map((name) => [name, {
      pages: 0,
      blocks: 0,
      mixed: 0,
      rarer: 0,
      characters: 0,
      f1: 0,
    }]),
  );

  /** Takes a page; only text counts, since no truth is known of images. */
  add({ page, content, reference }: SuitePage): void {
    const wanted = wordsOf(reference);
    for (const [name, cut] of Object.entries(CUTS)) {
      const sums = this.#sums.get(name)!;
      const kept: string[] = [];
      for (const { nodes } of cut(page)) {
        const texts = nodes.filter((node) => page.nodes[node]!.kind === "text");
        if (texts.length === 0) continue;
        let [inside, all] = [0, 0];
        for (const node of texts) {
          const { length } = page.nodes[node]!.text;
          all += length;
          if (content[node] === 1) inside += length;
        }
        const rarer = Math.min(inside, all - inside);
        sums.blocks += 1;
        sums.rarer += rarer;
        sums.characters += all;
        if (rarer >= MIXED * all) sums.mixed += 1;
        if (2 * inside > all) kept.push(joinedText(texts.map((node) => page.nodes[node]!)));
      }
      sums.pages += 1;
      sums.f1 += dice(wordsOf(kept.join("\n")), wanted);
    }
  }

  /** A Markdown table. */
  table(): string {
    const rows = [...this.#sums].map(([name, { pages, blocks, mixed, rarer, characters, f1 }]) =>
      `| ${name} | ${(blocks / pages).toFixed(1)} | ${(100 * mixed / blocks).toFixed(2)} % | ` +
      `${(100 * rarer / characters).toFixed(2)} % | ${(f1 / pages).toFixed(4)} |`
    );
    return [
      "| blocks | blocks a page | mixed blocks | characters on the wrong side | oracle word F1 |",
      "| --- | --- | --- | --- | --- |",
      ...rows,
    ].join("\n");
  }
}
