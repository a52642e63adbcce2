/**
 * An extraction as JSON, in a shape that stays.
 *
 * @module
 */

import type { ContentBlock, Extraction } from "./extraction.ts";

/**
 * One line of JSON with a line break: `{url, title, category, model, blocks, images, links}`.
 *
 * `images` and `links` are those of all blocks, each once. A block has `kind`, `level`, `text`, `links`,
 * `images`, of a row its `cell` `{table, row, column}` from 0, its box `{x, y, width, height}` in CSS pixels, its place in the source `{start, end}` in
 * UTF-16 units or `null`, and the `score` from 0 to 1 by which it was taken for content.
 */
export function jsonOf({ url, title, category, model, blocks }: Extraction): string {
  return `${
    JSON.stringify({
      url,
      title,
      category,
      model,
      blocks: blocks.map(blockOf),
      images: onceBy(blocks.flatMap(({ images }) => images), ({ source }) => source),
      links: onceBy(blocks.flatMap(({ links }) => links), ({ href }) => href),
    })
  }\n`;
}

function blockOf(block: ContentBlock) {
  const { kind, level, text, links, images, cell, x, y, width, height, start, end, score } = block;
  return {
    kind,
    level,
    text,
    links,
    images,
    ...(cell === undefined ? {} : { cell }),
    box: { x: round(x, 10), y: round(y, 10), width: round(width, 10), height: round(height, 10) },
    source: start < 0 ? null : { start, end },
    score: round(score, 10_000),
  };
}

function onceBy<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  return [...new Map(all.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}

function round(value: number, unit: number): number {
  return Math.round(value * unit) / unit;
}
