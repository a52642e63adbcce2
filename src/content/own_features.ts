/**
 * What a block itself says: its length, letters, marks, links, type, tag, repetition, likeness.
 *
 * @module
 */

import type { Feature } from "./feature_context.ts";
import type { BlockColumns } from "./page_facts.ts";

/** In the order of the model's columns. */
export const OWN_FEATURES: readonly Feature[] = [
  ["words", ({ facts }, i) => facts.block.words[i] as number],
  ["linkShare", share("linkWords", "words")],
  ["linkWords", ({ facts }, i) => facts.block.linkWords[i] as number],
  ["wordLength", share("letters", "words")],
  ["upperShare", share("upper", "letters")],
  ["digitsPerWord", share("digits", "words")],
  ["stops", ({ facts }, i) => facts.block.stops[i] as number],
  ["stopsPerWord", share("stops", "words")],
  ["commasPerWord", share("commas", "words")],
  ["marksPerWord", share("marks", "words")],
  ["heading", ({ facts }, i) => facts.block.heading[i] as number],
  ["fontSize", ({ facts }, i) => facts.block.fontSize[i] as number],
  ["fontWeight", ({ facts }, i) => facts.block.fontWeight[i] as number],
  ["fontOverBody", ({ facts, bodySize }, i) => (facts.block.fontSize[i] as number) - bodySize],
  ["firstUnit", ({ edges }, i) => edges.first[i] as number],
  ["lastUnit", ({ edges }, i) => edges.last[i] as number],
  ["marked", ({ edges }, i) => edges.marked[i] as number],
  ["sameText", ({ repeats }, i) => repeats.text[i] as number],
  ["sameTextBefore", ({ repeats }, i) => repeats.textBefore[i] as number],
  ["samePath", ({ repeats }, i) => repeats.path[i] as number],
  ["samePathWords", ({ repeats }, i) => repeats.pathWords[i] as number],
  ["samePathLinkShare", ({ repeats }, i) => repeats.pathLinks[i] as number],
  ["samePathShare", ({ repeats }, i) => repeats.pathShare[i] as number],
  ["samePathStops", ({ repeats }, i) => repeats.pathStops[i] as number],
  ["titleOverlap", ({ likeness }, i) => likeness.title[i] as number],
  ["titleCover", ({ likeness }, i) => likeness.cover[i] as number],
  ["descriptionOverlap", ({ likeness }, i) => likeness.description[i] as number],
  ["statedOverlap", ({ likeness }, i) => likeness.stated[i] as number],
];

function share(part: keyof BlockColumns, whole: keyof BlockColumns): Feature[1] {
  return ({ facts }, i) =>
    (facts.block[part][i] as number) / Math.max(1, facts.block[whole][i] as number);
}
