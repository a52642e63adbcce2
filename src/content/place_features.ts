/**
 * Where a block stands among the page's others, what its neighbours are like, what page it is.
 *
 * @module
 */

import type { Feature, FeatureContext } from "./feature_context.ts";

const NEIGHBOURS = [-3, -2, -1, 1, 2, 3];

/** In the order of the model's columns. */
export const PLACE_FEATURES: readonly Feature[] = [
  ["wordsBefore", ({ facts }, i) => facts.block.wordsBefore[i] as number],
  [
    "wordsAfter",
    ({ facts }, i) =>
      facts.words - (facts.block.wordsBefore[i] as number) - (facts.block.words[i] as number),
  ],
  ["placeInWords", ({ facts }, i) => (facts.block.wordsBefore[i] as number) / facts.words],
  ["placeInBlocks", ({ facts }, i) => i / facts.blocks.count],
  ["blocksAfter", ({ facts }, i) => facts.blocks.count - i],
  ["y", ({ facts }, i) => (facts.block.y[i] as number) / Math.max(1, facts.page.height)],
  ["x", ({ facts }, i) => facts.block.x[i] as number],
  ["width", ({ facts }, i) => facts.block.width[i] as number],
  [
    "wordsSinceTop",
    ({ facts, marks }, i) =>
      marks.top < 0 ? 99999 : (facts.block.wordsBefore[i] as number) -
        (facts.block.wordsBefore[marks.top] as number),
  ],
  ["blocksSinceTop", ({ marks }, i) => marks.top < 0 ? 99999 : i - marks.top],
  ["blocksSinceHeading", ({ marks }, i) => i - (marks.heading[i] as number)],
  ["headingRank", ({ facts, marks }, i) => facts.block.heading[marks.heading[i] as number] ?? 0],
  ["sectionWords", ({ marks }, i) => marks.sectionWords[i] as number],
  ["sectionLinkShare", ({ marks }, i) => marks.sectionLinks[i] as number],
  ["blocksSinceLong", ({ marks }, i) => i - (marks.longBefore[i] as number)],
  ["blocksToLong", ({ marks }, i) => (marks.longAfter[i] as number) - i],
  ["longSoFar", ({ marks }, i) => marks.longShare[i] as number],
  ...NEIGHBOURS.flatMap((step): Feature[] => [
    [`neighbourWords${step}`, ({ facts }, i) => facts.block.words[i + step] ?? -1],
    [`neighbourLinkShare${step}`, ({ facts }, i) => neighbourLinks(facts.block, i + step)],
    [
      `neighbourTag${step}`,
      ({ facts, tags }, i) => tags[facts.blocks.element[i + step] ?? -1] ?? 0,
    ],
  ]),
  ...[-1, 1].flatMap((step): Feature[] => [
    [`stops${step}`, ({ facts }, i) => facts.block.stops[i + step] ?? -1],
    [`shared${step}`, (context, i) => sharedDepth(context, i, i + step)],
    [`heading${step}`, ({ facts }, i) => facts.block.heading[i + step] ?? 0],
  ]),
  ["nearWords5", ({ windows }, i) => windows.words5[i] as number],
  ["nearLinks5", ({ windows }, i) => windows.links5[i] as number],
  ["nearWords15", ({ windows }, i) => windows.words15[i] as number],
  ["nearLinks15", ({ windows }, i) => windows.links15[i] as number],
  ["pageWords", ({ facts }) => facts.words],
  ["pageLinkShare", ({ facts }) => facts.linkWords / facts.words],
  ["pageBlocks", ({ facts }) => facts.blocks.count],
  ["pageMean", ({ facts }) => facts.words / facts.blocks.count],
  ...([
    "longBlocks",
    "longShare",
    "paragraphs",
    "headings",
    "images",
    "topShare",
    "stops",
    "mainCount",
    "articleCount",
    "articleShare",
    "address",
    "addressDepth",
    "kind",
    "statedArticle",
    "statedProduct",
    "statedForum",
    "statedList",
    "statedFaq",
    "lists",
    "tables",
    "money",
    "marks",
    "forms",
  ] as const).map((name): Feature => [`page:${name}`, ({ shape }) => shape[name]]),
];

function neighbourLinks(
  block: { readonly linkWords: Float64Array; readonly words: Float64Array },
  i: number,
): number {
  const words = block.words[i];
  return words === undefined ? -1 : (block.linkWords[i] as number) / Math.max(1, words);
}

/** Depth of the innermost element around both, less the block's own depth. */
function sharedDepth({ facts }: FeatureContext, i: number, other: number): number {
  let a = facts.blocks.element[i] as number;
  let b = facts.blocks.element[other] ?? -1;
  const own = a < 0 ? 0 : facts.element.depth[a] as number;
  // Parents come before their descendants, so the larger index is never above the smaller one.
  while (a !== b && a >= 0 && b >= 0) {
    if (a > b) a = facts.page.elements[a]?.parent ?? -1;
    else b = facts.page.elements[b]?.parent ?? -1;
  }
  return a < 0 || b < 0 ? -99 : (facts.element.depth[a] as number) - own;
}
