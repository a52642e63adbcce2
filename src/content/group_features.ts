/**
 * What the repeated structure is like that a block stands in, and what the page's largest one is like.
 *
 * @module
 */

import type { Feature, FeatureContext } from "./feature_context.ts";
import type { Group } from "./page_groups.ts";

const PER_MEMBER = [
  "words",
  "blocks",
  "stops",
  "headings",
  "images",
  "money",
  "years",
] as const satisfies readonly (keyof Group)[];
const PER_WORD = ["linkWords", "longWords"] as const satisfies readonly (keyof Group)[];

type Find = (context: FeatureContext, i: number) => Group | undefined;

const FOUND: readonly (readonly [name: string, find: Find])[] = [
  ["group", ({ groups }, i) => groups.groups[groups.near[i] as number]],
  ["wideGroup", ({ groups }, i) => groups.groups[groups.wide[i] as number]],
  ["largestGroup", ({ groups }) => groups.groups[groups.largest]],
];

/** In the order of the model's columns. */
export const GROUP_FEATURES: readonly Feature[] = [
  ...FOUND.flatMap(([name, find]): Feature[] => [
    [`${name}:members`, (context, i) => find(context, i)?.members ?? 0],
    [
      `${name}:share`,
      (context, i) => (find(context, i)?.words ?? 0) / Math.max(1, context.facts.words),
    ],
    ...PER_MEMBER.map((key): Feature => [
      `${name}:${key}`,
      (context, i) => ratio(find(context, i), key, "members"),
    ]),
    ...PER_WORD.map((key): Feature => [
      `${name}:${key}`,
      (context, i) => ratio(find(context, i), key, "words"),
    ]),
  ]),
  ["group:place", ({ groups }, i) => groups.nearPlace[i] as number],
  ["wideGroup:place", ({ groups }, i) => groups.widePlace[i] as number],
  [
    "inLargestGroup",
    ({ groups }, i) => groups.largest >= 0 && groups.wide[i] === groups.largest ? 1 : 0,
  ],
];

function ratio(group: Group | undefined, part: keyof Group, whole: keyof Group): number {
  return group === undefined ? -1 : group[part] / Math.max(1, group[whole]);
}
