/**
 * Where the page itself puts its content: `main` and `article`, and the element densest in text.
 *
 * @module
 */

import type { PageFacts } from "./page_facts.ts";

/** Columns, one value for each block: whether it is inside, and the landmark's share of the words. */
export interface Landmarks {
  readonly main: Float64Array;
  readonly mainShare: Float64Array;
  readonly article: Float64Array;
  readonly articleShare: Float64Array;
}

/** Columns: steps up to an element around the densest text, that element's share, whether inside. */
export interface Densest {
  readonly steps: Float64Array;
  readonly share: Float64Array;
  readonly inside: Float64Array;
}

/** Finds the nearest landmark around every block. */
export function landmarks({ page, blocks, element, words }: PageFacts): Landmarks {
  const nearest = (is: (e: number) => boolean) => {
    const found = new Int32Array(page.elements.length);
    page.elements.forEach(({ parent }, e) => {
      found[e] = is(e) ? e : parent < 0 ? -1 : found[parent] as number;
    });
    return found;
  };
  const main = nearest((e) => {
    const { tag, role, id } = page.elements[e] as { tag: string; role: string; id: string };
    return tag === "main" || role === "main" || /^(?:main|content|main-?content)$/i.test(id);
  });
  const article = nearest((e) => page.elements[e]?.tag === "article");
  const column = (found: Int32Array, value: (e: number) => number) =>
    Float64Array.from(
      blocks.element,
      (e) => e < 0 || (found[e] as number) < 0 ? 0 : value(found[e] as number),
    );
  const share = (e: number) => (element.words[e] as number) / Math.max(1, words);
  return {
    main: column(main, () => 1),
    mainShare: column(main, share),
    article: column(article, () => 1),
    articleShare: column(article, share),
  };
}

/**
 * The element whose own paragraphs weigh most: a long block counts for its parent in full, for the
 * parent's parent by half, less what is links.
 */
export function nearestDensest({ page, blocks, block, element, words }: PageFacts): Densest {
  const weight = new Float64Array(page.elements.length);
  for (let i = 0; i < blocks.count; i++) {
    const long = (block.words[i] as number) - 2 * (block.linkWords[i] as number);
    let e = page.elements[blocks.element[i] as number]?.parent ?? -1;
    for (let share = long < 10 ? 0 : long; share >= long / 4 && share > 0 && e >= 0; share /= 2) {
      weight[e] = (weight[e] as number) + share;
      e = page.elements[e]?.parent ?? -1;
    }
  }
  let best = -1;
  weight.forEach((value, e) => {
    if (value > (best < 0 ? 0 : weight[best] as number)) best = e;
  });
  const path = new Set<number>();
  for (let e = best; e >= 0; e = page.elements[e]?.parent ?? -1) path.add(e);
  const result = {
    steps: new Float64Array(blocks.count),
    share: new Float64Array(blocks.count),
    inside: new Float64Array(blocks.count),
  };
  const inside = new Uint8Array(page.elements.length);
  page.elements.forEach(({ parent }, e) => {
    inside[e] = e === best || (parent >= 0 && inside[parent] === 1) ? 1 : 0;
  });
  const bestDepth = best < 0 ? 0 : element.depth[best] as number;
  const meets = new Int32Array(page.elements.length);
  page.elements.forEach(({ parent }, e) => {
    meets[e] = path.has(e) ? e : parent < 0 ? -1 : meets[parent] as number;
  });
  for (let i = 0; i < blocks.count; i++) {
    const e = blocks.element[i] as number;
    const meeting = e < 0 ? -1 : meets[e] as number;
    result.inside[i] = e < 0 ? 0 : inside[e] as number;
    result.steps[i] = meeting < 0 ? 99 : bestDepth - (element.depth[meeting] as number);
    result.share[i] = meeting < 0 ? 0 : (element.words[meeting] as number) / Math.max(1, words);
  }
  return result;
}
