/**
 * Where a block stands in the tree: tags, sizes and shares of its ancestors, purposes they name.
 *
 * @module
 */

import type { Feature, FeatureContext } from "./feature_context.ts";
import { HINTS } from "./element_hints.ts";
import type { ElementColumns } from "./page_facts.ts";

const NO_HINT = 40;

/** In the order of the model's columns. */
export const ANCESTOR_FEATURES: readonly Feature[] = [
  [
    "innerTag",
    ({ tags, inner }, i) => inner[i] as number < 0 ? 0 : tags[inner[i] as number] as number,
  ],
  ...[0, 1, 2, 3].map((step): Feature => [`tag${step}`, (context, i) => tagAt(context, i, step)]),
  ["depth", (context, i) => at(context, i, 0, "depth")],
  ...[0, 1, 2, 3].flatMap((step): Feature[] => [
    [`children${step}`, (context, i) => at(context, i, step, "children")],
    [`twins${step}`, (context, i) => at(context, i, step, "twins")],
    [`place${step}`, (context, i) => at(context, i, step, "place")],
  ]),
  ...[1, 2, 3, 4, 5, 6].flatMap((step): Feature[] => [
    [`wideWords${step}`, (context, i) => wide(context, i, step, "words")],
    [`wideShare${step}`, (context, i) => wide(context, i, step, "words") / context.facts.words],
    [`wideLinkShare${step}`, (context, i) => ratio(context, i, step, "linkWords", "words")],
    [`wideMean${step}`, (context, i) => ratio(context, i, step, "words", "blocks")],
    [`wideLongShare${step}`, (context, i) => ratio(context, i, step, "longWords", "words")],
    [`wideStops${step}`, (context, i) => ratio(context, i, step, "stops", "words")],
    [`wideTop${step}`, (context, i) => wide(context, i, step, "topHeading")],
    [`wideFont${step}`, (context, i) => wide(context, i, step, "largestFont")],
  ]),
  ...[2, 3, 4].flatMap((step): Feature[] => [
    [`wideHeadings${step}`, (context, i) => ratio(context, i, step, "headings", "blocks")],
    [`wideParagraphs${step}`, (context, i) => wide(context, i, step, "paragraphs")],
    [`wideImages${step}`, (context, i) => ratio(context, i, step, "images", "blocks")],
    [`wideTwins${step}`, (context, i) => wide(context, i, step, "twins")],
    [`wideTag${step}`, ({ tags, chain }, i) => tags[chain[step]?.[i] ?? -1] ?? 0],
  ]),
  ...HINTS.map(([name], h): Feature => [`near:${name}`, (context, i) => hintAt(context, i, h)]),
  ["inMain", ({ landmarks }, i) => landmarks.main[i] as number],
  ["mainShare", ({ landmarks }, i) => landmarks.mainShare[i] as number],
  ["inArticle", ({ landmarks }, i) => landmarks.article[i] as number],
  ["articleShare", ({ landmarks }, i) => landmarks.articleShare[i] as number],
  ["toDensest", ({ densest }, i) => densest.steps[i] as number],
  ["densestShare", ({ densest }, i) => densest.share[i] as number],
  ["inDensest", ({ densest }, i) => densest.inside[i] as number],
];

/** Element `step` parents above the block's own, -1 beyond the outermost. */
function above({ facts }: FeatureContext, i: number, step: number): number {
  let e = facts.blocks.element[i] as number;
  for (let k = 0; k < step && e >= 0; k++) e = facts.page.elements[e]?.parent ?? -1;
  return e;
}

function at(
  context: FeatureContext,
  i: number,
  step: number,
  column: keyof ElementColumns,
): number {
  const e = above(context, i, step);
  return e < 0 ? 0 : context.facts.element[column][e] as number;
}

function tagAt(context: FeatureContext, i: number, step: number): number {
  const e = above(context, i, step);
  return e < 0 ? 0 : context.tags[e] as number;
}

function wide(
  { facts, chain }: FeatureContext,
  i: number,
  step: number,
  column: keyof ElementColumns,
) {
  const e = chain[step]?.[i] ?? -1;
  return e < 0 ? -1 : facts.element[column][e] as number;
}

function ratio(
  { facts, chain }: FeatureContext,
  i: number,
  step: number,
  part: keyof ElementColumns,
  whole: keyof ElementColumns,
): number {
  const e = chain[step]?.[i] ?? -1;
  if (e < 0) return -1;
  return (facts.element[part][e] as number) / Math.max(1, facts.element[whole][e] as number);
}

function hintAt({ facts, inner }: FeatureContext, i: number, hint: number): number {
  const e = inner[i] as number;
  if (e < 0) return NO_HINT;
  return Math.min(NO_HINT, facts.element.hintSteps[e * HINTS.length + hint] as number);
}
