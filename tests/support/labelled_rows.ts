/**
 * Blocks of made-up sites: a title, paragraphs in the middle, a menu and small print around them.
 *
 * @module
 */

import { drawnOrder } from "../../src/content/drawn_order.ts";
import { LABEL_COLUMNS } from "../../src/content/label_csv.ts";
import type { TrainingRow } from "../../src/content/train_stages.ts";

/** Rows of `sites` sites, `each` blocks a site, the first being the title. */
export function labelledRows(sites: number, each = 20): TrainingRow[] {
  const drawn = drawnOrder(sites * each * 3, 4);
  let at = 0;
  const next = () => drawn[at++ % drawn.length]! / drawn.length;
  return Array.from({ length: sites * each }, (_, row): TrainingRow => {
    const place = row % each;
    const site = `s${Math.floor(row / each)}.example`;
    if (place === 0) {
      return {
        features: [0.45 + next() * 0.1, 0.1, 0.5, 0.02, 30],
        isContent: 1,
        isTitle: 1,
        site,
      };
    }
    const content = place < each / 2;
    const features = content
      ? [0.42 + next() * 0.16, 0.15 + next() * 0.6, 0.6, 0.05 + next() * 0.05, 16]
      : [next() < 0.5 ? 0.1 : 0.9, next(), 0.15, 0.02, 12 + next() * 2];
    return { features, isContent: content ? 1 : 0, isTitle: 0, site };
  });
}

/** The same as the table that `dmf label` writes. */
export function labelledCsv(rows: readonly TrainingRow[]): string {
  const lines = rows.map(({ features, isContent, isTitle, site }, at) =>
    [
      `https://${site}/page`,
      "text",
      `"block ${at}, of ""some"" text"`,
      ...features,
      isContent,
      isTitle,
    ]
      .join(",")
  );
  return `\uFEFF${[LABEL_COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}
